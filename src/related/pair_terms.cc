#include "related/pair_terms.h"

#include <algorithm>
#include <utility>

namespace cocite::related {
namespace {

constexpr std::array<TermInfo, kTermCount> kTerms = {{
    {"parents", "pages link to both"},
    {"children", "both link to the same pages"},
    {"link", "one links to the other"},
    {"text", "their texts are alike"},
    {"title", "their titles are alike"},
    {"visits", "people go from one to the other"},
    {"folder", "they lie in the same folders"},
    {"name", "the last parts of their addresses are alike"},
}};

// The next part of an address, which ends before a comma (of a host), a bracket or a slash.
std::string_view next_part(std::string_view& rest) {
  const size_t end = rest.find_first_of(",)/");
  const std::string_view part = rest.substr(0, end);
  size_t next = end == std::string_view::npos ? rest.size() : end + 1;
  if (end != std::string_view::npos && rest[end] == ')' && rest.substr(next).starts_with('/')) {
    ++next;
  }
  rest.remove_prefix(next);
  return part;
}

// All but the last part, and the last one: where an address ends in a slash, the one before it.
struct Parts {
  std::vector<std::string_view> folders;
  std::string_view name;
};
Parts parts_of(std::string_view address) {
  Parts parts;
  if (const size_t query = address.find('?'); query != std::string_view::npos) {
    address = address.substr(0, query);
  }
  while (!address.empty()) parts.folders.push_back(next_part(address));
  if (!parts.folders.empty()) {
    parts.name = parts.folders.back();
    parts.folders.pop_back();
  }
  return parts;
}

using Gram = uint32_t;
std::vector<Gram> grams_of(std::string_view name) {
  std::vector<Gram> grams;
  Gram gram = 0x20;  // a space before and after: short names have grams, too
  size_t seen = 1;
  const auto add = [&](char letter) {
    const char lower = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    gram = ((gram << 8) | static_cast<unsigned char>(lower)) & 0xFFFFFF;
    if (++seen >= 3) grams.push_back(gram);
  };
  constexpr size_t kLongest = 200;
  for (const char letter : name.substr(0, kLongest)) add(letter);
  add(' ');
  std::ranges::sort(grams);
  return grams;
}

}  // namespace

std::span<const TermInfo, kTermCount> term_table() {
  return kTerms;
}

std::optional<Term> term_named(std::string_view name) {
  const auto found = std::ranges::find(kTerms, name, &TermInfo::name);
  if (found == kTerms.end()) return std::nullopt;
  return static_cast<Term>(found - kTerms.begin());
}

AddressLikeness address_likeness(std::string_view one, std::string_view other) {
  const Parts a = parts_of(one);
  const Parts b = parts_of(other);
  AddressLikeness likeness;
  const size_t most = std::max(a.folders.size(), b.folders.size());
  if (most > 0) {
    const auto differ = std::ranges::mismatch(a.folders, b.folders);
    likeness.folder =
        static_cast<double>(differ.in1 - a.folders.begin()) / static_cast<double>(most);
  }
  const std::vector<Gram> grams_a = grams_of(a.name);
  const std::vector<Gram> grams_b = grams_of(b.name);
  size_t shared = 0;
  for (size_t i = 0, k = 0; i < grams_a.size() && k < grams_b.size();) {
    if (grams_a[i] == grams_b[k]) {
      ++shared;
      ++i;
      ++k;
    } else if (grams_a[i] < grams_b[k]) {
      ++i;
    } else {
      ++k;
    }
  }
  const size_t all = grams_a.size() + grams_b.size();
  if (all > 0) likeness.name = 2 * static_cast<double>(shared) / static_cast<double>(all);
  return likeness;
}

}  // namespace cocite::related

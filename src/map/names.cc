#include "map/names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace cocite::map {
namespace {

constexpr std::array<std::string_view, 7> kSeparators = {" - ", " | ", " :: ", " — ",
                                                         " – ", " · ", " » "};
// Words that name nothing, in the languages that pages have most titles in.
constexpr std::array<std::string_view, 48> kFunctionWords = {
    "a",     "an",  "and",   "are", "as",      "at",    "by",   "das",  "de",   "der",
    "des",   "die", "do",    "du",  "el",      "en",    "et",   "for",  "from", "home",
    "how",   "in",  "index", "is",  "it",      "la",    "le",   "les",  "my",   "new",
    "no",    "of",  "on",    "or",  "page",    "pages", "the",  "this", "to",   "und",
    "using", "use", "von",   "was", "welcome", "what",  "with", "your"};
constexpr size_t kLongestLabel = 80;  // bytes; a name joins two

// The site's part of a title: what follows the last separator, or is before the first.
std::string_view tail_of(std::string_view title) {
  size_t best = std::string_view::npos;
  size_t size = 0;
  for (const std::string_view separator : kSeparators) {
    const size_t at = title.rfind(separator);
    if (at != std::string_view::npos && (best == std::string_view::npos || at > best)) {
      best = at;
      size = separator.size();
    }
  }
  return best == std::string_view::npos || size == 0 ? "" : title.substr(best);
}

std::string_view head_of(std::string_view title) {
  size_t best = std::string_view::npos;
  size_t size = 0;
  for (const std::string_view separator : kSeparators) {
    const size_t at = title.find(separator);
    if (at < best) {
      best = at;
      size = separator.size();
    }
  }
  return best == std::string_view::npos ? "" : title.substr(0, best + size);
}

template <class Part>
void cut(std::vector<std::string>& titles, Part part, bool is_tail) {
  std::map<std::string_view, size_t> counts;
  size_t named = 0;
  for (const std::string& title : titles) {
    named += title.empty() ? 0 : 1;
    if (const std::string_view found = part(title); !found.empty()) ++counts[found];
  }
  if (counts.empty()) return;
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
  if (most->second < 3 || most->second * 2 < named) return;
  const std::string common(most->first);
  for (std::string& title : titles) {
    if (title.size() <= common.size()) continue;
    if (is_tail && title.ends_with(common)) title.resize(title.size() - common.size());
    if (!is_tail && title.starts_with(common)) title.erase(0, common.size());
  }
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The words of a label, lower case, with the label's own spelling. Numbers and single letters name nothing.
std::map<std::string, std::string> words_of(std::string_view label) {
  std::map<std::string, std::string> words;
  for (size_t at = 0; at < label.size();) {
    size_t end = at;
    while (end < label.size() && is_letter(label[end])) ++end;
    if (end - at > 1) {
      std::string word(label.substr(at, end - at));
      std::string lower = word;
      for (char& c : lower) c = to_lower(c);
      const bool is_number =
          std::ranges::all_of(lower, [](char c) { return c >= '0' && c <= '9'; });
      if (!is_number && std::ranges::find(kFunctionWords, lower) == kFunctionWords.end()) {
        words.emplace(std::move(lower), std::move(word));
      }
    }
    at = end + 1;
  }
  return words;
}

std::string shortened(std::string label) {
  if (label.size() <= kLongestLabel) return label;
  size_t end = kLongestLabel;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xC0) == 0x80) --end;
  label.resize(end);
  return label + "…";
}

}  // namespace

std::vector<std::string> short_titles(const std::vector<std::string>& titles) {
  std::vector<std::string> labels = titles;
  cut(labels, tail_of, true);
  cut(labels, head_of, false);
  return labels;
}

std::vector<std::string> community_names(const std::vector<std::string>& labels,
                                         std::span<const uint32_t> community,
                                         std::span<const double> weights) {
  struct Count {
    size_t all = 0;
    std::map<uint32_t, size_t> in;
    std::map<std::string, size_t> spellings;
  };
  std::map<std::string, Count> counts;
  size_t communities = 0;
  for (const uint32_t one : community) communities = std::max<size_t>(communities, one + 1);
  std::vector<std::vector<size_t>> members(communities);
  for (size_t page = 0; page < labels.size(); ++page) {
    members[community[page]].push_back(page);
    for (auto& [word, spelling] : words_of(labels[page])) {
      Count& count = counts[word];
      ++count.all;
      ++count.in[community[page]];
      ++count.spellings[spelling];
    }
  }
  std::vector<std::string> names(communities);
  std::set<std::string> taken;
  for (uint32_t one = 0; one < communities; ++one) {
    std::ranges::stable_sort(members[one],
                             [&](size_t a, size_t b) { return weights[a] > weights[b]; });
    // A word names a community if a third of its pages have it, and half of the pages that have it are here.
    std::vector<std::pair<size_t, std::string>> words;
    for (const auto& [word, count] : counts) {
      const auto found = count.in.find(one);
      if (found == count.in.end()) continue;
      const size_t here = found->second;
      if (here < 3 || here * 3 < members[one].size() || here * 2 < count.all) continue;
      words.emplace_back(here, std::ranges::max_element(count.spellings, {}, [](const auto& pair) {
                                 return pair.second;
                               })->first);
    }
    std::ranges::stable_sort(words, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (size_t i = 0; i < words.size() && i < 2; ++i) {
      names[one] += (i == 0 ? "" : " ") + words[i].second;
    }
    if (names[one].empty() || taken.contains(names[one])) {
      names[one].clear();
      size_t used = 0;
      for (size_t i = 0; i < members[one].size() && used < 2; ++i) {
        const std::string& label = labels[members[one][i]];
        if (label.empty() || label == names[one]) continue;
        names[one] += (used == 0 ? "" : " · ") + shortened(label);
        ++used;
      }
    }
    taken.insert(names[one]);
  }
  return names;
}

std::vector<std::string> telling_names(const std::vector<std::string>& labels,
                                       std::span<const uint32_t> community,
                                       std::span<const double> weights) {
  constexpr size_t kWords = 3;
  std::vector<std::string> names = community_names(labels, community, weights);
  struct Use {
    size_t count = 0;
    std::string spelling = {};  // of the first label that has it
  };
  std::vector<std::map<std::string, Use>> uses(names.size());
  std::vector<size_t> words(names.size());
  std::map<std::string, size_t> all;
  size_t sum = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    for (const auto& [word, spelling] : words_of(labels[i])) {
      Use& use = uses[community[i]][word];
      if (use.count++ == 0) use.spelling = spelling;
      ++words[community[i]];
      ++all[word];
      ++sum;
    }
  }
  const double average =
      names.empty() ? 0 : static_cast<double>(sum) / static_cast<double>(names.size());
  for (size_t one = 0; one < names.size(); ++one) {
    std::vector<std::pair<double, std::string>> best;
    for (const auto& [word, use] : uses[one]) {
      if (use.count < 2) continue;
      const double share = static_cast<double>(use.count) / static_cast<double>(words[one]);
      best.emplace_back(share * std::log(1 + average / static_cast<double>(all[word])),
                        use.spelling);
    }
    std::ranges::stable_sort(best, [](const auto& a, const auto& b) { return a.first > b.first; });
    if (best.empty()) continue;
    names[one].clear();
    for (size_t i = 0; i < best.size() && i < kWords; ++i) {
      names[one] += (i == 0 ? "" : " ") + best[i].second;
    }
  }
  return names;
}

}  // namespace cocite::map

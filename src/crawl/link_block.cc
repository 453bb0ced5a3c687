#include "crawl/link_block.h"

#include <algorithm>

#include "base/hash.h"

namespace cocite::crawl {
namespace {

constexpr size_t kSampleBytes = 120;

// A piece of the input that can be shown: no control characters, not too long.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kSampleBytes)) {
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  }
  if (text.size() > kSampleBytes) out += "…";
  return out;
}

}  // namespace

std::string_view skip_reason_text(SkipReason reason) {
  switch (reason) {
    case SkipReason::kNoTab:
      return "no tab between two names";
    case SkipReason::kLineTooLong:
      return "line too long";
    case SkipReason::kEmptyName:
      return "empty name";
    case SkipReason::kHasNul:
      return "NUL byte";
    case SkipReason::kScheme:
      return "not http(s)";
    case SkipReason::kHost:
      return "bad host";
    case SkipReason::kPort:
      return "bad port";
    case SkipReason::kUrlTooLong:
      return "address too long";
    case SkipReason::kUnknownPage:
      return "unknown page";
    case SkipReason::kNotReadable:
      return "file cannot be read";
    case SkipReason::kNumber:
      return "not a number";
  }
  return "unknown";
}

void LinkBlock::clear() {
  bytes_.clear();
  names_.clear();
  std::ranges::fill(table_, kNoTarget);
  links_.clear();
  titles_.clear();
  skipped_.fill(0);
  samples_.clear();
  lines = bytes = self_links = links_read = 0;
}

uint32_t LinkBlock::page(std::string_view key) {
  const uint64_t hash = hash64(key);
  const size_t mask = table_.size() - 1;
  for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const uint32_t number = table_[slot];
    if (number == kNoTarget) {
      const auto next = static_cast<uint32_t>(names_.size());
      table_[slot] = next;
      names_.push_back({bytes_.size(), static_cast<uint32_t>(key.size()), hash});
      bytes_.append(key);
      if (names_.size() * 2 > table_.size()) grow();
      return next;
    }
    const Name& name = names_[number];
    if (name.hash == hash && this->key(name) == key) return number;
  }
}

void LinkBlock::grow() {
  table_.assign(table_.size() * 4, kNoTarget);
  const size_t mask = table_.size() - 1;
  for (uint32_t i = 0; i < names_.size(); ++i) {
    size_t slot = names_[i].hash & mask;
    while (table_[slot] != kNoTarget) slot = (slot + 1) & mask;
    table_[slot] = i;
  }
}

void LinkBlock::skip(SkipReason reason, uint64_t line, std::string_view text) {
  const auto i = static_cast<size_t>(reason);
  if (skipped_[i]++ < kSamplesPerReason) samples_.push_back({reason, line, shown(text)});
}

}  // namespace cocite::crawl

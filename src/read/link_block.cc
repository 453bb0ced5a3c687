#include "read/link_block.h"

#include <algorithm>

#include <cocite/readable.h>

#include "base/hash.h"
#include "url/scheme.h"
#include "url/url.h"

namespace cocite::read {
namespace {

constexpr size_t kSampleBytes = 120;

// A piece of the input that can be shown: no control characters, not too long.
std::string shown(std::string_view text) {
  return readable(text, kSampleBytes);
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
    case SkipReason::kNotHtml:
      return "record without a page";
    case SkipReason::kStatus:
      return "HTTP status without a page";
    case SkipReason::kBadHttp:
      return "bad HTTP message";
    case SkipReason::kBadRecord:
      return "bad or cut record";
    case SkipReason::kBadMember:
      return "bad or cut compressed part";
    case SkipReason::kGarbage:
      return "bytes between records";
    case SkipReason::kCutBody:
      return "end of a very long body";
    case SkipReason::kOutsideDates:
      return "outside the dates asked for";
    case SkipReason::kLinkTooLong:
      return "link too long";
    case SkipReason::kTooManyLinks:
      return "too many links on a page";
    case SkipReason::kNofollow:
      return "nofollow, ugc or sponsored";
    case SkipReason::kOutsideTree:
      return "symbolic link out of the folder";
    case SkipReason::kFewColumns:
      return "row without a source or a target";
    case SkipReason::kBadJson:
      return "not a JSON object";
    case SkipReason::kDraft:
      return "draft";
    case SkipReason::kNoPaper:
      return "paper without a DOI or an address";
    case SkipReason::kNoDoi:
      return "reference without a DOI";
  }
  return "unknown";
}

std::string_view link_use_text(LinkUse use) {
  switch (use) {
    case LinkUse::kA:
      return "a";
    case LinkUse::kArea:
      return "area";
    case LinkUse::kFrame:
      return "frame";
    case LinkUse::kWiki:
      return "wiki";
    case LinkUse::kCitation:
      return "citation";
    case LinkUse::kNofollow:
      return "nofollow";
    case LinkUse::kUgc:
      return "ugc";
    case LinkUse::kSponsored:
      return "sponsored";
  }
  return "unknown";
}

void LinkBlock::clear() {
  bytes_.clear();
  names_.clear();
  std::ranges::fill(table_, kNoTarget);
  links_.clear();
  fetches_.clear();
  has_rows_ = false;
  anchors_.clear();
  texts_.clear();
  aliases_.clear();
  statuses_.clear();
  link_uses_.fill(0);
  records_.clear();
  skipped_.fill(0);
  samples_.clear();
  lines = bytes = self_links = links_read = 0;
}

uint32_t LinkBlock::page(std::string_view key, int32_t votes) {
  const uint64_t hash = hash64(key);
  const size_t mask = table_.size() - 1;
  for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const uint32_t number = table_[slot];
    if (number == kNoTarget) {
      const auto next = static_cast<uint32_t>(names_.size());
      table_[slot] = next;
      names_.push_back({bytes_.size(), static_cast<uint32_t>(key.size()), votes, hash});
      bytes_.append(key);
      if (names_.size() * 2 > table_.size()) grow();
      return next;
    }
    Name& name = names_[number];
    if (name.hash != hash || this->key(name) != key) continue;
    url::add_votes(votes, name.votes);
    return number;
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

void LinkBlock::begin_fetch(uint32_t page_number, uint32_t date) {
  fetches_.push_back({.page = page_number, .date = date, .first_link = links_.size()});
  seen(page_number);
  anchors_.emplace_back();
}

void LinkBlock::skip(SkipReason reason, uint64_t line, std::string_view text, uint64_t count) {
  const auto i = static_cast<size_t>(reason);
  if (skipped_[i] < kSamplesPerReason)
    samples_.push_back({reason, line, shown(url::without_user_info(text))});
  skipped_[i] += count;
}

void LinkBlock::count_record(std::string_view type) {
  const auto known = std::ranges::find(records_, type, &std::pair<std::string, uint64_t>::first);
  if (known != records_.end()) {
    ++known->second;
  } else {
    records_.emplace_back(type, 1);
  }
}

}  // namespace cocite::read

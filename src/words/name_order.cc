#include "words/name_order.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <queue>
#include <unordered_set>
#include <utility>

namespace cocite::words {
namespace {

constexpr size_t kMostExact = 3;

}  // namespace

uint64_t NameOrder::head_of(std::string_view key, unsigned char fill) {
  uint64_t head = 0;
  for (size_t i = 0; i < sizeof(head); ++i) {
    head = head << 8U | (i < key.size() ? static_cast<unsigned char>(key[i]) : fill);
  }
  return head;
}

bool name_has(std::string_view name, std::string_view typed) {
  text::FoldedName whole;
  text::FoldedName part;
  text::fold_name(name, whole);
  text::fold_name(typed, part);
  whole.text += ' ';
  if (part.ends_run) part.text += ' ';
  return std::ranges::any_of(whole.starts, [&](uint32_t start) {
    return std::string_view(whole.text).substr(start).starts_with(part.text);
  });
}

Result<std::optional<NameOrder>> NameOrder::open(const store::Store& store) {
  NameOrder order;
  order.store_ = &store;
  Result<std::optional<store::Notes>> found = store.notes(kNotes);
  if (!found || !*found || (*found)->about() != kAbout) return std::optional<NameOrder>();
  order.notes_ = **std::move(found);
  const file::Container& container = order.notes_->container();
  COCITE_TRY(order.pages_, container.section("pages"));
  COCITE_TRY(order.entries_, container.section("entries"));
  COCITE_TRY(order.heads_, container.section("heads"));
  COCITE_TRY(order.minima_, container.section("minima"));
  COCITE_TRY(const file::Section meta, container.section("meta"));
  COCITE_TRY(const std::span<const uint64_t> numbers, meta.values<uint64_t>());
  if (numbers.size() != 1) return meta.damage();
  order.entries_count_ = numbers[0];
  order.pages_count_ = order.pages_.size() / sizeof(uint32_t);
  uint64_t count = order.entries_.size() / kBlockBytes;  // blocks
  const bool fits =
      order.pages_.size() % sizeof(uint32_t) == 0 && order.pages_count_ <= store.pages() &&
      order.entries_.size() % kBlockBytes == 0 && order.heads_.size() == count * sizeof(uint64_t) &&
      order.entries_count_ <= count * kBlockEntries &&
      order.entries_count_ + kBlockEntries > count * kBlockEntries;
  if (!fits) return meta.damage();
  order.levels_.push_back({});
  uint64_t at = 0;
  while (count > 0) {
    order.levels_.push_back({at, at + count});
    at += count;
    if (count <= kBlockEntries) break;
    count = (count + kBlockEntries - 1) / kBlockEntries;
  }
  if (order.minima_.size() != at * sizeof(uint32_t)) return meta.damage();
  return std::optional(std::move(order));
}

std::string_view NameOrder::key_of(text::FoldedName& name, size_t start) {
  if (name.text.empty() || name.text.back() != ' ') name.text += ' ';
  return std::string_view(name.text).substr(name.starts[start]);
}

Result<NameOrder::Entry> NameOrder::entry(uint64_t at) const {
  const uint64_t begin = at / kBlockEntries * kBlockBytes;
  if (!entries_.is_sound(begin, begin + kBlockBytes)) return entries_.damage();
  const std::byte* const block = entries_.data() + begin;
  Entry entry;
  std::memcpy(&entry.number, block + at % kBlockEntries * sizeof(uint32_t), sizeof(uint32_t));
  entry.place = static_cast<uint8_t>(block[kBlockEntries * sizeof(uint32_t) + at % kBlockEntries]);
  return entry;
}

Result<PageId> NameOrder::page(uint32_t number) const {
  if (number >= pages_count_) return entries_.damage();
  const uint64_t at = uint64_t{number} * sizeof(uint32_t);
  if (!pages_.is_sound(at, at + sizeof(uint32_t))) return pages_.damage();
  uint32_t page = 0;
  std::memcpy(&page, pages_.data() + at, sizeof(page));
  if (page >= store_->pages()) return pages_.damage();
  return page_id(page);
}

Result<std::string_view> NameOrder::text_of(const Entry& entry, text::FoldedName& name) const {
  COCITE_TRY(const PageId own, page(entry.number));
  const bool is_called = (entry.place & kCalled) != 0;
  COCITE_TRY(const std::string text, is_called ? store_->anchor_name(own) : store_->title(own));
  text::fold_name(text, name);
  const size_t start = entry.place & (kCalled - 1U);
  if (start >= name.starts.size()) return entries_.damage();
  return key_of(name, start);
}

Result<uint64_t> NameOrder::bound(std::string_view key, bool after) const {
  // Which blocks it may be in, by their heads: a head says something of what is before it and of
  // what is behind it.
  const auto* const heads = reinterpret_cast<const uint64_t*>(heads_.data());
  const uint64_t blocks = heads_.size() / sizeof(uint64_t);
  const uint64_t least = head_of(key, 0);
  const uint64_t most = head_of(key, 0xFF);
  const auto first_block = [&](uint64_t head, bool is_above) -> Result<uint64_t> {
    uint64_t low = 0;
    uint64_t high = blocks;
    while (low < high) {
      const uint64_t middle = low + (high - low) / 2;
      if (!heads_.is_sound(middle * sizeof(uint64_t), (middle + 1) * sizeof(uint64_t))) {
        return heads_.damage();
      }
      if (is_above ? heads[middle] <= head : heads[middle] < head) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  };
  // A short key is all in the heads; of a longer one they cannot tell what has the same head.
  COCITE_TRY(const uint64_t begin,
             after&& key.size() <= 8 ? first_block(most, true) : first_block(least, false));
  COCITE_TRY(const uint64_t end,
             after || key.size() > 8 ? first_block(most, true) : first_block(least, false));
  uint64_t low = begin == 0 ? 0 : (begin - 1) * kBlockEntries;
  uint64_t high = std::min(entries_count_, end * kBlockEntries);
  text::FoldedName name;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    COCITE_TRY(const Entry one, entry(middle));
    COCITE_TRY(std::string_view text, text_of(one, name));
    text = text.substr(0, kKeyBytes);
    if (text < key || (after && text.starts_with(key))) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Result<NameOrder::Range> NameOrder::range_of(std::string_view key) const {
  Range range;
  COCITE_TRY(range.first, bound(key, false));
  COCITE_TRY(range.last, bound(key, true));
  range.last = std::max(range.first, range.last);
  return range;
}

bool NameOrder::scan(size_t level, Range range, Least& least) const {
  if (level > 0) {
    const uint64_t base = levels_[level].first;
    if (!minima_.is_sound((base + range.first) * 4, (base + range.last) * 4)) return false;
    const auto* const numbers = reinterpret_cast<const uint32_t*>(minima_.data()) + base;
    for (uint64_t at = range.first; at < range.last; ++at) {
      if (numbers[at] < least.number) least = {numbers[at], at};
    }
    return true;
  }
  for (uint64_t at = range.first; at < range.last;) {
    const uint64_t block = at / kBlockEntries;
    if (!entries_.is_sound(block * kBlockBytes, (block + 1) * kBlockBytes)) return false;
    const auto* const numbers =
        reinterpret_cast<const uint32_t*>(entries_.data() + block * kBlockBytes);
    const uint64_t end = std::min(range.last, (block + 1) * kBlockEntries);
    for (; at < end; ++at) {
      const uint32_t number = numbers[at % kBlockEntries];
      if (number < least.number) least = {number, at};
    }
  }
  return true;
}

bool NameOrder::find_least(size_t level, Range range, Least& least) const {
  constexpr uint64_t kFew = 2 * kBlockEntries;
  if (range.last - range.first <= kFew || level + 1 >= levels_.size()) {
    return scan(level, range, least);
  }
  const uint64_t first = (range.first + kBlockEntries - 1) / kBlockEntries;
  const uint64_t last = range.last / kBlockEntries;
  if (!scan(level, {range.first, first * kBlockEntries}, least)) return false;
  if (!scan(level, {last * kBlockEntries, range.last}, least)) return false;
  Least above;
  if (!find_least(level + 1, {first, last}, above)) return false;
  if (above.number >= least.number) return true;
  Least inside;
  const uint64_t begin = above.at * kBlockEntries;
  if (!scan(level, {begin, begin + kBlockEntries}, inside)) return false;
  if (inside.number < least.number) least = inside;
  return true;
}

Result<std::vector<NameMatch>> NameOrder::find(std::string_view typed, size_t top) const {
  std::vector<NameMatch> matches;
  text::FoldedName folded;
  text::fold_name(typed, folded);
  if (folded.text.empty() || top == 0) return matches;
  const std::string exact = folded.text + ' ';
  const std::string wanted = folded.ends_run ? exact : folded.text;
  COCITE_TRY(const Range range, range_of(std::string_view(wanted).substr(0, kKeyBytes)));

  std::unordered_set<uint32_t> seen;
  const auto take = [&](const Entry& one) -> Result<void> {
    if (!seen.insert(one.number).second) return {};
    COCITE_TRY(const PageId own, page(one.number));
    matches.push_back({own, (one.place & kCalled) != 0});
    return {};
  };
  // Names that are just this: the first of the range, since a space comes before all letters.
  text::FoldedName name;
  const size_t most_exact = exact.size() > kKeyBytes ? 0 : std::min(kMostExact, top);
  for (uint64_t at = range.first; at < range.last && matches.size() < most_exact; ++at) {
    COCITE_TRY(const Entry one, entry(at));
    if ((one.place & (kCalled - 1U)) != 0) break;
    COCITE_TRY(const std::string_view text, text_of(one, name));
    if (text != exact) break;
    COCITE_CHECK(take(one));
  }

  // Then the most linked: the least of the range, of what is before and behind it, and so on.
  struct Part {
    Range range;
    Least least;
    bool operator<(const Part& other) const { return least.number > other.least.number; }
  };
  std::priority_queue<Part> parts;
  const auto add = [&](Range part) {
    if (part.first >= part.last) return true;
    Least least;
    if (!find_least(0, part, least)) return false;
    if (least.number < pages_count_) parts.push({part, least});
    return true;
  };
  if (!add(range)) return entries_.damage();
  const bool is_long = wanted.size() > kKeyBytes;
  // A page may be there several times, by several words.
  size_t steps = 16 * top + 64;
  while (!parts.empty() && matches.size() < top && steps-- > 0) {
    const Part part = parts.top();
    parts.pop();
    COCITE_TRY(const Entry one, entry(part.least.at));
    bool is_match = true;
    if (is_long) {
      COCITE_TRY(const std::string_view text, text_of(one, name));
      is_match = text.starts_with(wanted);
    }
    if (is_match) COCITE_CHECK(take(one));
    if (!add({part.range.first, part.least.at}) || !add({part.least.at + 1, part.range.last})) {
      return entries_.damage();
    }
  }
  return matches;
}

Result<void> NameOrder::check() const {
  COCITE_CHECK(notes_->container().check());
  text::FoldedName name;
  std::string before;
  uint32_t least = 0xFFFFFFFF;
  for (uint64_t at = 0; at < entries_count_; ++at) {
    COCITE_TRY(const Entry one, entry(at));
    COCITE_TRY(const std::string_view text, text_of(one, name));
    const std::string key(text.substr(0, kKeyBytes));
    if (key < before) return entries_.damage();
    const uint64_t block = at / kBlockEntries;
    if (at % kBlockEntries == 0) {
      const auto* const heads = reinterpret_cast<const uint64_t*>(heads_.data());
      if (heads[block] != head_of(key, 0)) return heads_.damage();
      least = 0xFFFFFFFF;
    }
    least = std::min(least, one.number);
    if (at % kBlockEntries == kBlockEntries - 1 || at + 1 == entries_count_) {
      if (reinterpret_cast<const uint32_t*>(minima_.data())[block] != least) {
        return minima_.damage();
      }
    }
    before = key;
  }
  return {};
}

}  // namespace cocite::words

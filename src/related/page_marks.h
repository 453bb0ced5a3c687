// Some pages, of which it is asked again and again whether a page is one of them.
//
//   PageMarks marks;
//   marks.reset(web.pages());            // room for this many pages, none marked
//   marks.add(page);
//   marks.has(page)                      // true
//
// A bit a page where the web is not huge: a page with a hundred thousand parents is put in, and
// lists of as many pages are compared with it, at the speed of reading. Else a hash table. Kept by a
// thread and used again and again. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "related/page_map.h"

namespace cocite::related {

class PageMarks {
 public:
  // Up to this many pages, all have a bit: sixteen megabytes.
  static constexpr uint64_t kManyPages = uint64_t{1} << 27;

  // Costs as much as was put in.
  void reset(uint64_t pages) {
    for (const PageId page : marked_) bits_[index(page) / 64] = 0;
    marked_.clear();
    hashed_.clear();
    has_bits_ = pages <= kManyPages;
    if (has_bits_ && bits_.size() * 64 < pages) bits_.resize((pages + 63) / 64);
  }
  void add(PageId page) {
    if (!has_bits_) {
      hashed_[page];
      return;
    }
    uint64_t& word = bits_[index(page) / 64];
    const uint64_t bit = uint64_t{1} << (index(page) % 64);
    if ((word & bit) == 0) marked_.push_back(page);
    word |= bit;
  }
  [[nodiscard]] bool has(PageId page) const {
    return has_bits_ ? has_bit(page) : hashed_.contains(page);
  }
  [[nodiscard]] size_t size() const { return pages().size(); }
  // In the order in which they came in.
  [[nodiscard]] std::span<const PageId> pages() const {
    return has_bits_ ? std::span<const PageId>(marked_) : hashed_.pages();
  }
  // How many of these are marked.
  [[nodiscard]] uint64_t count(std::span<const PageId> pages) const {
    uint64_t found = 0;
    if (has_bits_) {
      for (const PageId page : pages) found += has_bit(page) ? 1 : 0;
      return found;
    }
    constexpr size_t kAhead = 16;
    for (size_t i = 0; i < pages.size(); ++i) {
      if (i + kAhead < pages.size()) hashed_.prefetch(pages[i + kAhead]);
      found += hashed_.contains(pages[i]) ? 1 : 0;
    }
    return found;
  }

 private:
  [[nodiscard]] bool has_bit(PageId page) const {
    return ((bits_[index(page) / 64] >> (index(page) % 64)) & 1U) != 0;
  }

  bool has_bits_ = false;
  std::vector<uint64_t> bits_;
  std::vector<PageId> marked_;
  PageSet hashed_;
};

}  // namespace cocite::related

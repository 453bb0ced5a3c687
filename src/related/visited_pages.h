// Which pages have we been to? For a few pages, and for a large part of all.
//
//   VisitedPages visited(web.pages());
//   if (visited.add(page)) ...           // for the first time
//
// A small table until it holds one page in 256; then a bit for every page, which is smaller than
// the table and stays in the cache when millions come by. One thread.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "related/page_map.h"

namespace cocite::related {

class VisitedPages {
 public:
  // `pages`: how many there are.
  explicit VisitedPages(uint64_t pages) : pages_(pages) {}

  [[nodiscard]] uint64_t size() const { return size_; }
  [[nodiscard]] bool contains(PageId page) const {
    return bits_.empty() ? few_.contains(page) : (word(page) >> (index(page) % 64) & 1U) != 0;
  }
  // False: was there.
  bool add(PageId page) {
    if (bits_.empty()) {
      few_[page];
      if (few_.size() == size_) return false;
      if (++size_ > pages_ / kFew) spread();
      return true;
    }
    const uint64_t bit = uint64_t{1} << (index(page) % 64);
    uint64_t& found = bits_[index(page) / 64];
    const bool is_new = (found & bit) == 0;
    found |= bit;
    size_ += is_new ? 1 : 0;
    return is_new;
  }

 private:
  static constexpr uint64_t kFew = 256;

  [[nodiscard]] uint64_t word(PageId page) const { return bits_[index(page) / 64]; }
  void spread() {
    bits_.resize(pages_ / 64 + 1);
    for (const PageId page : few_.pages())
      bits_[index(page) / 64] |= uint64_t{1} << (index(page) % 64);
    few_ = {};
  }

  uint64_t pages_;
  uint64_t size_ = 0;
  PageSet few_;
  std::vector<uint64_t> bits_;
};

}  // namespace cocite::related

// Numbers for some pages, from 1; 0 for all others.
//
//   PageNumbers numbers;
//   numbers.reset(web.pages());          // room for this many pages, empty
//   numbers[page] = 7;
//   numbers.of(page)                     // 7
//
// An array where the web is small: neighbours in lists are neighbours in the array, too, which
// saves cache misses. Else a hash table. Kept by a thread and used again and again. One thread.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "related/page_map.h"

namespace cocite::related {

class PageNumbers {
 public:
  // Of so few pages all have a place: four megabytes.
  static constexpr uint64_t kFewPages = uint64_t{1} << 20;

  // Costs as much as was put in.
  void reset(uint64_t pages) {
    for (const PageId page : used_) all_[index(page)] = 0;
    used_.clear();
    some_.clear();
    is_array_ = pages <= kFewPages;
    if (is_array_ && all_.size() < pages) all_.resize(pages);
  }
  // To be set to something at once where it is 0.
  [[nodiscard]] uint32_t& operator[](PageId page) {
    if (!is_array_) return some_[page];
    uint32_t& number = all_[index(page)];
    if (number == 0) used_.push_back(page);
    return number;
  }
  [[nodiscard]] uint32_t of(PageId page) const {
    if (is_array_) return all_[index(page)];
    const uint32_t* const number = some_.find(page);
    return number == nullptr ? 0 : *number;
  }
  // Asks the memory for the number of a page that is looked up soon.
  void prefetch(PageId page) const {
    if (is_array_) {
      __builtin_prefetch(&all_[index(page)]);
    } else {
      some_.prefetch(page);
    }
  }
  // Whether looking one up costs next to nothing once it was asked for.
  [[nodiscard]] bool is_array() const { return is_array_; }

 private:
  bool is_array_ = false;
  std::vector<uint32_t> all_;
  std::vector<PageId> used_;
  PageMap<uint32_t> some_;
};

}  // namespace cocite::related

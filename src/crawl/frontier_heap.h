// What waits to be fetched, the best first: of one host, or of all.
//
//   Places places;                     // shared by all heaps: where each page stands in its heap
//   FrontierHeap heap;
//   heap.push(page, priorities, places);
//   priorities[page] += 1;  heap.raised(page, priorities, places);
//   const uint32_t best = heap.pop(priorities, places);
//
// A binary heap of page numbers that knows where each page stands: 8 bytes a page with its place,
// whatever number of links raised it. Of equal priorities the lower number, which was seen first,
// is better. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "crawl/growing_array.h"

namespace cocite::crawl {

using Places = GrowingArray<uint32_t>;
using Priorities = GrowingArray<float>;

// Of a page that is in no heap.
inline constexpr uint32_t kNoPlace = std::numeric_limits<uint32_t>::max();

class FrontierHeap {
 public:
  [[nodiscard]] bool empty() const { return pages_.size() == 0; }
  [[nodiscard]] size_t size() const { return pages_.size(); }
  // REQUIRES of all below: not empty, or the page is in it, as the name says.
  [[nodiscard]] uint32_t best() const { return pages_[0]; }

  void push(uint32_t page, const Priorities& priorities, Places& places) {
    pages_.push_back(page);
    rise(pages_.size() - 1, page, priorities, places);
  }
  void raised(uint32_t page, const Priorities& priorities, Places& places) {
    rise(places[page], page, priorities, places);
  }
  uint32_t pop(const Priorities& priorities, Places& places) {
    const uint32_t best = pages_[0];
    places[best] = kNoPlace;
    const uint32_t last = pages_[pages_.size() - 1];
    pages_.pop_back();
    if (!empty()) sink(0, last, priorities, places);
    return best;
  }
  // Without the pages that `is_gone` names, which have no place any more; gives their number.
  template <class IsGone>
  size_t remove(const IsGone& is_gone, const Priorities& priorities, Places& places) {
    const size_t before = pages_.size();
    size_t kept = 0;
    for (size_t i = 0; i < before; ++i) {
      const uint32_t page = pages_[i];
      if (is_gone(page)) {
        places[page] = kNoPlace;
      } else {
        pages_[kept++] = page;
      }
    }
    while (pages_.size() > kept) pages_.pop_back();
    make(priorities, places);
    return before - kept;
  }
  // After many priorities changed.
  void make(const Priorities& priorities, Places& places) {
    for (size_t i = pages_.size(); i-- > 0;) sink(i, pages_[i], priorities, places);
  }

 private:
  [[nodiscard]] static bool is_better(uint32_t a, uint32_t b, const Priorities& priorities) {
    const float first = priorities[a];
    const float second = priorities[b];
    return first > second || (first == second && a < b);
  }
  void rise(size_t at, uint32_t page, const Priorities& priorities, Places& places) {
    while (at > 0) {
      const size_t above = (at - 1) / 2;
      if (!is_better(page, pages_[above], priorities)) break;
      put(at, pages_[above], places);
      at = above;
    }
    put(at, page, places);
  }
  void sink(size_t at, uint32_t page, const Priorities& priorities, Places& places) {
    for (;;) {
      size_t below = at * 2 + 1;
      if (below >= pages_.size()) break;
      if (below + 1 < pages_.size() && is_better(pages_[below + 1], pages_[below], priorities)) {
        ++below;
      }
      if (!is_better(pages_[below], page, priorities)) break;
      put(at, pages_[below], places);
      at = below;
    }
    put(at, page, places);
  }
  void put(size_t at, uint32_t page, Places& places) {
    pages_[at] = page;
    places[page] = static_cast<uint32_t>(at);
  }

  GrowingArray<uint32_t> pages_;
};

}  // namespace cocite::crawl

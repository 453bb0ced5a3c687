// Which of the lists just before this one have pages in common with it?
//
// Most lists of a web graph share nothing with most of their neighbours, so comparing each list
// with all kWindow before it, one after the other, is mostly time for nothing. Here a table of the
// pages of the last lists tells for each page, in one look, in which of them it stands.
//
//   SharedPages shared(lists);
//   for (size_t i = 0; i < lists.size(); ++i)                  // all, in order
//     shared.next([&](unsigned r, size_t k) { … });            // lists[i][k] is in list i - r too
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/lists.h"
#include "graph/reference_choice.h"

namespace cocite::graph {

class SharedPages {
 public:
  explicit SharedPages(const Lists& lists) : lists_(lists) {}

  template <class Found>
  void next(Found&& found) {
    if (at_ % kStretch == 0) start_over();
    const auto list = lists_[at_];
    for (size_t k = 0; k < list.size(); ++k) {
      Slot& slot = slot_of(index(list[k]));
      const uint32_t in = seen_in(slot);
      for (uint32_t left = in; left != 0; left &= left - 1) {
        found(static_cast<unsigned>(std::countr_zero(left)), k);
      }
      slot = {index(list[k]), in | 1U, at_};
    }
    ++at_;
  }

 private:
  struct Slot {
    uint32_t page = 0;
    uint32_t in = 0;  // bit r: list last - r has the page; 0: empty
    size_t last = 0;
  };
  // The table is emptied so often, and so stays in the nearest cache.
  static constexpr size_t kStretch = 64;
  static constexpr uint32_t kAll = (1U << (kWindow + 1)) - 1;

  // Bit r: list at_ - r has the page.
  [[nodiscard]] uint32_t seen_in(const Slot& slot) const {
    const size_t age = at_ - slot.last;
    return age <= kWindow ? slot.in << age & kAll : 0;
  }
  void start_over() {
    const size_t end = std::min(at_ + kStretch, lists_.size());
    const size_t begin = at_ - std::min<size_t>(at_, kWindow);
    const size_t size = std::bit_ceil((lists_.offsets[end] - lists_.offsets[begin]) * 2 + 2);
    slots_.assign(size, {});
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(size));
    const size_t now = at_;
    for (at_ = begin; at_ < now; ++at_) {
      for (const PageId page : lists_[at_]) {
        Slot& slot = slot_of(index(page));
        slot = {index(page), seen_in(slot) | 1U, at_};
      }
    }
  }
  // The page's, or the empty one where it belongs.
  Slot& slot_of(uint32_t page) {
    size_t slot = (page * uint64_t{0x9E3779B97F4A7C15}) >> shift_;
    while (slots_[slot].in != 0 && slots_[slot].page != page) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slots_[slot];
  }

  const Lists& lists_;
  size_t at_ = 0;
  std::vector<Slot> slots_;
  unsigned shift_ = 0;
};

}  // namespace cocite::graph

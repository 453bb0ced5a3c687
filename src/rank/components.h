// Which pages hang together? Sets that grow by uniting, on several threads at once.
//
//   Components sets(pages);
//   sets.unite(3, 8);
//   sets.find(8)          // 3: the smallest page of the set
//
// A page knows a smaller page of its set, and the smallest itself. To unite two sets, the larger of
// their smallest pages gets a link to the smaller one, in one atomic step, so the answer does
// not depend on the order. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "rank/big_array.h"

namespace cocite::rank {

class Components {
 public:
  explicit Components(uint64_t pages) : smaller_(pages) {
    for (uint64_t page = 0; page < pages; ++page) smaller_[page] = static_cast<uint32_t>(page);
  }

  [[nodiscard]] uint32_t find(uint32_t page) {
    for (;;) {
      uint32_t next = at(page).load(std::memory_order_relaxed);
      if (next == page) return page;
      // Path halving, for the next caller; if another thread was faster, its value will do.
      const uint32_t after = at(next).load(std::memory_order_relaxed);
      if (after != next) {
        at(page).compare_exchange_weak(next, after, std::memory_order_relaxed);
      }
      page = after;
    }
  }

  void unite(uint32_t a, uint32_t b) {
    for (;;) {
      a = find(a);
      b = find(b);
      if (a == b) return;
      if (a > b) std::swap(a, b);
      uint32_t itself = b;
      if (at(b).compare_exchange_strong(itself, a, std::memory_order_relaxed)) return;
    }
  }

 private:
  [[nodiscard]] std::atomic_ref<uint32_t> at(uint32_t page) {
    return std::atomic_ref<uint32_t>(smaller_[page]);
  }

  BigArray<uint32_t> smaller_;
};

}  // namespace cocite::rank

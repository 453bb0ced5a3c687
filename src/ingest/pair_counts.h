// Counts of pairs of pages, until they are given on.
//
//   PairCounts counts;
//   counts.add(from, to, 3);
//   counts.take([&](uint32_t from, uint32_t to, uint64_t count) { … });   // and it is empty again
//
// One thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/hash.h"

namespace cocite::ingest {

// Sums that do not fit stay at the largest number.
[[nodiscard]] constexpr uint64_t saturated_sum(uint64_t a, uint64_t b) {
  return a > std::numeric_limits<uint64_t>::max() - b ? std::numeric_limits<uint64_t>::max()
                                                      : a + b;
}

class PairCounts {
 public:
  PairCounts() : slots_(kFirstSlots) {}

  // REQUIRES: from != to.
  void add(uint32_t from, uint32_t to, uint64_t count) {
    const uint64_t pair = (uint64_t{from} << 32) | to;
    const size_t mask = slots_.size() - 1;
    for (size_t i = mix(pair) & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.count == 0) {
        slot = {pair, count};
        if (++size_ * 2 > slots_.size()) grow();
        return;
      }
      if (slot.pair == pair) {
        slot.count = saturated_sum(slot.count, count);
        return;
      }
    }
  }
  [[nodiscard]] size_t bytes() const { return slots_.size() * sizeof(Slot); }
  // `use` returns a Result<void>.
  template <class Use>
  auto take(const Use& use) -> decltype(use(0, 0, 0)) {
    for (const Slot& slot : slots_) {
      if (slot.count == 0) continue;
      auto used =
          use(static_cast<uint32_t>(slot.pair >> 32), static_cast<uint32_t>(slot.pair), slot.count);
      if (!used) return used;
    }
    slots_.assign(kFirstSlots, {});
    slots_.shrink_to_fit();
    size_ = 0;
    return {};
  }

 private:
  static constexpr size_t kFirstSlots = size_t{1} << 12;
  struct Slot {
    uint64_t pair = 0;
    uint64_t count = 0;  // 0: empty
  };
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.count == 0) continue;
      size_t i = mix(slot.pair) & mask;
      while (slots_[i].count != 0) i = (i + 1) & mask;
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two
  size_t size_ = 0;
};

}  // namespace cocite::ingest

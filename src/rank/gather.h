// The innermost loop of every iterated rank: the sum of the scores that a list names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cocite::rank {

// Lists lie one behind the other, so that what is behind this one will be wanted soon.
inline constexpr size_t kAhead = 64;
// What is read at random and larger than this does not stay in the caches.
inline constexpr uint64_t kFitsInCache = uint64_t{16} << 20;

// The sum of value(slots[place]). Four sums at a time: one alone would wait for each addition
// before the next. kAsksAhead: what will be wanted later is asked from memory now; worth it where
// it does not fit in the cache. REQUIRES then: kAhead numbers behind the places can be read.
template <bool kAsksAhead, class Slot, class Value>
[[nodiscard]] double gather(const Slot* slots, std::span<const uint32_t> places,
                            const Value& value) {
  const uint32_t* const at = places.data();
  const size_t size = places.size();
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  size_t i = 0;
  for (; i + 4 <= size; i += 4) {
    if constexpr (kAsksAhead) {
      for (size_t k = 0; k < 4; ++k) __builtin_prefetch(slots + at[i + k + kAhead]);
    }
    a += value(slots[at[i]]);
    b += value(slots[at[i + 1]]);
    c += value(slots[at[i + 2]]);
    d += value(slots[at[i + 3]]);
  }
  for (; i < size; ++i) {
    if constexpr (kAsksAhead) __builtin_prefetch(slots + at[i + kAhead]);
    a += value(slots[at[i]]);
  }
  return (a + b) + (c + d);
}

template <bool kAsksAhead>
[[nodiscard]] double gather(const double* values, std::span<const uint32_t> places) {
  return gather<kAsksAhead>(values, places, [](double value) { return value; });
}

}  // namespace cocite::rank

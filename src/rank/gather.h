// The innermost loop of every iterated rank: the sum of the scores that a list names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cocite::rank {

// Lists lie one behind the other, so that what is behind this one will be wanted soon.
inline constexpr size_t kAhead = 64;

// Four sums at a time: one alone would wait for each addition before the next. kAsksAhead: values
// that will be wanted later are asked from memory now; worth it where they do not fit in the cache.
// REQUIRES: kAhead numbers behind the places can be read, and are places.
template <bool kAsksAhead = false>
[[nodiscard]] double gather(const double* values, std::span<const uint32_t> places) {
  const uint32_t* const at = places.data();
  const size_t size = places.size();
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  size_t i = 0;
  for (; i + 4 <= size; i += 4) {
    if constexpr (kAsksAhead) {
      for (size_t k = 0; k < 4; ++k) __builtin_prefetch(values + at[i + k + kAhead]);
    }
    a += values[at[i]];
    b += values[at[i + 1]];
    c += values[at[i + 2]];
    d += values[at[i + 3]];
  }
  for (; i < size; ++i) {
    if constexpr (kAsksAhead) __builtin_prefetch(values + at[i + kAhead]);
    a += values[at[i]];
  }
  return (a + b) + (c + d);
}

}  // namespace cocite::rank

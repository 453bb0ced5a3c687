// The innermost loop of every iterated rank: the sum of the scores that a list names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cocite::rank {

// Four sums at a time: one alone would wait for each addition before the next.
[[nodiscard]] inline double gather(const double* values, std::span<const uint32_t> places) {
  const uint32_t* const at = places.data();
  const size_t size = places.size();
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  size_t i = 0;
  for (; i + 4 <= size; i += 4) {
    a += values[at[i]];
    b += values[at[i + 1]];
    c += values[at[i + 2]];
    d += values[at[i + 3]];
  }
  for (; i < size; ++i) a += values[at[i]];
  return (a + b) + (c + d);
}

}  // namespace cocite::rank

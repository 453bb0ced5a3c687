// Which places of some arrays meet a condition, asked for four at a time.
//
//   for_each_place(count, [&](auto at) { return at(sums) * at(factors) >= least; },
//                  [&](uint32_t place) { … });
//
// For conditions that few places meet: 64 are passed over by one branch. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace cocite::text {

using Floats = float __attribute__((vector_size(16)));
using Ints = int32_t __attribute__((vector_size(16)));
using Bytes = uint8_t __attribute__((vector_size(4)));

[[nodiscard]] inline Floats four(const float* values) {
  Floats lanes;
  std::memcpy(&lanes, values, sizeof lanes);
  return lanes;
}
[[nodiscard]] inline bool is_zero(const Ints& lanes) {
  std::array<uint64_t, 2> words;
  std::memcpy(words.data(), &lanes, sizeof lanes);
  return (words[0] | words[1]) == 0;
}
[[nodiscard]] inline Floats four(const uint8_t* values) {
  Bytes lanes;
  std::memcpy(&lanes, values, sizeof lanes);
  return __builtin_convertvector(lanes, Floats);
}

// `at` gives what stands at four places of an array, of floats or bytes, which can be read up to
// the next multiple of 64.
template <class IsIn, class Use>
void for_each_place(uint32_t count, IsIn&& is_in, Use&& use) {
  for (uint32_t from = 0; from < count; from += 64) {
    const auto ask = [&](uint32_t i) -> Ints {
      return is_in([i](const auto* values) { return four(values + i); });
    };
    Ints any{};
    for (uint32_t i = from; i < from + 64; i += 4) any |= ask(i);
    if (is_zero(any)) continue;
    for (uint32_t i = from; i < from + 64; i += 4) {
      const Ints found = ask(i);
      if (is_zero(found)) continue;
      for (uint32_t lane = 0; lane < 4 && i + lane < count; ++lane) {
        if (found[lane] != 0) use(i + lane);
      }
    }
  }
}

}  // namespace cocite::text

// The position of the k-th one of a word: the inner step of Elias-Fano.
//
//   select_in_word<true>(0b10110, 1) == 2    // with pdep, where has_bmi2() says it exists
//   select_in_word<false>(0b10110, 1) == 2   // anywhere
//
// Pure functions; any thread. The choice is a template parameter so that it is made once per call
// of the caller and not once per word.
#pragma once

#include <bit>
#include <cstdint>

namespace cocite::file {

// Whether this processor has pdep and tzcnt.
[[nodiscard]] inline bool has_bmi2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("popcnt") != 0;
#else
  return false;
#endif
}

// REQUIRES: k < number of ones in word; has_bmi2() if kBmi2.
template <bool kBmi2>
[[gnu::always_inline, nodiscard]] inline unsigned select_in_word(uint64_t word, unsigned k) {
#if defined(__x86_64__)
  if constexpr (kBmi2) {
    // Assembly instead of the intrinsic: this function is inlined into callers compiled for plain
    // x86-64 and into callers compiled for BMI2, and the compiler allows the intrinsic only there.
    uint64_t one = uint64_t{1} << k;
    asm("pdep %1, %0, %0" : "+r"(one) : "r"(word));
    return static_cast<unsigned>(std::countr_zero(one));
  }
#endif
  // Ones per byte, then running sums; the byte is the first whose sum is above k.
  constexpr uint64_t kOnes = 0x0101010101010101U;
  uint64_t sums = word - ((word >> 1) & 0x5555555555555555U);
  sums = (sums & 0x3333333333333333U) + ((sums >> 2) & 0x3333333333333333U);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FU) * kOnes;
  // A byte's high bit becomes 1 where sum <= k: both are at most 64, so nothing borrows.
  const uint64_t below = (((k * kOnes) | (0x80U * kOnes)) - sums) & (0x80U * kOnes);
  const unsigned byte = static_cast<unsigned>(((below >> 7) * kOnes) >> 56);
  const unsigned before = byte == 0 ? 0 : static_cast<unsigned>(sums >> (8 * byte - 8)) & 0xFFU;
  uint64_t rest = word >> (8 * byte);
  for (unsigned skip = k - before; skip > 0; --skip) rest &= rest - 1;
  return 8 * byte + static_cast<unsigned>(std::countr_zero(rest));
}

}  // namespace cocite::file

// How many different things were put in, by a few bytes that can be united: HyperLogLog.
//
//   add(hash, registers);                      // 16 registers or more, a power of two, zeros at first
//   unite(more, registers);                    // true: something changed
//   estimate(registers)                        // within about 1.04 / sqrt(registers) of the truth
//
// A thing belongs to one register by some bits of its hash; a register keeps the longest run of zeros that the other
// bits of its things begin with. The estimate is Ertl's, which needs no tables for small and large numbers
// (O. Ertl, "New Cardinality Estimation Algorithms for HyperLogLog Sketches", 2017). Pure.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

namespace cocite::rank {

namespace detail {
using Lane = uint8_t __attribute__((vector_size(16)));

inline double sigma(double x) {
  if (x == 1) return INFINITY;
  double y = 1;
  double z = x;
  for (double before = -1; z != before;) {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  }
  return z;
}
}  // namespace detail

inline void add(uint64_t hash, std::span<uint8_t> registers) {
  const auto bits = static_cast<unsigned>(std::countr_zero(registers.size()));
  const uint64_t rest = hash >> bits | uint64_t{1} << (63 - bits);  // ends the run of zeros
  uint8_t& kept = registers[hash & (registers.size() - 1)];
  kept = std::max(kept, static_cast<uint8_t>(std::countr_zero(rest) + 1));
}

[[nodiscard]] inline bool unite(std::span<const uint8_t> more, std::span<uint8_t> registers) {
  detail::Lane changed = {};
  for (size_t i = 0; i < registers.size(); i += sizeof(detail::Lane)) {
    detail::Lane a;
    detail::Lane b;
    std::memcpy(&a, registers.data() + i, sizeof(a));
    std::memcpy(&b, more.data() + i, sizeof(b));
    const detail::Lane larger = a > b ? a : b;
    changed |= larger ^ a;
    std::memcpy(registers.data() + i, &larger, sizeof(larger));
  }
  std::array<uint64_t, 2> words;
  std::memcpy(words.data(), &changed, sizeof(changed));
  return (words[0] | words[1]) != 0;
}

[[nodiscard]] inline double estimate(std::span<const uint8_t> registers) {
  std::array<uint32_t, 66> counts{};
  for (const uint8_t value : registers) ++counts[value];
  const auto size = static_cast<double>(registers.size());
  double z = 0;
  for (size_t value = counts.size(); --value > 0;) z = 0.5 * (z + counts[value]);
  z += size * detail::sigma(counts[0] / size);
  return size * size / (2 * std::log(2.0) * z);
}

}  // namespace cocite::rank

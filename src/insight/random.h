// Chance that is the same everywhere: the same seed gives the same numbers.
//
//   Random random(seed);
//   random.below(6)          // 0 to 5
//   random.unit()            // at least 0, less than 1
//
// splitmix64. A value: each thread its own.
#pragma once

#include <cstdint>

#include "base/hash.h"

namespace cocite::insight {

__extension__ using Wide = unsigned __int128;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(mix(seed)) {}
  uint64_t next() { return mix(state_++); }
  // REQUIRES: limit > 0.
  uint64_t below(uint64_t limit) {
    return static_cast<uint64_t>((static_cast<Wide>(next()) * limit) >> 64);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  uint64_t state_;
};

}  // namespace cocite::insight

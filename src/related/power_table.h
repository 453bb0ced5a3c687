// x to a fixed power, for the small whole numbers that degrees and groups mostly are.
//
//   static const PowerTable table(-0.3);
//   table(in_degree)
//
// Never changes once made; any number of threads.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cocite::related {

class PowerTable {
 public:
  explicit PowerTable(double power) : power_(power), known_(kKnown) {
    for (size_t i = 0; i < kKnown; ++i) known_[i] = std::pow(static_cast<double>(i), power);
  }
  double operator()(uint64_t x) const {
    return x < kKnown ? known_[x] : std::pow(static_cast<double>(x), power_);
  }

 private:
  static constexpr size_t kKnown = 1 << 14;
  double power_;
  std::vector<double> known_;
};

}  // namespace cocite::related

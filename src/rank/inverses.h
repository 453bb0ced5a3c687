// One over a number of links, without dividing for most: a division takes as long as several links.
//
//   const Inverses inverses;
//   inverses(4U)   // 0.25
//   inverses(0U)   // 1: a page without links keeps what it has
//
// Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cocite::rank {

class Inverses {
 public:
  Inverses() {
    table_[0] = 1;
    for (size_t i = 1; i < table_.size(); ++i) table_[i] = 1 / static_cast<double>(i);
  }
  [[nodiscard]] double operator()(uint32_t links) const {
    return links < table_.size() ? table_[links] : 1 / static_cast<double>(links);
  }
  // Of a sum of weights.
  [[nodiscard]] double operator()(double weight) const { return weight == 0 ? 1 : 1 / weight; }

 private:
  std::array<double, 512> table_{};  // stays in the nearest cache
};

// What the inverse undoes.
[[nodiscard]] inline double divisor(uint32_t links) {
  return links == 0 ? 1.0 : static_cast<double>(links);
}
[[nodiscard]] inline double divisor(double weight) {
  return weight == 0 ? 1.0 : weight;
}

}  // namespace cocite::rank

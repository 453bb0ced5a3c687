// Do good answers stand first?
//
//   average_precision(ratings)   // good, wrong, good: (1/1 + 2/3) / 2
//
// Dean & Henzinger's: the mean, over the ranks with a good answer, of the precision at that rank; 0
// where none is good. So it is not lowered by good pages that were not found, nor by a short
// answer; recall.h tells of those. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <span>

#include "measure/rating.h"

namespace cocite::measure {

[[nodiscard]] inline double average_precision(std::span<const Rating> ratings) {
  double sum = 0;
  double good = 0;
  for (size_t i = 0; i < ratings.size(); ++i) {
    if (!is_good(ratings[i])) continue;
    ++good;
    sum += good / static_cast<double>(i + 1);
  }
  return good == 0 ? 0 : sum / good;
}

}  // namespace cocite::measure

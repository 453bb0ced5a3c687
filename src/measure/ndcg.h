// How near is this to the best answer that there could be?
//
//   ndcg_at(ratings, 10, good_pages)   // 1: all that could be good is good, and stands first
//
// Normalised discounted cumulated gain with gains 0 and 1: a good answer at rank i is worth
// 1 / log2(i + 1), and the sum is divided by that of the best possible answer, which has
// min(rank, good_pages) good ones in front. 0 where there is no good page at all. Pure functions;
// any thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "measure/rating.h"

namespace cocite::measure {

[[nodiscard]] inline double ndcg_at(std::span<const Rating> ratings, size_t rank,
                                    uint64_t good_pages) {
  const auto worth = [](size_t i) { return 1 / std::log2(static_cast<double>(i) + 2); };
  double best = 0;
  for (size_t i = 0; i < std::min<uint64_t>(rank, good_pages); ++i) best += worth(i);
  if (best == 0) return 0;
  double sum = 0;
  for (size_t i = 0; i < std::min(rank, ratings.size()); ++i) {
    if (is_good(ratings[i])) sum += worth(i);
  }
  return sum / best;
}

}  // namespace cocite::measure

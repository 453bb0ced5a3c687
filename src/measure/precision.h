// How many of the first answers are good?
//
//   precision_at(ratings, 10)   // good ones among the first ten / 10
//
// What is not there counts as wrong: three good answers and no others are 0.3 at 10. The mean over
// query pages is the paper's "precision at r". Pure functions; any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "measure/rating.h"

namespace cocite::measure {

[[nodiscard]] inline uint64_t good_among(std::span<const Rating> ratings, size_t first) {
  const auto some = ratings.first(std::min(first, ratings.size()));
  return static_cast<uint64_t>(std::ranges::count(some, Rating::kGood));
}

// 0 at rank 0.
[[nodiscard]] inline double precision_at(std::span<const Rating> ratings, size_t rank) {
  if (rank == 0) return 0;
  return static_cast<double>(good_among(ratings, rank)) / static_cast<double>(rank);
}

// The share of unjudged answers among the first `rank`. 0 at rank 0.
[[nodiscard]] inline double unjudged_at(std::span<const Rating> ratings, size_t rank) {
  if (rank == 0) return 0;
  const auto some = ratings.first(std::min(rank, ratings.size()));
  return static_cast<double>(std::ranges::count(some, Rating::kUnjudged)) /
         static_cast<double>(rank);
}

}  // namespace cocite::measure

// Are the first's values larger than the other's, taken all together?
//
//   const RankSumTest test = rank_sum_test(one, other);
//
// Wilcoxon's sum of ranks (Mann-Whitney's U): the values of both are ranked together, ties share
// the mean of their ranks, and U is compared with the normal distribution, with tie and continuity
// correction. All tied, or nothing to compare: p is 1. Pure functions; any thread.
#pragma once

#include <span>

#include "measure/p_value.h"

namespace cocite::measure {

struct RankSumTest {
  double u = 0;  // pairs of values in which the first's is larger, ties as half
  double z = 0;  // of the one-sided test
  PValue p = {};
};

[[nodiscard]] RankSumTest rank_sum_test(std::span<const double> one, std::span<const double> other);

}  // namespace cocite::measure

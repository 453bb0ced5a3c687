#include "measure/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace cocite::measure {
namespace {

// Above z, in a normal distribution.
double tail(double z) {
  return std::erfc(z / std::numbers::sqrt2) / 2;
}

}  // namespace

RankSumTest rank_sum_test(std::span<const double> one, std::span<const double> other) {
  RankSumTest test;
  if (one.empty() || other.empty()) return test;
  std::vector<std::pair<double, bool>> all;  // value, is it the first's
  for (const double value : one) all.emplace_back(value, true);
  for (const double value : other) all.emplace_back(value, false);
  std::ranges::sort(all);
  double rank_sum = 0;
  double tied = 0;  // sum of t^3 - t
  for (size_t begin = 0; begin < all.size();) {
    size_t end = begin;
    double own = 0;
    while (end < all.size() && all[end].first == all[begin].first) {
      own += all[end].second ? 1 : 0;
      ++end;
    }
    rank_sum += own * static_cast<double>(begin + 1 + end) / 2;
    const auto size = static_cast<double>(end - begin);
    tied += size * size * size - size;
    begin = end;
  }
  const auto n1 = static_cast<double>(one.size());
  const auto n2 = static_cast<double>(other.size());
  const double n = n1 + n2;
  test.u = rank_sum - n1 * (n1 + 1) / 2;
  const double variance = n1 * n2 / 12 * (n + 1 - tied / (n * (n - 1)));
  if (!(variance > 0)) return test;
  const double spread = std::sqrt(variance);
  const double mean = n1 * n2 / 2;
  constexpr double kContinuity = 0.5;
  test.z = (test.u - mean - kContinuity) / spread;
  test.p.one_sided = tail(test.z);
  test.p.two_sided = std::min(1.0, 2 * tail((std::abs(test.u - mean) - kContinuity) / spread));
  return test;
}

}  // namespace cocite::measure

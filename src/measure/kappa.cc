#include "measure/kappa.h"

#include <cstddef>
#include <limits>

#include "base/assert.h"

namespace cocite::measure {
namespace {

constexpr double kNothingToTell = std::numeric_limits<double>::quiet_NaN();

double kappa(double agreement, double by_chance) {
  if (!(by_chance < 1)) return kNothingToTell;
  return (agreement - by_chance) / (1 - by_chance);
}

}  // namespace

double cohen_kappa(std::span<const uint8_t> one, std::span<const uint8_t> other) {
  COCITE_ASSERT(one.size() == other.size(), "kappa compares ratings of the same answers");
  if (one.empty()) return kNothingToTell;
  double same = 0;
  double good_one = 0;
  double good_other = 0;
  for (size_t i = 0; i < one.size(); ++i) {
    const bool a = one[i] != 0;
    const bool b = other[i] != 0;
    same += a == b ? 1 : 0;
    good_one += a ? 1 : 0;
    good_other += b ? 1 : 0;
  }
  const auto n = static_cast<double>(one.size());
  const double a = good_one / n;
  const double b = good_other / n;
  return kappa(same / n, a * b + (1 - a) * (1 - b));
}

double fleiss_kappa(std::span<const std::pair<uint64_t, uint64_t>> votes) {
  double answers = 0;
  double agreement = 0;
  double good = 0;
  double ratings = 0;
  for (const auto& [yes, no] : votes) {
    if (yes + no < 2) continue;
    const auto y = static_cast<double>(yes);
    const auto n = static_cast<double>(no);
    ++answers;
    agreement += (y * (y - 1) + n * (n - 1)) / ((y + n) * (y + n - 1));
    good += y;
    ratings += y + n;
  }
  if (answers == 0) return kNothingToTell;
  const double p = good / ratings;
  return kappa(agreement / answers, p * p + (1 - p) * (1 - p));
}

}  // namespace cocite::measure

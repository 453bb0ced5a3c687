#include "measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/assert.h"
#include "base/hash.h"

namespace cocite::measure {
namespace {

// A value of a sorted list at a share of its length, between two of them by proportion.
double quantile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

}  // namespace

Bootstrap::Bootstrap(uint32_t queries, const Options& options)
    : options_(options), queries_(queries) {
  if (queries == 0) return;
  drawn_.reserve(options.resamples * queries);
  uint64_t state = mix(options.seed);
  for (uint64_t i = 0; i < options.resamples * queries; ++i) {
    state = mix(state);
    // The upper bits of a product: no division, and as even as 32 bits are.
    drawn_.push_back(static_cast<uint32_t>(((state >> 32) * queries) >> 32));
  }
}

std::vector<double> Bootstrap::means(std::span<const double> values) const {
  COCITE_ASSERT(values.size() == queries_, "a value for each query page");
  std::vector<double> result;
  if (queries_ == 0) return result;
  result.reserve(options_.resamples);
  for (size_t begin = 0; begin < drawn_.size(); begin += queries_) {
    double sum = 0;
    for (size_t i = begin; i < begin + queries_; ++i) sum += values[drawn_[i]];
    result.push_back(sum / static_cast<double>(queries_));
  }
  return result;
}

Interval Bootstrap::interval(std::vector<double> means) const {
  if (means.empty()) return {};
  std::ranges::sort(means);
  const double outside = (1 - options_.confidence) / 2;
  return {quantile(means, outside), quantile(means, 1 - outside)};
}

}  // namespace cocite::measure

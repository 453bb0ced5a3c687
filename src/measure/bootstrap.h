// How far may a mean be off, had other query pages been asked?
//
//   const Bootstrap bootstrap(queries, {.resamples = 1000, .seed = 0});
//   const std::vector<double> means = bootstrap.means(values);       // of each resample
//   const Interval interval = bootstrap.interval(means);             // percentiles 2.5 and 97.5
//
// Query pages are drawn with replacement, the same ones for whatever is compared, so that the
// difference of two means can be looked at resample by resample. The same seed gives the same
// intervals on any machine. Never changes once made; any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cocite::measure {

struct Interval {
  double low = 0;
  double high = 0;
};

class Bootstrap {
 public:
  struct Options {
    uint64_t resamples = 1000;
    uint64_t seed = 0;
    double confidence = 0.95;
  };
  Bootstrap(uint32_t queries, const Options& options);

  // REQUIRES: one value a query page.
  [[nodiscard]] std::vector<double> means(std::span<const double> values) const;
  // No resamples: 0 to 0.
  [[nodiscard]] Interval interval(std::vector<double> means) const;

 private:
  Options options_;
  uint32_t queries_;
  std::vector<uint32_t> drawn_;  // `queries_` of each resample
};

}  // namespace cocite::measure

// Does learning help on pages that it has not seen?
//
//   COCITE_TRY(const Validation tried, cross_validate(table, fit, {.folds = 5, .seed = 0}));
//   tried.is_clear()                          // the gain's interval lies above 0
//
// Query pages are dealt into folds by their names; each fold is ordered by what was learned from the
// others. The interval is a bootstrap over query pages. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "measure/bootstrap.h"
#include "measure/table.h"
#include "related/model.h"

namespace cocite::measure {

// From the answers to these query pages.
using Fit = std::function<Result<related::Model>(std::span<const size_t> pages)>;

struct ValidationOptions {
  size_t folds = 5;
  uint64_t seed = 0;
  uint64_t resamples = 1000;
  double confidence = 0.95;
  unsigned threads = 1;
  // Asked between folds.
  std::function<bool()> goes_on = {};
};

struct Mean {
  double value = 0;
  Interval interval = {};
};

struct Validation {
  Mean before;  // nDCG@10
  Mean after;
  Mean gain;
  std::vector<double> fold_gains;
  std::vector<double> gains;  // of each query page

  [[nodiscard]] bool is_clear() const { return gain.interval.low > 0; }
};

// Which fold each query page is in.
[[nodiscard]] std::vector<size_t> folds_of(const Table& table, size_t folds, uint64_t seed);

// REQUIRES: at least as many query pages as folds, and two folds.
[[nodiscard]] Result<Validation> cross_validate(const Table& table, const Fit& fit,
                                                const ValidationOptions& options);

}  // namespace cocite::measure

// Randomized HITS: HITS with a surfer who sometimes jumps, so that every page gets a score.
//
// He goes forward along a link of a page, then back along a link to that page, and before each
// step jumps anywhere with chance ε:
//
//   a = ε·1 + (1-ε)·A_rowᵀ·h,   then   h = ε·1 + (1-ε)·A_col·a,   ε = 0.15, from h = a = 1
//
// A_row is the link matrix with rows that sum to 1, A_col with columns that sum to 1 (those without
// any link stay 0). Unlike HITS it has one answer, is hardly moved by a few more links, and gives
// every community its part.
//
// Paper: A. Ng, A. Zheng, M. Jordan, "Stable Algorithms for Link Analysis", 2001. Cost: one look at
// each link per iteration (two_way.h); each iteration leaves at most (1-ε)² of the error.
#include <algorithm>
#include <array>
#include <cmath>

#include "rank/convergence.h"
#include "rank/inverses.h"
#include "rank/two_way.h"
#include "rank/weighted_sweep.h"

namespace cocite::rank::randomized_hits {
namespace {

constexpr std::array kRanks = {
    RankName{"randomized-hits-authority", "HITS authorities, with jumps"},
    RankName{"randomized-hits-hub", "HITS hubs, with jumps"},
};

struct Sums {
  double values = 0;
  double change = 0;
  void operator+=(const Sums& other) {
    values += other.values;
    change += other.change;
  }
};

template <class Sweep>
Result<Scores> compute_on(const Sweep& sweep, const Options& options, Convergence& convergence) {
  const uint64_t pages = sweep.pages();
  TwoWay two_way(sweep, options.threads);
  const Inverses inverses;
  Numbers authority(pages);
  std::fill(authority.begin(), authority.end(), 1.0);
  // Hubs are divided by their number of links while iterating: what each link gets.
  two_way.start([&](uint64_t page) { return inverses(sweep.out(page)); });

  const double jump = options.epsilon;
  const double follow = 1 - options.epsilon;
  for (bool goes_on = pages > 0; goes_on;) {
    COCITE_TRY(const Sums a,
               two_way.template pass<Sums>([&](Sums& sums, uint32_t page, double sum, auto in) {
                 const double value = jump + follow * sum;
                 sums.values += value;
                 sums.change += std::abs(value - authority[page]);
                 authority[page] = value;
                 return follow * value * inverses(in);
               }));
    const Sums h =
        two_way.template collect<Sums>([&](Sums& sums, uint64_t page, double before, double got) {
          const auto out = sweep.out(page);
          const double value = jump + got;
          sums.values += value;
          sums.change += std::abs(value - before * divisor(out));
          return value * inverses(out);
        });
    goes_on = convergence.goes_on(std::max(a.change / a.values, h.change / h.values));
  }
  Numbers hub = two_way.finish();
  for (uint64_t page = 0; page < pages; ++page) hub[page] *= divisor(sweep.out(page));
  Scores scores;
  scores.columns.emplace_back(kRanks[0].name, std::move(authority));
  scores.columns.emplace_back(kRanks[1].name, std::move(hub));
  scores.run = convergence.run();
  scores.run.is_streamed = sweep.is_streamed();
  return scores;
}

Result<Scores> compute(const store::Store& store, const Options& options) {
  Convergence convergence("randomized-hits", options, store.links());
  SweepOptions sweep_options = two_way_sweep(store, options, 16);
  sweep_options.opposite = &targets_of(store, options);
  return with_sweep(store, options, sweep_options,
                    [&](const auto& sweep) { return compute_on(sweep, options, convergence); });
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Ng, Zheng, Jordan 2001",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .compute = compute};

}  // namespace cocite::rank::randomized_hits

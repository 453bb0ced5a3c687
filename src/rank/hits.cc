// HITS: good hubs link to good authorities, and good authorities are linked to by good hubs.
//
//   a = Aᵀh,  h = A·a,  each scaled to L2 norm 1, from h = 1 until both are still
//
// that is the first singular vectors of the link matrix A (where its first singular value is
// simple; else what the start h = 1 leads to). Scores below 1e-12 of the largest are 0; without
// links all are 0.
//
// Paper: J. Kleinberg, "Authoritative Sources in a Hyperlinked Environment", 1999 (there on the
// neighbourhood of a query; here on the whole graph). Cost: one look at each link per iteration
// (two_way.h), but as many iterations as the two largest singular values are close. Does badly on
// graphs of many sites: the densest community takes everything, the rest is close to 0.
//
// The norm of a is known only when all of a is known, and comparing a with what it was before would
// need both. So the change is taken with the norm of the iteration before, and what this may be off
// by, |1/new - 1/old| times the sum, is added. The norm converges twice as fast as the vector: near
// the end the addition is nothing.
#include <algorithm>
#include <array>
#include <cmath>

#include "rank/convergence.h"
#include "rank/two_way.h"
#include "rank/weighted_sweep.h"

namespace cocite::rank::hits {
namespace {

constexpr std::array kRanks = {
    RankName{"hits-authority", "linked to by good hubs"},
    RankName{"hits-hub", "links to good authorities"},
};

constexpr double kNothing = 1e-12;  // of the largest score
// What fades away is let go long before numbers so small that they are slow to compute with.
constexpr double kFaded = 1e-100;

struct Sums {
  double values = 0;
  double squares = 0;
  double change = 0;
  void operator+=(const Sums& other) {
    values += other.values;
    squares += other.squares;
    change += other.change;
  }
};

// L1 change of values that had the norm `before` and have `now`, as a share of the L1 norm; `sums`
// was made as if the norm had stayed.
double relative_change(const Sums& sums, double before, double now) {
  if (before <= 0) return 1;
  const double bound = sums.change + std::abs(1 / now - 1 / before) * sums.values;
  return bound / (sums.values / now);
}

void scale_and_cut(Numbers& values, double factor, unsigned threads) {
  const double largest = values.size() == 0 ? 0 : *std::max_element(values.begin(), values.end());
  for_each_piece(values.size(), threads, [&](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; ++i) {
      values[i] = values[i] < kNothing * largest ? 0 : values[i] * factor;
    }
  });
}

template <class Sweep>
Result<Scores> compute_on(const Sweep& sweep, const Options& options, Convergence& convergence) {
  const uint64_t pages = sweep.pages();
  Numbers authority(pages);
  TwoWay two_way(sweep, options.threads);
  two_way.start([](uint64_t /*page*/) { return 1.0; });
  // Hubs have the norm 1/to_unit, near 1; `authority` has the norm `norm`.
  double to_unit = 1 / std::sqrt(static_cast<double>(pages));
  double norm = 0;
  for (bool goes_on = true; goes_on;) {
    const double by = norm > 0 ? 1 / norm : 0;
    COCITE_TRY(const Sums a,
               two_way.template pass<Sums>([&](Sums& sums, uint32_t page, double sum, auto /*in*/) {
                 const double value = sum * to_unit;
                 sums.values += value;
                 sums.squares += value * value;
                 sums.change += std::abs(value - authority[page]) * by;
                 authority[page] = value;
                 return value;
               }));
    const double new_norm = std::sqrt(a.squares);
    const double a_change = relative_change(a, norm, new_norm);
    norm = new_norm;
    // Were h the singular vector already, A·a would have the norm `guess`.
    const double guess = a.squares;
    const double by_guess = 1 / guess;
    const Sums h = two_way.template collect<Sums>(
        [&](Sums& sums, uint64_t /*page*/, double before, double got) {
          const double value = got < kFaded * guess ? 0 : got * by_guess;
          sums.values += value;
          sums.squares += value * value;
          sums.change += std::abs(value - before * to_unit);
          return value;
        });
    const double h_norm = std::sqrt(h.squares);
    to_unit = 1 / h_norm;
    goes_on = convergence.goes_on(std::max(a_change, relative_change(h, 1, h_norm)));
  }
  scale_and_cut(authority, 1 / norm, options.threads);
  Numbers hub = two_way.finish();
  scale_and_cut(hub, to_unit, options.threads);
  Scores scores;
  scores.columns.emplace_back(kRanks[0].name, std::move(authority));
  scores.columns.emplace_back(kRanks[1].name, std::move(hub));
  scores.run = convergence.run();
  scores.run.is_streamed = sweep.is_streamed();
  return scores;
}

Result<Scores> compute(const store::Store& store, const Options& options) {
  Convergence convergence("hits", options, store.links());
  if (store.links() == 0) {  // all are 0
    Scores scores;
    for (const RankName& rank : kRanks) {
      scores.columns.emplace_back(rank.name, Numbers(store.pages()));
    }
    scores.run = convergence.run();
    scores.run.ended = RankEnded::kExact;
    return scores;
  }
  return with_sweep(store, options, two_way_sweep(store, options, 12),
                    [&](const auto& sweep) { return compute_on(sweep, options, convergence); });
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {
    .ranks = kRanks, .paper = "Kleinberg 1999", .is_iterated = true, .compute = compute};

}  // namespace cocite::rank::hits

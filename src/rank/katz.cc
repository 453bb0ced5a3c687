// Katz: how many ways lead to a page, long ways counting less.
//
//   r(p) = 1 + α·Σ_{q→p} r(q),   scaled to Σr = 1,   α = (1-ε)/λ
//
// λ is how fast the number of ways grows with their length, the largest eigenvalue of the graph: a larger α has no
// solution. It is found by 50 multiplications of A + I, which has the same eigenvectors and no periods. A graph with a
// cycle has λ ≥ 1, one without any α would do: α is at most 1-ε.
//
// Unlike PageRank, a page passes its whole score on along each link, however many it has.
//
// Paper: L. Katz, "A New Status Index Derived from Sociometric Analysis", 1953. Cost: 50 looks at each link more than
// PageRank. Does badly where a small dense group determines λ, such as a link farm: its pages are then best.
#include <array>
#include <cmath>

#include "rank/convergence.h"
#include "rank/steady_sum.h"
#include "rank/walk.h"

namespace cocite::rank::katz {
namespace {

constexpr std::array kRanks = {
    RankName{"katz", "how many ways lead to it, long ones counting less"}};
constexpr int kRounds = 50;

template <class Sweep>
class Ways {
 public:
  Ways(const Sweep& sweep, const Options& options)
      : sweep_(sweep), options_(options), x_(sweep.pages()), y_(sweep.pages()) {}

  Result<double> growth() {
    for (double& value : x_) value = 1;
    double growth = 1;
    for (int round = 0; round < kRounds; ++round) {
      const double before = total();
      COCITE_CHECK(multiply([&](uint64_t page, double sum) { return x_[page] + sum; }));
      std::swap(x_, y_);
      const double after = total();
      growth = before > 0 ? after / before : 1;
      for_each_piece(x_.size(), options_.threads, [&](uint64_t first, uint64_t last) {
        for (uint64_t page = first; page < last; ++page) x_[page] /= after;
      });
    }
    return growth - 1;
  }

  // Gives the L1 change as a share of all scores.
  Result<double> iterate(double alpha) {
    COCITE_CHECK(multiply([&](uint64_t, double sum) { return 1 + alpha * sum; }));
    const double change = steady_sum(x_.size(), options_.threads,
                                     [&](uint64_t page) { return std::abs(x_[page] - y_[page]); });
    std::swap(x_, y_);
    return change / total();
  }

  void start() {
    for (double& value : x_) value = 1;
  }

  Numbers finish() {
    const double all = total();
    for (double& value : x_) value /= all;
    return std::move(x_);
  }

 private:
  double total() const {
    return steady_sum(x_.size(), options_.threads, [&](uint64_t page) { return x_[page]; });
  }

  template <class Value>
  Result<void> multiply(const Value& value) {
    std::vector<Result<void>> done(sweep_.parts());
    parallel_for(sweep_.parts(), options_.threads, [&](size_t part) {
      done[part] = sweep_.visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
        double sum = 0;
        sweep_.hand_back(sources, 1,
                         [&](uint32_t source, double weight) { sum += x_[source] * weight; });
        y_[page] = value(page, sum);
      });
    });
    for (const Result<void>& one : done) COCITE_CHECK(one);
    return {};
  }

  const Sweep& sweep_;
  const Options& options_;
  Numbers x_;
  Numbers y_;
};

Result<Scores> compute(const store::Store& store, const Options& options) {
  Convergence convergence(kRanks[0].name, options, store.links());
  const SweepOptions sweep_options{.parts = walk_parts(store.links()),
                                   .opposite = &targets_of(store, options),
                                   .memory_bytes = options.memory_bytes,
                                   .threads = options.threads,
                                   .progress = &options.progress,
                                   .stop = options.stop};
  return with_sweep(store, options, sweep_options, [&](const auto& sweep) -> Result<Scores> {
    Ways ways(sweep, options);
    Scores scores;
    if (sweep.pages() > 0) {
      COCITE_TRY(const double growth, ways.growth());
      const double alpha = (1 - options.epsilon) / std::max(1.0, growth);
      ways.start();
      for (bool goes_on = true; goes_on;) {
        COCITE_TRY(const double change, ways.iterate(alpha));
        goes_on = convergence.goes_on(change);
      }
    }
    scores.columns.emplace_back(kRanks[0].name, ways.finish());
    scores.run = convergence.run();
    scores.run.is_streamed = sweep.is_streamed();
    return scores;
  });
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Katz 1953",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .compute = compute};

}  // namespace cocite::rank::katz

// A surfer who follows links and sometimes jumps: the part that PageRank and its variants share.
//
// Wanted is r with  r(p) = ε·v(p) + (1-ε)·[ Σ_{q→p} r(q)/out(q) + D·v(p) ],  Σr = 1,  where v(p) is
// the chance that a jump ends at p (Σv = 1) and D is the sum of r over pages without children: the
// surfer jumps from those, too.
//
// Three things make this faster than computing the formula again and again:
//
// - D is left out. Jumps from childless pages end where all jumps end, so r is a multiple of the
//   solution y of  y(p) = ε·v(p) + (1-ε)·Σ_{q→p} y(q)/out(q)  [Del Corso, Gullí, Romani 2005]: one
//   division at the end instead of a sum in each iteration.
// - A new score is used at once (Gauss–Seidel), by the pages after it: half the iterations. Pages
//   are in order of their addresses and mostly link within their host, so most of what a page needs
//   is new. For several threads the pages are cut into parts, as many as the graph asks for and not
//   the machine; a part sees its own new scores and the old ones of others, and so the result is
//   the same bits on any number of threads.
// - What is kept is not y(q) but x(q) = y(q)/out(q), which is what other pages read: one number of
//   8 bytes a page to be read at random, and no pass to divide.
//
// Ends when the L1 change is below the tolerance and no score (that is not next to nothing) changes
// by more than 100 tolerances of itself. The second is there because L1 does not see small scores:
// without it pages at the end of long chains were wrong by 3e-5 of themselves on cnr-2000.
//
// Memory: 24 bytes a page, 4 bytes a link if links are unpacked.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "rank/convergence.h"
#include "rank/gather.h"
#include "rank/inverses.h"
#include "rank/link_sweep.h"
#include "rank/rank.h"
#include "rank/steady_sum.h"
#include "rank/weighted_sweep.h"

namespace cocite::rank {

// A jump that ends anywhere alike, or at pages by how many links they have. `in` and `out` are the
// page's numbers of links, or sums of their weights, in the graph that is walked.
struct UniformJump {
  double share;  // 1 / pages
  [[nodiscard]] UniformJump from(uint64_t /*first_page*/) const { return *this; }
  double operator()(uint32_t /*page*/, double /*in*/, double /*out*/) const { return share; }
};
struct OutDegreeJump {
  double share;  // 1 / links
  [[nodiscard]] OutDegreeJump from(uint64_t /*first_page*/) const { return *this; }
  double operator()(uint32_t /*page*/, double /*in*/, double out) const { return share * out; }
};
struct InDegreeJump {
  double share;  // 1 / links
  [[nodiscard]] InDegreeJump from(uint64_t /*first_page*/) const { return *this; }
  double operator()(uint32_t /*page*/, double in, double /*out*/) const { return share * in; }
};
// A jump to chosen pages. Asked page by page in rising order.
class SeedJump {
 public:
  // `seeds`: by page, their shares adding up to 1.
  explicit SeedJump(std::span<const std::pair<PageId, double>> seeds) : seeds_(seeds) {}
  [[nodiscard]] SeedJump from(uint64_t first_page) const {
    SeedJump jump = *this;
    const auto begin = std::ranges::lower_bound(
        seeds_, first_page, {}, [](const auto& seed) { return uint64_t{index(seed.first)}; });
    jump.seeds_ = seeds_.subspan(static_cast<size_t>(begin - seeds_.begin()));
    return jump;
  }
  double operator()(uint32_t page, double /*in*/, double /*out*/) {
    if (seeds_.empty() || index(seeds_.front().first) != page) return 0;
    const double share = seeds_.front().second;
    seeds_ = seeds_.subspan(1);
    return share;
  }

 private:
  std::span<const std::pair<PageId, double>> seeds_;
};

// Into how many parts a graph is cut: a thread each, at most. More parts mean more old scores: on
// cnr-2000 two parts need 56 iterations where one needs 55, four 88; on a made-up web of 139
// million links one part needs 46 for a residual of 1e-9, two 52, four 55, eight 56.
[[nodiscard]] inline uint64_t walk_parts(uint64_t links) {
  constexpr uint64_t kWorthTwo = 1'000'000;
  constexpr uint64_t kPartLinks = 64'000'000;
  // Powers of two, as machines have cores.
  return links < kWorthTwo ? 1 : std::clamp<uint64_t>(std::bit_floor(links / kPartLinks), 2, 64);
}

// One walk over a graph; `Jump` is one of the above, `Sweep` LinkSweep or WeightedSweep.
template <class Jump, class Sweep>
class Walk {
 public:
  static_assert(LinkSweep::kSlack >= kAhead);
  Walk(const Sweep& sweep, const Jump& jump, const Options& options)
      : sweep_(&sweep),
        jump_(jump),
        options_(&options),
        pages_(sweep.pages()),
        x_(pages_ * (sweep.parts() > 1 ? 2 : 1)) {}

  // Starts where jumps end, so that a page which cannot be reached stays at 0.
  [[nodiscard]] Result<void> start() {
    COCITE_CHECK(each_part([&](size_t part) -> Result<Change> {
      Jump jump = jump_.from(sweep_->part(part).first);
      COCITE_CHECK(sweep_->visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
        const auto out = sweep_->out(page);
        x_[page] = jump(page, sweep_->in(page, sources), out) * inverses_(out);
      }));
      return Change{};
    }));
    keep_old();
    return {};
  }

  struct Change {
    double l1 = 0;           // of y
    double total = 0;        // Σy
    double largest = 0;      // score
    uint64_t unsettled = 0;  // pages whose score changed by too much of itself
  };

  // One iteration over all pages.
  [[nodiscard]] Result<Change> iterate() {
    const bool asks_ahead = pages_ * sizeof(double) > kFitsInCache;
    COCITE_TRY(const Change change, each_part([&](size_t part) {
                 return asks_ahead ? iterate<true>(part) : iterate<false>(part);
               }));
    keep_old();
    floor_ = change.largest * kNextToNothing;
    return change;
  }

  // Scores that sum to 1; this is used up. One more iteration, for which all pages see the same
  // scores: pages with the same parents get the very same score, and stand by key in answers.
  [[nodiscard]] Result<Numbers> finish() {
    if (x_.size() == pages_) {
      BigArray<double> twice(pages_ * 2);
      std::copy(x_.begin(), x_.end(), twice.begin());
      x_ = std::move(twice);
    }
    const double* const x = x_.data();
    double* const y = x_.data() + pages_;
    const auto all = static_cast<uint32_t>(pages_);
    COCITE_CHECK(each_part([&](size_t part) -> Result<Change> {
      Jump jump = jump_.from(sweep_->part(part).first);
      COCITE_CHECK(sweep_->visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
        double sum = 0;
        sweep_->hand_back(sources, 1, [&](uint32_t source, double weight) {
          sum += x[source < all ? source : source - all] * weight;
        });
        y[page] = options_->epsilon * jump(page, sweep_->in(page, sources), sweep_->out(page)) +
                  (1 - options_->epsilon) * sum;
      }));
      return Change{};
    }));
    const double total =
        steady_sum(pages_, options_->threads, [&](uint64_t page) { return y[page]; });
    for_each_piece(pages_, options_->threads, [&](uint64_t first, uint64_t last) {
      for (uint64_t page = first; page < last; ++page) x_[page] = y[page] / total;
    });
    x_.shrink(pages_);
    return std::move(x_);
  }

 private:
  // In tolerances: what a score may still change by, as a share of itself.
  static constexpr double kSettled = 100;
  // Of the best score: pages below count as not ranked.
  static constexpr double kNextToNothing = 1e-12;

  template <bool kAsksAhead>
  Result<Change> iterate(size_t part) {
    const double epsilon = options_->epsilon;
    const double follow = 1 - epsilon;
    const double settled = kSettled * options_->tolerance;
    const double floor = floor_;
    double* const x = x_.data();
    const auto same = [](double value) { return value; };
    Jump jump = jump_.from(sweep_->part(part).first);
    Change sum;
    COCITE_CHECK(sweep_->visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
      const auto out = sweep_->out(page);
      const double y = epsilon * jump(page, sweep_->in(page, sources), out) +
                       follow * sweep_->template sum<kAsksAhead>(x, sources, same);
      const double step = std::abs(y - x[page] * divisor(out));
      x[page] = y * inverses_(out);
      sum.l1 += step;
      sum.total += y;
      sum.largest = std::max(sum.largest, y);
      sum.unsettled += step > settled * y && y > floor ? 1 : 0;
    }));
    return sum;
  }

  // Changes of all parts, added up in order.
  template <class Work>
  Result<Change> each_part(const Work& work) {
    std::vector<Result<Change>> changes(sweep_->parts());
    parallel_for(sweep_->parts(), options_->threads,
                 [&](size_t part) { changes[part] = work(part); });
    Change sum;
    for (const Result<Change>& change : changes) {
      COCITE_CHECK(change);
      sum.l1 += change->l1;
      sum.total += change->total;
      sum.largest = std::max(sum.largest, change->largest);
      sum.unsettled += change->unsettled;
    }
    return sum;
  }

  // Scores that others read.
  void keep_old() {
    if (x_.size() == pages_) return;
    for_each_piece(pages_, options_->threads, [&](uint64_t first, uint64_t last) {
      for (uint64_t run = first; run < last; run += LinkSweep::kRun) {
        if (!sweep_->is_read_by_others(run)) continue;
        const uint64_t end = std::min(last, run + LinkSweep::kRun);
        std::copy(x_.data() + run, x_.data() + end, x_.data() + pages_ + run);
      }
    });
  }

  const Sweep* sweep_;
  Jump jump_;
  const Options* options_;
  uint64_t pages_;
  BigArray<double> x_;  // y(q)/out(q); behind them, with several parts, those before
  double floor_ = 0;
  Inverses inverses_;
};

template <class Jump>
[[nodiscard]] Result<Scores> walk(std::string_view rank, const store::Store& store,
                                  const Jump& jump, const Options& options) {
  Convergence convergence(rank, options, store.links());
  const SweepOptions sweep_options{.parts = walk_parts(store.links()),
                                   .marks_others = true,
                                   .opposite = &targets_of(store, options),
                                   .memory_bytes = options.memory_bytes,
                                   .threads = options.threads,
                                   .progress = &options.progress,
                                   .stop = options.stop};
  return with_sweep(store, options, sweep_options, [&](const auto& sweep) -> Result<Scores> {
    Walk walk(sweep, jump, options);
    COCITE_CHECK(walk.start());
    for (bool goes_on = true; goes_on;) {
      COCITE_TRY(const auto change, walk.iterate());
      goes_on = convergence.goes_on(change.total > 0 ? change.l1 / change.total : 0,
                                    change.unsettled == 0);
    }
    Scores scores;
    COCITE_TRY(Numbers values, walk.finish());
    scores.columns.emplace_back(rank, std::move(values));
    scores.run = convergence.run();
    scores.run.is_streamed = sweep.is_streamed();
    return scores;
  });
}

}  // namespace cocite::rank

// A sweep over links that do not all count the same: those between hosts or sites, with as many
// links of pages behind each as there are.
//
//   COCITE_TRY(const auto sweep, WeightedSweep::prepare(store, options, sweep_options));
//   COCITE_CHECK(sweep.visit(0, [&](uint32_t page, std::span<const uint32_t> sources) {
//     … sweep.sum<false>(scores, sources) … }));
//
// It has the face of LinkSweep, so that one iteration serves both: out(page) and in(page, sources)
// are sums of weights here and numbers of links there. Links are in memory, 12 bytes each: such
// graphs are small. Thread rule: as LinkSweep.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "rank/gather.h"
#include "rank/link_sweep.h"
#include "rank/rank.h"

namespace cocite::rank {

class WeightedSweep {
 public:
  // `lists`, `opposite` and `reversed`: as options and rank.h have them.
  [[nodiscard]] static Result<WeightedSweep> prepare(const store::Store& store,
                                                     const Options& options,
                                                     const SweepOptions& sweep_options);

  [[nodiscard]] uint64_t pages() const { return sweep_.pages(); }
  [[nodiscard]] bool is_streamed() const { return false; }
  [[nodiscard]] size_t parts() const { return sweep_.parts(); }
  [[nodiscard]] const LinkSweep::Part& part(size_t i) const { return sweep_.part(i); }
  [[nodiscard]] bool is_read_by_others(uint64_t page) const {
    return sweep_.is_read_by_others(page);
  }
  template <class Visit>
  [[nodiscard]] Result<void> visit(size_t part, Visit&& visit) const {
    return sweep_.visit(part, std::forward<Visit>(visit));
  }

  [[nodiscard]] double out(uint64_t page) const { return out_[page]; }
  [[nodiscard]] double in(uint64_t page, std::span<const uint32_t> /*sources*/) const {
    return in_[page];
  }
  template <bool kAsksAhead, class Slot, class Value>
  [[nodiscard]] double sum(const Slot* slots, std::span<const uint32_t> sources,
                           const Value& value) const {
    const double* const weights = weights_of(sources);
    double sum = 0;
    for (size_t i = 0; i < sources.size(); ++i) sum += weights[i] * value(slots[sources[i]]);
    return sum;
  }
  // give(source, share of it).
  template <class Give>
  void hand_back(std::span<const uint32_t> sources, double share, const Give& give) const {
    const double* const weights = weights_of(sources);
    for (size_t i = 0; i < sources.size(); ++i) give(sources[i], weights[i] * share);
  }

 private:
  [[nodiscard]] const double* weights_of(std::span<const uint32_t> sources) const {
    return weights_.data() + sweep_.place_of(sources);
  }

  LinkSweep sweep_;
  BigArray<double> weights_;  // in the order of the sweep's lists
  BigArray<double> in_;       // their sums, by page
  BigArray<double> out_;
};

// The sum of all weights: the number of links where each counts once.
[[nodiscard]] Result<double> total_weight(const store::Store& store, const Options& options);

// Calls use(from, to, weight) for each link of the store in the order of its out-links. REQUIRES:
// options.weights is not kOnce.
using UseWeight = std::function<void(uint32_t from, uint32_t to, double weight)>;
[[nodiscard]] Result<void> for_each_weight(const store::Store& store, const Options& options,
                                           const UseWeight& use);

// Next to the store if its disk has room for more scratch files; else the system's folder.
[[nodiscard]] std::vector<std::string> scratch_folders(const store::Store& store);

// use(sweep), of whichever kind the options ask for.
template <class Use>
[[nodiscard]] auto with_sweep(const store::Store& store, const Options& options,
                              const SweepOptions& sweep_options, const Use& use) -> Result<Scores> {
  if (options.weights != LinkWeights::kOnce) {
    COCITE_TRY(const WeightedSweep sweep, WeightedSweep::prepare(store, options, sweep_options));
    return use(sweep);
  }
  SweepOptions with_scratch = sweep_options;
  with_scratch.scratch = scratch_folders(store);
  COCITE_TRY(const LinkSweep sweep, LinkSweep::prepare(sources_of(store, options), with_scratch));
  return use(sweep);
}

}  // namespace cocite::rank

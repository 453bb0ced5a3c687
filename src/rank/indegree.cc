// In-degree: how many pages link to it. The simplest rank, and not a bad one.
//
//   r(p) = number of parents of p   (reversed: of children; with weights: what their links count)
//
// Cost: a look at each list's head, none at the links. Does badly where links are many and cheap: a
// site's own pages vote for each other.
#include <array>

#include "rank/list_pass.h"
#include "rank/weighted_sweep.h"

namespace cocite::rank::indegree {
namespace {

constexpr std::array kRanks = {RankName{"indegree", "how many pages link to it"}};

Result<void> count(const store::Store& store, const Options& options, Numbers& values) {
  const graph::PackedLinks& lists = sources_of(store, options);
  return for_each_range(kRanks[0].name, store, options,
                        [&](uint64_t first, uint64_t last) -> Result<void> {
                          for (uint64_t page = first; page < last; ++page) {
                            COCITE_TRY(values[page], lists.degree(page_id(page)));
                          }
                          return {};
                        });
}

Result<Scores> compute(const store::Store& store, const Options& options) {
  const Stopwatch watch;
  Numbers values(store.pages());
  if (options.weights == LinkWeights::kOnce) {
    COCITE_CHECK(count(store, options, values));
  } else {
    COCITE_CHECK(for_each_weight(store, options, [&](uint32_t from, uint32_t to, double weight) {
      values[options.reversed ? from : to] += weight;
    }));
  }
  Scores scores;
  scores.columns.emplace_back(kRanks[0].name, std::move(values));
  scores.run.seconds = watch.seconds();
  return scores;
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks, .paper = "", .compute = compute};

}  // namespace cocite::rank::indegree

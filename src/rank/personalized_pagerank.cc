// Personalised PageRank: what matters, seen from a few pages.
//
// PageRank whose surfer, when bored, jumps to the chosen pages only, by their weights E:
//
//   r(p) = ε·E(p)/N + (1-ε)·[ Σ_{q→p} r(q)/out(q) + D·E(p)/N ],   ΣE = N,  ε = 0.15
//
// Pages without children send the surfer back to the chosen ones. It starts there, so that a page
// which cannot be reached from them has score 0.
//
// Paper: T. Haveliwala, "Topic-Sensitive PageRank", 2002. Cost: as PageRank. Does badly for a page
// that links nowhere: all the score stays with it.
#include <array>

#include "rank/seed_walk.h"

namespace cocite::rank::personalized_pagerank {
namespace {

constexpr std::array kRanks = {
    RankName{"personalized-pagerank", "PageRank whose jumps end at chosen pages only"}};

Result<Scores> compute(const store::Store& store, const Options& options) {
  return seed_walk(kRanks[0].name, store, options);
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Haveliwala 2002",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .needs_seeds = true,
                    .compute = compute};

}  // namespace cocite::rank::personalized_pagerank

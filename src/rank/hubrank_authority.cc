// HubRank authority: PageRank with its own idea of importance twice.
//
// The same as HubRank with jumps by the number of links to a page:
//
//   r(p) = ε·E(p)/N + (1-ε)·[ Σ_{q→p} r(q)/out(q) + D·E(p)/N ],   E(p) = in(p)·N/Σin,  ε = 0.15
//
// The paper leaves open whether the surfer follows links or, as Randomized HITS does for one of its
// halves, goes back along them. With `reversed` he goes back: everything is then that of the graph
// with all links turned round, E and the childless pages included.
//
// Paper: P.-A. Chirita, D. Olmedilla, W. Nejdl, "Finding Related Pages Using the Link Structure of
// the WWW", 2004. Cost: as PageRank. Without any link E has no sense: an error.
#include <array>

#include "rank/walk.h"

namespace cocite::rank::hubrank_authority {
namespace {

constexpr std::array kRanks = {
    RankName{"hubrank-authority", "PageRank whose jumps prefer pages that many link to"}};

Result<Scores> compute(const store::Store& store, const Options& options) {
  if (store.links() == 0) {
    return fail(ErrorCode::kInvalidArgument,
                store.path() + ": has no links, and HubRank jumps by the number of links");
  }
  COCITE_TRY(const double total, total_weight(store, options));
  return walk(kRanks[0].name, store, InDegreeJump{1 / total}, options);
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Chirita, Olmedilla, Nejdl 2004",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .compute = compute};

}  // namespace cocite::rank::hubrank_authority

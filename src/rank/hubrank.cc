// HubRank: PageRank for people who also like good lists of links.
//
// The surfer who is bored jumps to a page with many links rather than to any page, so that a page
// is valued for being linked to and for linking on, in one score:
//
//   r(p) = ε·E(p)/N + (1-ε)·[ Σ_{q→p} r(q)/out(q) + D·E(p)/N ],   E(p) = out(p)·N/Σout,  ε = 0.15
//
// A page that links nowhere gets nothing from jumps: a strong authority stays strong, an average
// one falls behind an average one that is a hub as well.
//
// Paper: P.-A. Chirita, D. Olmedilla, W. Nejdl, "Finding Related Pages Using the Link Structure of
// the WWW", 2004 (and their poster "Finding Related Hubs and Authorities", 2003, which wants the
// surfer to jump more often than PageRank's: a larger ε is an option here). Cost: as PageRank.
// Without any link E has no sense: an error.
#include <array>

#include "rank/walk.h"

namespace cocite::rank::hubrank {
namespace {

constexpr std::array kRanks = {
    RankName{"hubrank", "PageRank whose jumps prefer pages with many links"}};

Result<Scores> compute(const store::Store& store, const Options& options) {
  if (store.links() == 0) {
    return fail(ErrorCode::kInvalidArgument,
                store.path() + ": has no links, and HubRank jumps by the number of links");
  }
  COCITE_TRY(const double total, total_weight(store, options));
  return walk(kRanks[0].name, store, OutDegreeJump{1 / total}, options);
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Chirita, Olmedilla, Nejdl 2004",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .compute = compute};

}  // namespace cocite::rank::hubrank

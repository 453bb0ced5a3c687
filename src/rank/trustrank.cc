// TrustRank: good pages seldom link to bad ones, so trust flows along links from pages that people have looked at.
//
// PageRank whose surfer jumps to the trusted pages only. A page far from all of them, or one that only untrusted pages
// link to, has little or nothing: a link farm buys PageRank, but not links from trusted pages.
//
//   r(p) = ε·E(p)/N + (1-ε)·[ Σ_{q→p} r(q)/out(q) + D·E(p)/N ],   E from the trusted pages,  ε = 0.15
//
// Paper: Z. Gyöngyi, H. Garcia-Molina, J. Pedersen, "Combating Web Spam with TrustRank", 2004, which ends after 20
// iterations; here it converges. Cost: as PageRank. Does badly for good pages that the trusted ones do not reach.
#include <array>

#include "rank/seed_walk.h"

namespace cocite::rank::trustrank {
namespace {

constexpr std::array kRanks = {
    RankName{"trustrank", "what trusted pages lead to: PageRank that jumps to them only"}};

Result<Scores> compute(const store::Store& store, const Options& options) {
  return seed_walk(kRanks[0].name, store, options);
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Gyöngyi, Garcia-Molina, Pedersen 2004",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .needs_seeds = true,
                    .compute = compute};

}  // namespace cocite::rank::trustrank

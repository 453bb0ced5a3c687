// Anti-TrustRank: who links to spam is likely to be spam. Distrust flows back along links, from pages known to be bad.
//
// TrustRank of the graph with all links turned round, from bad pages. High scores are bad.
//
// Paper: V. Krishnan, R. Raj, "Web Spam Detection with Anti-Trust Rank", 2006. Cost: as PageRank. Does badly for
// directories and forums, which link to everything, bad pages among it.
#include <array>

#include "rank/seed_walk.h"

namespace cocite::rank::anti_trustrank {
namespace {

constexpr std::array kRanks = {
    RankName{"anti-trustrank", "what leads to pages known to be bad; high scores are bad"}};

Result<Scores> compute(const store::Store& store, const Options& options) {
  Options turned = options;
  turned.reversed = !options.reversed;
  return seed_walk(kRanks[0].name, store, turned);
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Krishnan, Raj 2006",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .needs_seeds = true,
                    .compute = compute};

}  // namespace cocite::rank::anti_trustrank

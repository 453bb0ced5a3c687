// PageRank: a page matters when pages that matter link to it.
//
// Where is a surfer who follows a link at random, and with chance ε jumps to any page instead?
//
//   r(p) = ε/N + (1-ε)·[ Σ_{q→p} r(q)/out(q) + D/N ],   ε = 0.15,  Σr = 1
//
// D is the sum of r over pages without children: from there the surfer jumps always.
//
// Paper: S. Brin, L. Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 1998.
// Cost: one look at each link per iteration, half as many iterations as the formula itself would
// need: walk.h. Does badly where links are many and cheap: a site that links to itself from every
// page counts for much.
#include <array>

#include "rank/walk.h"

namespace cocite::rank::pagerank {
namespace {

constexpr std::array kRanks = {RankName{
    "pagerank", "how often a surfer is here who follows links and sometimes jumps anywhere"}};

Result<Scores> compute(const store::Store& store, const Options& options) {
  const double pages = static_cast<double>(std::max<uint64_t>(store.pages(), 1));
  return walk(kRanks[0].name, store, UniformJump{1 / pages}, options);
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks,
                    .paper = "Brin, Page 1998",
                    .is_iterated = true,
                    .has_epsilon = true,
                    .compute = compute};

}  // namespace cocite::rank::pagerank

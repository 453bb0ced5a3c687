// Cosine: shared parents, against how many parents the two have.
//
//   score(v) = |P(u) & P(v)| / sqrt(|P(u)| |P(v)|)
//
// A baseline: exact, over all parents, none sampled. Milder than Jaccard on pages of very different
// size; weak, like it, where there are few parents.
#include <cmath>

#include "related/method.h"
#include "related/shared_neighbours.h"

namespace cocite::related::cosine {
namespace {

double score(const Shared& shared) {
  return shared.sum /
         std::sqrt(static_cast<double>(shared.own) * static_cast<double>(shared.other));
}

constexpr Measure kMeasure{.side = Side::kParents, .score = score};

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = shared_method<kMeasure>({
    .name = "cosine",
    .summary = "cosine of the two sets of parents",
    .paper = "a baseline (Salton 1983)",
    .together = Together::kSum,
});

}  // namespace cocite::related::cosine

// Jaccard: which share of the pages that link to either page links to both?
//
//   score(v) = |P(u) & P(v)| / |P(u) | P(v)|
//
// A baseline: exact, over all parents, none sampled. Reads the children of every parent of the
// page, so a page that millions link to takes its time. Does badly for pages with very few parents:
// one shared parent of one is a perfect score.
#include "related/method.h"
#include "related/shared_neighbours.h"

namespace cocite::related::jaccard {
namespace {

double score(const Shared& shared) {
  return shared.sum / (static_cast<double>(shared.own + shared.other) - shared.sum);
}

constexpr Measure kMeasure{.side = Side::kParents, .score = score};

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = shared_method<kMeasure>({
    .name = "jaccard",
    .summary = "share of the pages that link to either page that link to both",
    .paper = "a baseline (Jaccard 1901)",
    .together = Together::kSum,
});

}  // namespace cocite::related::jaccard

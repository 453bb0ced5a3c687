// Jaccard: which share of the pages that link to either page links to both?
//
//   score(v) = |P(u) & P(v)| / |P(u) | P(v)|
//
// A baseline: exact, over all parents, none sampled. Reads the children of every parent of the
// page, so a page that millions link to takes its time. Does badly for pages with very few parents:
// one shared parent of one is a perfect score.
#include "related/method.h"
#include "related/order.h"
#include "related/shared_neighbours.h"

namespace cocite::related::jaccard {
namespace {

double score(const Shared& shared) {
  return shared.sum / (static_cast<double>(shared.own + shared.other) - shared.sum);
}

constexpr Measure kMeasure{.side = Side::kParents, .weight = nullptr, .score = score};

Result<Answer> find_one(const Query& query, PageId page) {
  return find_shared(query, page, kMeasure);
}

Result<Answer> find(const Query& query) {
  return sum_over_pages(query, find_one);
}

Result<Explanation> explain(const Query& query, PageId answer) {
  return explain_shared(query, answer, kMeasure);
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "jaccard",
    .summary = "share of the pages that link to either page that link to both",
    .paper = "a baseline (Jaccard 1901)",
    .parameters = {},
    .find = find,
    .explain = explain,
};

}  // namespace cocite::related::jaccard

// Cosine: shared parents, against how many parents the two have.
//
//   score(v) = |P(u) & P(v)| / sqrt(|P(u)| |P(v)|)
//
// A baseline: exact, over all parents, none sampled. Milder than Jaccard on pages of very different
// size; weak, like it, where there are few parents.
#include <cmath>

#include "related/method.h"
#include "related/order.h"
#include "related/shared_neighbours.h"

namespace cocite::related::cosine {
namespace {

double score(const Shared& shared) {
  return shared.sum /
         std::sqrt(static_cast<double>(shared.own) * static_cast<double>(shared.other));
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
    .name = "cosine",
    .summary = "cosine of the two sets of parents",
    .paper = "a baseline (Salton 1983)",
    .parameters = {},
    .find = find,
    .explain = explain,
};

}  // namespace cocite::related::cosine

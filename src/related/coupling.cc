// Coupling: pages that link to the same pages.
//
//   score(v) = |C(u) & C(v)|
//
// Bibliographic coupling (M. M. Kessler 1963). A baseline: exact, over all children and all their
// parents. The only plain measure that works for a page that nobody links to; a child that
// everybody links to makes everybody a candidate.
#include "related/method.h"
#include "related/order.h"
#include "related/shared_neighbours.h"

namespace cocite::related::coupling {
namespace {

constexpr Measure kMeasure{.side = Side::kChildren};

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
    .name = "coupling",
    .summary = "number of pages that both pages link to",
    .paper = "a baseline (Kessler 1963)",
    .parameters = {},
    .find = find,
    .explain = explain,
};

}  // namespace cocite::related::coupling

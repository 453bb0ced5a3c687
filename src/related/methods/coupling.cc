// Coupling: pages that link to the same pages.
//
//   score(v) = |C(u) & C(v)|
//
// Bibliographic coupling (M. M. Kessler 1963). A baseline: exact, over all children and all their
// parents. The only plain measure that works for a page without parents; a child that
// all pages link to makes all pages candidates.
#include "related/method.h"
#include "related/shared_neighbours.h"

namespace cocite::related::coupling {
namespace {

constexpr Measure kMeasure{.side = Side::kChildren};

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = shared_method<kMeasure>({
    .name = "coupling",
    .summary = "number of pages that both pages link to",
    .paper = "a baseline (Kessler 1963)",
});

}  // namespace cocite::related::coupling

// Adamic-Adar: shared parents, where one with few links counts more.
//
//   score(v) = sum over x in P(u) & P(v) with at least two children of 1 / ln |C(x)|
//
// L. Adamic and E. Adar, Friends and Neighbors on the Web (2003), with parents as the shared
// neighbours. A baseline: exact, over all parents, none sampled.
#include <cmath>

#include "related/method.h"
#include "related/shared_neighbours.h"

namespace cocite::related::adamic_adar {
namespace {

double weight(uint64_t children) {
  return children >= 2 ? 1 / std::log(static_cast<double>(children)) : 0;
}

constexpr Measure kMeasure{.side = Side::kParents, .weight = weight};

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = shared_method<kMeasure>({
    .name = "adamic-adar",
    .summary = "shared parents, those with few links counting more",
    .paper = "a baseline (Adamic & Adar 2003)",
});

}  // namespace cocite::related::adamic_adar

// What LLI sees of a page, number by number.
//
//   COCITE_TRY(const LliNumbers numbers, lli_numbers(query, page));
//   numbers.sides[0].similarity[i]          // of page i of the back side
//
// The query needs the parameters of lli. Any thread.
#pragma once

#include <array>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"
#include "related/two_sides.h"

namespace cocite::related {

struct LliNumbers {
  struct Side {
    OneSide links;
    std::vector<double> similarity;       // of each of its pages
    std::vector<double> singular_values;  // those that are not 0, falling
    size_t k = 0;                         // how many of them are kept
  };
  std::array<Side, 2> sides;  // back, forward
};

[[nodiscard]] Result<LliNumbers> lli_numbers(const Query& query, PageId page);

}  // namespace cocite::related

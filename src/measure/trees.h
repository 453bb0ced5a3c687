// Boosted trees: sums of many small trees, each of which mends what those before it got wrong.
//
//   COCITE_TRY(const Model model, grow_trees(table, pages, names));
//   model.value(table.row(0))                 // the larger, the better an answer
//
// XGBoost trains them. Its loss: pairs of a good and a wrong answer to the same
// page, each weighed by what nDCG would gain if the two changed places (LambdaMART; Burges, "From RankNet
// to LambdaRank to LambdaMART", 2010). The library is loaded on first use, so other commands do not
// wait for it, and a store with trees is read without it. The same table gives the same trees.
// Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include <cocite/result.h>

#include "measure/table.h"
#include "related/model.h"

namespace cocite::measure {

// Fewer judged pages than these are too few for trees.
inline constexpr size_t kPagesForTrees = 500;

// Nothing: trees can be grown here; else why not, and what to do.
[[nodiscard]] std::string why_no_trees();

inline constexpr size_t kTreeRounds = 150;  // a tree each

// kUnsupported: there is no such library here. `goes_on` is asked before each round; false:
// kCancelled.
[[nodiscard]] Result<related::Model> grow_trees(const Table& table, std::span<const size_t> pages,
                                                std::span<const std::string> names,
                                                const std::function<bool()>& goes_on = {});

}  // namespace cocite::measure

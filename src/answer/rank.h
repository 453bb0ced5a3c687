// Pages by importance: what is listed, saved and compared. What a rank is: src/rank/.
//
//   COCITE_TRY(const auto answers, rank(opened, {.by = {"pagerank"}}, {}));
//
// Any number of threads.
#pragma once

#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::answer {

[[nodiscard]] Result<std::vector<RankAnswer>> rank(const Opened& opened, const RankRequest& request,
                                                   const Engine::UseRanked& use);
[[nodiscard]] Result<RankComparison> compare_ranks(const Opened& opened,
                                                   const RankRequest& request);

}  // namespace cocite::answer

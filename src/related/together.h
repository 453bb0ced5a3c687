// Several query pages: the method answers about each on its own, and the scores are summed.
//
//   COCITE_TRY(Answer answer, find_together(*method, query));          // of one page: method->find
//   COCITE_TRY(Explanation why, explain_together(*method, query, page));
//
// score(v) is the sum of s_i(v) / z_i over query pages: z_i is 1 if the method's scores are on one
// scale for all pages (Together::kSum), else the largest s_i of a page that may be an answer
// (kShares). v is related to query page i if s_i(v) is at least 0.05 of that largest. Methods that
// take a set of pages (kAtOnce) are asked once. Stoplists are those of each run. Any thread.
#pragma once

#include <span>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"

namespace cocite::related {

[[nodiscard]] Result<Answer> find_together(const MethodInfo& method, const Query& query);

// Each reason says which query page it is about.
[[nodiscard]] Result<Explanation> explain_together(const MethodInfo& method, const Query& query,
                                                   PageId answer);

// Drops flagged items or puts them last, as the query wants.
void use_flags(const Query& query, std::vector<Item>& items);

}  // namespace cocite::related

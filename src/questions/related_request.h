// What questions about related pages have in common: their arguments as a RelatedRequest.
//
//   COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
//
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>

#include <cocite/related_query.h>
#include <cocite/result.h>

#include "questions/parameters.h"
#include "questions/question.h"

namespace cocite::questions {

// The smaller one of what is wished (0: nothing) and allowed (0: anything).
[[nodiscard]] uint64_t budget_of(const Arguments& arguments, const Limits& limits);
// Of requests that have a budget.
[[nodiscard]] const std::atomic<bool>* stop_of(const Limits& limits);
// Clients name no files.
[[nodiscard]] Result<void> check_stoplist(const std::string& text, const Limits& limits);
// Pages, and how the neighbourhood is looked at (neighbourhood_parameters()).
[[nodiscard]] Result<RelatedRequest> related_request(const Arguments& arguments,
                                                     const Limits& limits);
// The same without pages, for questions that choose them.
[[nodiscard]] Result<RelatedRequest> neighbourhood(const Arguments& arguments,
                                                   const Limits& limits);
// All of what the question "related" takes.
[[nodiscard]] Result<RelatedRequest> whole_related_request(const Arguments& arguments,
                                                           const Limits& limits);

}  // namespace cocite::questions

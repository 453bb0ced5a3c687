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

#include "api/parameters.h"
#include "api/question.h"

namespace cocite::api {

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
// Under pressure the neighbourhood shrinks, as Dean and Henzinger propose: fewer parents are looked
// at. Gives "B=500", or nothing where the method has no B, or it was small already.
[[nodiscard]] std::string shrink(RelatedRequest& request, const std::string& by,
                                 uint64_t max_parents);

}  // namespace cocite::api

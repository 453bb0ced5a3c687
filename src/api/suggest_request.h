// The request for missing links that arguments make, for the question and for its command.
//
//   COCITE_TRY(const SuggestRequest request, suggest_request(arguments, limits));
//
// Pure function; any thread.
#pragma once

#include <cocite/suggest.h>

#include "api/parameters.h"
#include "api/question.h"

namespace cocite::api {

[[nodiscard]] SuggestRequest suggest_request(const Arguments& arguments, const Limits& limits);

}  // namespace cocite::api

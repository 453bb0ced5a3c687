// What questions about ranks have in common: their arguments as a RankRequest.
//
//   RankRequest request = rank_request(arguments, limits);
//
// Pure function; any thread.
#pragma once

#include <cocite/query.h>

#include "api/parameters.h"
#include "api/question.h"

namespace cocite::api {

[[nodiscard]] RankRequest rank_request(const Arguments& arguments, const Limits& limits);

}  // namespace cocite::api

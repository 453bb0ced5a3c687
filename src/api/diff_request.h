// The arguments of the question "diff" as a DiffRequest.
//
//   const DiffRequest request = diff_request(arguments, limits);
//
// Pure function; any thread.
#pragma once

#include <cocite/diff.h>

#include "api/parameters.h"
#include "api/question.h"

namespace cocite::api {

[[nodiscard]] DiffRequest diff_request(const Arguments& arguments, const Limits& limits);

}  // namespace cocite::api

// How are two pages connected? (include/cocite/path.h)
//
//   COCITE_TRY(const PathAnswer answer, find_paths(opened, {.page = "a.example", .to = "b.example"}));
//
// Any number of threads.
#pragma once

#include <cocite/path.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::answer {

[[nodiscard]] Result<PathAnswer> find_paths(const Opened& opened, const PathRequest& request);

}  // namespace cocite::answer

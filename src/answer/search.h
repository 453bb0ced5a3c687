// Pages by words, or those around them by a rank.
//
//   COCITE_TRY(const SearchAnswer answer, search(opened, {.words = "honey bees"}));
//
// Any number of threads.
#pragma once

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::answer {

[[nodiscard]] Result<SearchAnswer> search(const Opened& opened, const SearchRequest& request);

}  // namespace cocite::answer

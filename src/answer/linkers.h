// Who links to these pages and not to those? (include/cocite/linkers.h)
//
//   COCITE_TRY(const LinkersAnswer answer, linkers(opened, {.pages = {"a.example", "b.example"}}));
//
// Any number of threads.
#pragma once

#include <cocite/linkers.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::answer {

[[nodiscard]] Result<LinkersAnswer> linkers(const Opened& opened, const LinkersRequest& request);

}  // namespace cocite::answer

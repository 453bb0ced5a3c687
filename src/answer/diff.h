// What is in one store and not in the other? (include/cocite/diff.h)
//
//   COCITE_TRY(const DiffAnswer answer, diff(old_store, new_store, {.top = 100}));
//
// Any number of threads.
#pragma once

#include <cocite/diff.h>
#include <cocite/result.h>

#include "store/store.h"

namespace cocite::answer {

[[nodiscard]] Result<DiffAnswer> diff(const store::Store& old_store, const store::Store& new_store,
                                      const DiffRequest& request);

}  // namespace cocite::answer

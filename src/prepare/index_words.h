// The index of words as a part of a store: made with it, or later.
//
//   COCITE_CHECK(index_draft(store, writer, request, "auto"));
//
// One thread calls; the work is done on as many as the request says.
#pragma once

#include <string>

#include <cocite/query.h>
#include <cocite/result.h>

#include "store/store.h"
#include "store/writer.h"

namespace cocite::prepare {

// Before any work: whether there is a stemmer for the language that is asked for.
[[nodiscard]] Result<void> check_stem(const ImportRequest& request);

// Of a store that is being written, `store` as far as it is. Nothing is made where there are no
// words.
[[nodiscard]] Result<void> index_draft(const store::Store& store, store::Writer& writer,
                                       const ImportRequest& request, const std::string& stem);

}  // namespace cocite::prepare

// In which language are the pages of this store written?
//
//   COCITE_TRY(const std::string language, language_of(store));     // "en"; empty: unknown
//
// The one that most pages declare; where fewer than half of those with text declare any, the one
// that most pages of a sample are seen to be in (by CLD2). Any thread.
#pragma once

#include <string>

#include <cocite/result.h>

#include "store/store.h"

namespace cocite::words {

[[nodiscard]] Result<std::string> language_of(const store::Store& store);

}  // namespace cocite::words

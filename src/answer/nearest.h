// Suggestions for a page that is not in the store.
//
//   COCITE_TRY(auto keys, nearest_keys(store, "com,yaho,www)/"));    // com,yahoo,www)/ first
//
// A few thousand looks into the keys, whatever the size of the store. Pure reading; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "store/store.h"

namespace cocite::answer {

// At most this many pages are named when one is not found.
inline constexpr size_t kMaxNearest = 5;

// The key with the final slash turned round, with or without "www.", and both: what servers mostly
// answer with the same page.
[[nodiscard]] std::vector<std::string> other_spellings(std::string_view key);

// Pages of the store, the most alike first and of these the most linked: the same with another
// query or none, its neighbours in the order of keys, and those of hosts (or, where
// names are no URLs, those names) with one letter changed, missing or too many.
[[nodiscard]] Result<std::vector<std::string>> nearest_keys(const store::Store& store,
                                                            std::string_view key);

}  // namespace cocite::answer

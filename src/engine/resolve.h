// Which page does this text mean?
//
//   COCITE_TRY(PageId page, resolve(store, "HTTP://www.Example.com:80/a/../b"));
//
// Tried in turn: the text as an address; as a page key; in a graph whose pages are numbers, as a
// plain number; in one of opaque names, as the name. Pure reading; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::engine {

// kNotFound names the nearest pages; kInvalidArgument says why the text is no page at all.
[[nodiscard]] Result<PageId> resolve(const store::Store& store, std::string_view text);

// The key that a text most likely stands for, in the store or not.
[[nodiscard]] Result<std::string> key_meant(const store::Store& store, std::string_view text);
// The page that a text means; nothing where there is none.
[[nodiscard]] Result<std::optional<PageId>> find_page(const store::Store& store,
                                                      std::string_view text);

// At most this many pages are named when one is not found.
inline constexpr size_t kMaxNearest = 5;

// Pages that are in the store and that somebody who wrote `key` may have meant: the same with or
// without a final slash, "www." or query, then those that share the longest beginning with it.
[[nodiscard]] Result<std::vector<std::string>> nearest_keys(const store::Store& store,
                                                            std::string_view key);

}  // namespace cocite::engine

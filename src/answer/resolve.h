// Which page does this text mean?
//
//   COCITE_TRY(PageId page, resolve(store, "HTTP://www.Example.com:80/a/../b"));
//
// Tried in turn: the text as an address; as a page key; the same with or without a final slash or
// "www."; in a graph whose pages are numbers, as a plain number; in one of opaque names, as the
// name. Pure reading; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::answer {

// kNotFound names the nearest pages; kInvalidArgument says why the text is no page at all.
[[nodiscard]] Result<PageId> resolve(const store::Store& store, std::string_view text);

// The key that a text most likely stands for, in the store or not.
[[nodiscard]] Result<std::string> key_meant(const store::Store& store, std::string_view text);
// The page that has exactly this key; nothing where there is none.
[[nodiscard]] Result<std::optional<PageId>> find_page(const store::Store& store,
                                                      std::string_view text);
// The same, or else the page with or without a final slash, "www.", or both.
[[nodiscard]] Result<std::optional<PageId>> find_any_spelling(const store::Store& store,
                                                              std::string_view text);

}  // namespace cocite::answer

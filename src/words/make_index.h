// Makes the index of the words of a store: title and text of each page, and what stands in the
// links to it.
//
//   COCITE_TRY(const text::IndexMeta made,
//              make_index(store, {.stem = "auto", .scratch = path}, std::move(container)));
//
// Links from a page to its own host do not count, unless this is one site (Store::is_one_site).
// The bytes depend on the store only, not on threads or memory. One thread calls.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "file/container.h"
#include "store/store.h"
#include "text/index_format.h"

namespace cocite::words {

struct MakeIndex {
  std::string stem = "auto";  // a language, "auto" or "none"
  std::string scratch = {};   // prefix of scratch files
  uint64_t memory_bytes = uint64_t{256} << 20;
  unsigned threads = 1;
  // Called periodically with the progress; an error ends it.
  std::function<Result<void>(std::string_view stage, uint64_t done, uint64_t total)> report = {};
};

// Whether there is anything to make one from.
[[nodiscard]] bool has_words(const store::Store& store);
// The error where there is not, for the store at `path`: which import brings words.
[[nodiscard]] Error no_words(const std::string& path);
// kInvalidArgument for a language without a stemmer that is not one of the words above.
[[nodiscard]] Result<void> check_stem(std::string_view stem);
// The language whose stems an index made with this would have, or "none".
[[nodiscard]] Result<std::string> resolve_stem(const store::Store& store, std::string_view stem);
[[nodiscard]] Result<text::IndexMeta> make_index(const store::Store& store,
                                                 const MakeIndex& options,
                                                 file::ContainerWriter container);

}  // namespace cocite::words

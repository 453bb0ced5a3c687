// What numbers about the pages of two stores say: ranks that moved, communities that split and merged.
//
//   COCITE_CHECK(compare_ranks(old_store, new_store, in_new, request, answer));
//   COCITE_CHECK(compare_communities(old_store, new_store, in_new, answer));
//
// `in_new`: by page of the old store its number in the new one, or kNotThere. Any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <cocite/diff.h>
#include <cocite/result.h>

#include "store/store.h"

namespace cocite::answer {

inline constexpr uint32_t kNotThere = std::numeric_limits<uint32_t>::max();

// Places by PageRank where both stores have saved it, else by in-links, among the pages in both.
[[nodiscard]] Result<void> compare_ranks(const store::Store& old_store,
                                         const store::Store& new_store,
                                         const std::vector<uint32_t>& in_new,
                                         const DiffRequest& request, DiffAnswer& answer);
// Of the saved columns; a note says what to do where there are none.
[[nodiscard]] Result<void> compare_communities(const store::Store& old_store,
                                               const store::Store& new_store,
                                               const std::vector<uint32_t>& in_new,
                                               DiffAnswer& answer);

}  // namespace cocite::answer

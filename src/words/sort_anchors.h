// Anchor texts of all links of a store, by the page that is linked to.
//
//   AnchorSorter sorter(scratch, memory_bytes);
//   COCITE_CHECK(sort_anchors(store, report, sorter));
//   COCITE_TRY(const auto anchors, sorter.of(page));          // pages rise
//
// Links of a page to its own host do not count, unless this is one site (Store::is_one_site): then
// every page is its own host. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"
#include "words/anchor_sorter.h"

namespace cocite::words {

// Called periodically with the progress; an error ends it.
using TellOfWords =
    std::function<Result<void>(std::string_view stage, uint64_t done, uint64_t total)>;

// The voter that a link on this page counts for: its host or site.
[[nodiscard]] Result<uint32_t> voter_of(const store::Store& store, PageId page);

[[nodiscard]] Result<void> sort_anchors(const store::Store& store, const TellOfWords& tell,
                                        AnchorSorter& sorter);

}  // namespace cocite::words

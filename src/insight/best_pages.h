// The first pages of a list that people read: by score, but pages that were fetched before those
// that are known by links only, and none that is gone.
//
//   COCITE_TRY(const auto pages, best_pages(store, scores, {.top = 10, .per_host = true}));
//
// Where a store does not tell what was fetched (lists of links), all pages count alike. Any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::insight {

struct BestPages {
  uint64_t top = 10;
  bool per_host = false;  // the best of each host only
  bool zeros = false;     // pages with score 0, too
  // Pages of the store, [first, end).
  uint64_t first = 0;
  uint64_t end = std::numeric_limits<uint64_t>::max();
};

// `scores` are those of all pages; ties by key.
[[nodiscard]] Result<std::vector<PageId>> best_pages(const store::Store& store,
                                                     std::span<const double> scores,
                                                     const BestPages& wanted);

}  // namespace cocite::insight

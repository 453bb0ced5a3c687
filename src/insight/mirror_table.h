// The mirrors of a store, as they were found and kept in it.
//
//   COCITE_CHECK(save_mirrors(store, pairs, goes_on));
//   COCITE_TRY(const auto saved, saved_mirrors(store));       // empty: not computed yet
//   const auto groups = mirror_groups(*saved);                // hosts that are one
//
// Notes "mirrors" (store/notes.h): they go when pages are added. Any thread.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/mirror_evidence.h"
#include "store/store.h"

namespace cocite::insight {

[[nodiscard]] Result<void> save_mirrors(const store::Store& store,
                                        std::span<const MirrorPair> pairs,
                                        const std::function<bool()>& goes_on);
// In their order.
[[nodiscard]] Result<std::optional<std::vector<MirrorPair>>> saved_mirrors(
    const store::Store& store);

// Hosts that hold the same pages, each group rising; in order of their first hosts. Partial
// mirrors of one host do not form a group.
[[nodiscard]] std::vector<std::vector<HostId>> mirror_groups(std::span<const MirrorPair> pairs);

}  // namespace cocite::insight

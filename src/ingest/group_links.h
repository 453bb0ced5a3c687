// The links of a store between groups of its pages, such as hosts: each once, in the order of its
// first occurrence, with what stands behind it.
//
//   COCITE_TRY(auto feed, group_links(context, writer, store, group_of_host));
//   COCITE_CHECK(writer.write({feed}));        // GraphWriter; the draft has its file "counts"
//
// A group's list: its pages by key, the links of each as they stand on it, without links within
// the group. Where the store has no link order, by target. Read on all cores, once; what comes of
// it waits in a file. Memory: 4 bytes a page of the store.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <cocite/result.h>

#include "ingest/context.h"
#include "ingest/link_feed.h"
#include "store/store.h"
#include "store/writer.h"

namespace cocite::ingest {

// `group_of_host`: for each host of the store the number of its group.
[[nodiscard]] Result<std::unique_ptr<LinkFeed>> group_links(
    Context& context, store::Writer& writer, const store::Store& store,
    std::span<const uint32_t> group_of_host);

}  // namespace cocite::ingest

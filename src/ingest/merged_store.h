// A store with some of its pages under the names of others, itself a store.
//
//   COCITE_CHECK(make_merged_store(store, aliases, origin, "web.cocite/merged.cocite", false, {}));
//
// Each alias says that a page is another one: its links are that page's links, links to it are
// links to that page, and its key finds it. Everything else is as an import of the store's own
// input would have made it. All aliases are held in memory. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/ingest.h"
#include "store/alias_table.h"
#include "store/store.h"

namespace cocite::ingest {

// `origin`: what the made store says of itself ("made_from" in its manifest). `replaces`: what is
// at `path` goes; else it is kAlreadyExists.
[[nodiscard]] Result<void> make_merged_store(const store::Store& store,
                                             std::span<const store::Alias> aliases, uint64_t origin,
                                             const std::string& path, bool replaces,
                                             const GraphOptions& options);

}  // namespace cocite::ingest

// What is in this store, fact by fact, under the names that `cocite info` prints.
//
//   for (const InfoItem& item : facts_of(store)) use(item);   // pages, links, hosts, ...
//
// Pure reading of what opening a store has read already; any thread.
#pragma once

#include <vector>

#include <cocite/query.h>

#include "store/store.h"

namespace cocite::engine {

[[nodiscard]] std::vector<InfoItem> facts_of(const store::Store& store);

}  // namespace cocite::engine

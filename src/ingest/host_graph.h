// The graph of the hosts or sites of a store, itself a store: every rank and method runs on it.
//
//   COCITE_CHECK(make_host_graph(store, On::kSites, "web.cocite/sites.cocite", false, options));
//
// A host or site is the page of its root ("com,example,www)/", "com,example)/"), with the title and
// address of that page where they are known; a site without a page at its root has those of "www.".
// Links: group_links.h. Who makes it and where it is kept: engine/host_graph.h.
#pragma once

#include <string>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/ingest.h"
#include "store/store.h"

namespace cocite::ingest {

// What such a graph must say of itself ("made_from" in its manifest) to be that of this store: it
// changes with everything that the graph is made of.
[[nodiscard]] uint64_t origin_of(const store::Store& store, On on);

// `replaces`: what is at `path` goes; else it is kAlreadyExists. REQUIRES: not On::kPages; the
// store has URLs.
[[nodiscard]] Result<void> make_host_graph(const store::Store& store, On on,
                                           const std::string& path, bool replaces,
                                           const GraphOptions& options, const Limits& limits = {});

}  // namespace cocite::ingest

// How does a crawl become a store? The whole of it: read, number, sort, pack, publish.
//
//   COCITE_TRY(ImportReport report, import_store({.store = "web.cocite", .inputs =
//   {"links.tsv"}}));
//
// Memory stays within ImportRequest::memory_bytes whatever the size of the input; what does not fit
// waits in files beside the store. The store appears whole at the end or not at all.
#pragma once

#include <string>

#include <cocite/query.h>
#include <cocite/result.h>

namespace cocite::ingest {

[[nodiscard]] Result<ImportReport> import_store(const ImportRequest& request);
// The same into a store that exists; the result is that of importing everything, the store's own
// input first.
[[nodiscard]] Result<ImportReport> add_to_store(const ImportRequest& request);

// What a person reads.
[[nodiscard]] std::string report_text(const ImportReport& report);

}  // namespace cocite::ingest

// Crawls become stores that are ready to answer: src/ingest/ makes them, and what can be computed
// ahead of requests is computed before they are published.
//
//   COCITE_TRY(const ImportReport report, import_store({.store = "web.cocite", .inputs = {"a.warc"}}));
//
// One at a time for each store: the store is locked.
#pragma once

#include <cocite/query.h>
#include <cocite/result.h>

namespace cocite::prepare {

[[nodiscard]] Result<ImportReport> import_store(const ImportRequest& request);
[[nodiscard]] Result<ImportReport> add_to_store(const ImportRequest& request);
[[nodiscard]] Result<ImportReport> assemble_store(const ImportRequest& request);

}  // namespace cocite::prepare

// Graphs that follow from a store's links, for export: co-citation, coupling, related pages.
//
//   COCITE_TRY(ExportReport report, export_derived(engine_path, request));   // request.graph
#pragma once

#include <cocite/query.h>
#include <cocite/result.h>

namespace cocite::engine {

// REQUIRES: request.graph is not "links".
[[nodiscard]] Result<ExportReport> export_derived(const ExportRequest& request);

}  // namespace cocite::engine

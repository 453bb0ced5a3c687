// Graphs that follow from a store's links, for export: co-citation, coupling, related pages.
//
//   COCITE_TRY(ExportReport report, export_derived(engine_path, request));   // request.graph
#pragma once

#include <functional>

#include <cocite/query.h>
#include <cocite/result.h>

#include "export/derived_graph.h"
#include "store/store.h"

namespace cocite::engine {

// REQUIRES: request.graph is not "links".
[[nodiscard]] Result<ExportReport> export_derived(const ExportRequest& request);
// Calls `use` with the graph of request.graph, which is not "links"; it lives during the call.
using UseDerived = std::function<Result<ExportReport>(const exporter::DerivedGraph& graph)>;
[[nodiscard]] Result<ExportReport> with_derived(const store::Store& store,
                                                const ExportRequest& request,
                                                const UseDerived& use);

}  // namespace cocite::engine

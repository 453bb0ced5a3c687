// The files of a BVGraph, put in place together.
//
//   COCITE_TRY(auto report, write_bvgraph(store, request, [&](graph::BvGraphWriter& writer, Walk& walk) {
//     return writer.add(list);          // once for each page of the store
//   }));
//
// Any thread.
#pragma once

#include <functional>

#include <cocite/query.h>
#include <cocite/result.h>

#include "export/walk.h"
#include "graph/bvgraph.h"
#include "store/store.h"

namespace cocite::exporter {

using FillBvGraph = std::function<Result<void>(graph::BvGraphWriter& writer, Walk& walk)>;

[[nodiscard]] Result<ExportReport> write_bvgraph(const store::Store& store,
                                                 const ExportRequest& request,
                                                 const FillBvGraph& fill);

}  // namespace cocite::exporter

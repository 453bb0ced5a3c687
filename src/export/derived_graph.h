// A graph derived from a store's links, in another format.
//
//   DerivedGraph graph{.is_directed = false, .for_each_row = rows};
//   COCITE_TRY(ExportReport report, write_derived(store, graph, request));
//
// Nodes are pages of the store; rows come in order of page, those without links left out. TSV has a
// third column, the weight; GraphML and GEXF have the nodes with links only; BVGraph has all nodes,
// both directions and no weights. Any thread.
#pragma once

#include <functional>
#include <span>

#include <cocite/query.h>
#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::exporter {

struct WeightedLink {
  PageId to{};
  double weight = 0;
};

struct DerivedGraph {
  using Use = std::function<Result<void>(PageId page, std::span<const WeightedLink> links)>;

  bool is_directed = false;
  // Undirected: with `both_ways` each link in the rows of both pages, else in that of the first.
  std::function<Result<void>(bool both_ways, const Use& use)> for_each_row = {};
};

[[nodiscard]] Result<ExportReport> write_derived(const store::Store& store,
                                                 const DerivedGraph& graph,
                                                 const ExportRequest& request);

}  // namespace cocite::exporter

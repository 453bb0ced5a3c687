// A local graph after near-duplicates have become one node.
//
//   UnionFind groups(graph.size());
//   room.near_duplicates.join(graph.pages, room.children, groups);
//   COCITE_TRY(const MergedGraph merged, merge(query, graph, groups));
//
// A merged node shows as its member with most parents (ties: lowest key), has that one's host and
// its members' links; an edge that has become same-host goes, parallel edges become one. Values.
#pragma once

#include <cstdint>
#include <vector>

#include <cocite/result.h>

#include "related/local_graph.h"
#include "related/method.h"
#include "related/union_find.h"

namespace cocite::related {

struct MergedGraph {
  LocalGraph graph;             // its pages are the shown members
  std::vector<uint32_t> nodes;  // node of the merged graph for each node before
};

[[nodiscard]] Result<MergedGraph> merge(const Query& query, const LocalGraph& graph,
                                        UnionFind& groups);

}  // namespace cocite::related

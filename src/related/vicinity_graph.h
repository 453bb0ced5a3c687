// The vicinity graph as Companion uses it: before and after near-duplicates are merged.
//
//   COCITE_TRY(const VicinityGraph vicinity, vicinity_graph(query));
//   vicinity.graph.edges(); vicinity.merged.graph.size()
//
// The query needs the parameters B, BF, F and FB. Any thread.
#pragma once

#include <cocite/result.h>

#include "related/local_graph.h"
#include "related/merged_graph.h"
#include "related/method.h"

namespace cocite::related {

struct VicinityGraph {
  LocalGraph graph;  // links between hosts; the query pages come first
  MergedGraph merged;
};

[[nodiscard]] Result<VicinityGraph> vicinity_graph(const Query& query);

}  // namespace cocite::related

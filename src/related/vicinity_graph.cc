#include "related/vicinity_graph.h"

#include "related/room.h"

namespace cocite::related {

Result<VicinityGraph> vicinity_graph(const Query& query) {
  Room& room = Room::here();
  room.children.clear();
  COCITE_CHECK(room.vicinity.gather(query, room.children));
  VicinityGraph result;
  COCITE_CHECK(
      cut_out(query, room.vicinity.pages(), room.children, CutLinks::kOtherHosts, result.graph));
  UnionFind groups(result.graph.size());
  room.near_duplicates.join(result.graph.pages, room.children, groups, query.budget);
  COCITE_TRY(result.merged, merge(query, result.graph, groups));
  return result;
}

}  // namespace cocite::related

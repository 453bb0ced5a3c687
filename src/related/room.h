// Room to work in, kept by each thread from query to query, so that a query in the steady state
// allocates next to nothing.
//
//   Room& room = Room::here();
//   room.counts.clear();
//
// A method uses it from its beginning to its end and calls no other method in between. One per
// thread.
#pragma once

#include <vector>

#include "base/ids.h"
#include "base/per_thread.h"
#include "graph/packed_links.h"
#include "related/link_arena.h"
#include "related/near_duplicates.h"
#include "related/page_map.h"
#include "related/sampled_parents.h"
#include "related/vicinity.h"

namespace cocite::related {

struct Room {
  [[nodiscard]] static Room& here() { return per_thread<Room>(); }

  PageMap<uint32_t> counts;
  PageMap<double> sums;
  LinkArena children;
  SampledParents sample;
  NearDuplicates near_duplicates;
  Vicinity vicinity;
  graph::ListBuffer buffer;
  std::vector<PageId> pages;
  std::vector<PageId> links;  // lists, one behind the other
  std::vector<uint32_t> degrees;
};

}  // namespace cocite::related

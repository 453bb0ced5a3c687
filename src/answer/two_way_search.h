// Breadth-first search from both ends of a path, layer by layer, the end with fewer links to read first.
//
//   TwoWaySearch search({.out = &out, .in = &in, .from = a, .to = b}, &budget);
//   COCITE_CHECK(search.run());
//   search.layers()                      // of the pages on shortest paths, from `from` to `to`
//
// Where the layers of both ends meet, each page on a shortest path has its distance from one end. The pages on such
// paths are then found from the middle outwards, by reading the layers' lists once more: no list of predecessors is
// kept. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/page_map.h"

namespace cocite::answer {

struct TwoWayRules {
  const graph::PackedLinks* out = nullptr;
  const graph::PackedLinks* in = nullptr;
  PageId from{};
  PageId to{};
  bool undirected = false;
  uint64_t max_length = 0;  // 0: any
  uint64_t hub_links = 0;   // pages with this many links are not passed; 0: all are
  std::function<Result<bool>(PageId from, PageId to)> may_follow = {};  // empty: every link
};

class TwoWaySearch {
 public:
  struct Side {
    related::PageMap<uint32_t> distance;
    std::vector<std::vector<PageId>> layers;  // by distance; the first is the end itself
    bool is_all = false;                      // the last layer has no new neighbours
    [[nodiscard]] uint64_t length() const { return layers.size() - 1; }
  };
  // A page on shortest paths.
  struct Node {
    PageId page{};
    uint64_t links = 0;                 // of both directions
    std::vector<uint32_t> before = {};  // places in the layer before, rising
  };

  TwoWaySearch(TwoWayRules rules, Budget* budget);

  // False: the budget was spent before it was known.
  [[nodiscard]] Result<bool> run();
  // By distance from `from`; empty: no path. REQUIRES: run() was true.
  [[nodiscard]] const std::vector<std::vector<Node>>& layers() const { return nodes_; }
  [[nodiscard]] const Side& from() const { return from_; }
  [[nodiscard]] const Side& to() const { return to_; }

 private:
  [[nodiscard]] Result<uint64_t> cost_of(const Side& side, bool forward);
  [[nodiscard]] Result<bool> expand(Side& side, const Side& other, bool forward);
  [[nodiscard]] Result<bool> trace();
  [[nodiscard]] Result<bool> trace_side(const Side& side, bool forward);
  template <class Use>
  [[nodiscard]] Result<bool> each_neighbour(PageId page, bool forward, const Use& use);
  [[nodiscard]] Result<bool> is_hub(PageId page);
  [[nodiscard]] Result<void> build();

  TwoWayRules rules_;
  Budget* budget_;
  graph::ListBuffer buffer_;
  Side from_;
  Side to_;
  std::vector<PageId> meeting_;
  // The pages of shortest paths by their distance from `from`, and the links between them.
  std::vector<std::vector<PageId>> wanted_;
  std::vector<std::vector<std::pair<PageId, PageId>>> steps_;  // by the distance of the first
  std::vector<std::vector<Node>> nodes_;
};

}  // namespace cocite::answer

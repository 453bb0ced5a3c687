// A small graph cut out of the web: some pages, numbered from 0, and the links between them.
//
//   LocalGraph graph;
//   COCITE_CHECK(cut_out(query, pages, children, CutLinks::kOtherHosts, graph));
//   graph.targets(node)                                    // local numbers
//
// Values; one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/link_arena.h"
#include "related/method.h"

namespace cocite::related {

struct LocalGraph {
  std::vector<PageId> pages;      // page of each node
  std::vector<uint32_t> hosts;    // host of each node, as the query counts hosts
  std::vector<uint32_t> offsets;  // one more than nodes
  std::vector<uint32_t> links;    // the targets of node i: [offsets[i], offsets[i + 1])

  [[nodiscard]] size_t size() const { return pages.size(); }
  [[nodiscard]] size_t edges() const { return links.size(); }
  [[nodiscard]] std::span<const uint32_t> targets(size_t node) const {
    return std::span(links).subspan(offsets[node], offsets[node + 1] - offsets[node]);
  }
};

enum class CutLinks : uint8_t { kAll, kOtherHosts };

// The graph of these pages, which are distinct. Loads their children where they are not there yet.
[[nodiscard]] Result<void> cut_out(const Query& query, std::span<const PageId> pages,
                                   LinkArena& children, CutLinks which, LocalGraph& graph);

// The same graph with its links turned round.
void turn_round(const LocalGraph& graph, LocalGraph& turned);
// Weights of its links in the order that they have in the turned graph.
[[nodiscard]] std::vector<double> turned_weights(const LocalGraph& graph,
                                                 std::span<const double> weights);

}  // namespace cocite::related

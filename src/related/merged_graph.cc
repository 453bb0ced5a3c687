#include "related/merged_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cocite::related {

Result<MergedGraph> merge(const Query& query, const LocalGraph& graph, UnionFind& groups) {
  constexpr uint32_t kNone = ~uint32_t{0};
  MergedGraph merged;
  std::vector<uint32_t> node_of_root(graph.size(), kNone);
  std::vector<uint32_t> shown;  // of each merged node, the node before
  merged.nodes.resize(graph.size());
  for (uint32_t node = 0; node < graph.size(); ++node) {
    uint32_t& number = node_of_root[groups.find(node)];
    if (number == kNone) {
      number = static_cast<uint32_t>(shown.size());
      shown.push_back(node);
    }
    merged.nodes[node] = number;
  }
  // Nothing to merge, or no time for it.
  if (shown.size() == graph.size() || query.is_spent()) {
    std::iota(merged.nodes.begin(), merged.nodes.end(), 0U);
    merged.graph = graph;
    return merged;
  }
  std::vector<uint32_t> degrees;
  COCITE_CHECK(query.web->in_degrees(graph.pages, degrees));
  for (uint32_t node = 0; node < graph.size(); ++node) {
    uint32_t& best = shown[merged.nodes[node]];
    const auto rank = [&](uint32_t n) { return std::pair(~degrees[n], index(graph.pages[n])); };
    if (rank(node) < rank(best)) best = node;
  }
  LocalGraph& result = merged.graph;
  for (const uint32_t node : shown) {
    result.pages.push_back(graph.pages[node]);
    result.hosts.push_back(graph.hosts[node]);
  }
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t node = 0; node < graph.size(); ++node) {
    const uint32_t from = merged.nodes[node];
    for (const uint32_t target : graph.targets(node)) {
      const uint32_t to = merged.nodes[target];
      if (from == to || result.hosts[from] == result.hosts[to]) continue;
      edges.emplace_back(from, to);
    }
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  result.offsets.assign(result.size() + 1, 0);
  for (const auto& [from, to] : edges) {
    ++result.offsets[from + 1];
    result.links.push_back(to);
  }
  for (size_t i = 0; i < result.size(); ++i) result.offsets[i + 1] += result.offsets[i];
  return merged;
}

}  // namespace cocite::related

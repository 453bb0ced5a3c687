// Which nodes of a graph belong together? Leiden, for graphs of any size.
//
//   Ties graph{.begins = {0, 1, 2}, .others = {1, 0}, .weights = {1, 1}};       // one tie, seen from both ends
//   const Partition found = leiden(graph, {.resolution = 1, .seed = 7});
//   found.community[node]                    // from 0
//
// V. Traag, L. Waltman, N. van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", 2019. Nodes move
// to the neighbouring community that adds most modularity, as long as that helps; each community is then cut into
// parts that are well connected, and the parts are the nodes of the next, smaller graph. All of it again from what was
// found, until nothing changes. One thread: the same seed gives the same answer on every machine.
//
// Modularity with resolution γ: Σ over communities of [ inside/2m - γ (all/2m)² ], where inside is twice the weight of
// ties within, all the sum of degrees and m the weight of all ties. A pure function; any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace cocite::map {

// An undirected graph: each tie stands in the lists of both its ends. Ties of a node to itself count once, in `own`.
struct Ties {
  std::vector<uint64_t> begins = {};  // nodes + 1
  std::vector<uint32_t> others = {};
  std::vector<float> weights = {};  // as many; above 0
  std::vector<double> own = {};     // twice the weight of ties within a node; empty: none

  [[nodiscard]] size_t nodes() const { return begins.empty() ? 0 : begins.size() - 1; }
};

struct LeidenOptions {
  double resolution = 1;  // more: smaller communities
  uint64_t seed = 0;      // of the order in which nodes are looked at
  unsigned rounds = 10;   // of the whole, at most
  const std::atomic<bool>* stop = nullptr;
  std::function<void(unsigned round, double modularity)> progress = {};  // after each
};

struct Partition {
  std::vector<uint32_t> community = {};  // of each node, numbered by their first nodes
  uint32_t communities = 0;
  double modularity = 0;
  bool is_stopped = false;
};

[[nodiscard]] Partition leiden(const Ties& graph, const LeidenOptions& options = {});
[[nodiscard]] double modularity(const Ties& graph, const std::vector<uint32_t>& community,
                                double resolution = 1);
// Numbers communities from 0 in order of their first nodes; returns how many there are.
uint32_t renumber(std::vector<uint32_t>& community);

}  // namespace cocite::map

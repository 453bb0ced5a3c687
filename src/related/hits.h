// Hubs and authorities of a local graph: good hubs link to good authorities, good authorities are
// linked from good hubs.
//
//   const Hits hits = run_hits(graph, {.by_host = true, .relative_l1 = 1e-9}, budget);
//   hits.authority[node]
//
// From H = A = 1: A[n] = sum of H[m] aw(m,n), then H[n] = sum of A[t] hw(n,t), both scaled to
// length 1. By host (Bharat and Henzinger): k pages of one host that link to n have a k-th of a
// vote each, and so have l links of n to one host. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "related/local_graph.h"
#include "related/method.h"

namespace cocite::related {

struct HitsRule {
  bool by_host = false;     // weigh by host
  double authority_l1 = 0;  // stops when A changed by less than this (L1) …
  double relative_l1 = 0;  // … or, where this is set, A and H each by less than this of their sum
  uint32_t most_iterations = 100;
  // What the query has to say: of each link of the graph, and of each node, whose value is
  // multiplied by it in every half step. Empty: 1.
  std::span<const double> link_weights = {};
  std::span<const double> node_weights = {};
};

struct Hits {
  std::vector<double> authority;
  std::vector<double> hub;
  uint32_t iterations = 0;
  enum class End : uint8_t { kConverged, kLimit, kBudget };
  End end = End::kLimit;

  LocalGraph parents;                     // the graph turned round
  std::vector<double> authority_weights;  // of its links; empty where all weigh 1
  std::vector<double> hub_weights;        // of the links of the graph itself, likewise
};

[[nodiscard]] Hits run_hits(const LocalGraph& graph, const HitsRule& rule, Budget* budget);

// The hubs that carry an authority, with what each adds to its score; no reasons where the page is
// not in the graph.
[[nodiscard]] Explanation explain_authority(const LocalGraph& graph, const Hits& hits, PageId page);
// The same for a hub: the authorities that it links to.
[[nodiscard]] Explanation explain_hub(const LocalGraph& graph, const Hits& hits, PageId page);

// Strongest first; ties by key.
void sort_reasons(Explanation& explanation);

}  // namespace cocite::related

// What is around the pages that a search found, and which of it matters?
//
//   COCITE_TRY(const auto pages, query_neighbourhood(query));        // query.pages: the start set
//   COCITE_CHECK(cut_out(query, pages, children, CutLinks::kOtherHosts, graph));
//   const auto scores = rank_nodes(graph, LocalRank::kImpAuthority, weights, budget);
//
// Kleinberg's neighbourhood of a query, as M. R. Henzinger's Hyperlink Analysis for the Web (2001)
// tells it: the start set, all its children, and 50 sampled parents of each. Ranks are those of the
// neighbourhood alone. What a query has to say about links (Chakrabarti and others: words beside
// them) and pages (Bharat and Henzinger: how much they are about it) are weights. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "related/local_graph.h"
#include "related/method.h"

namespace cocite::related {

// The start set first, then what was found, each page once. Stopped pages are left out.
[[nodiscard]] Result<std::vector<PageId>> query_neighbourhood(const Query& query);

enum class LocalRank : uint8_t {
  kIndegree,
  kPagerank,
  kHitsAuthority,
  kHitsHub,
  kImpAuthority,  // HITS where a host has one vote
  kImpHub,
};
// "indegree", "hits-authority" and so on; nothing for other words.
[[nodiscard]] std::optional<LocalRank> local_rank_named(std::string_view name);
[[nodiscard]] constexpr bool is_hits(LocalRank rank) {
  return rank != LocalRank::kIndegree && rank != LocalRank::kPagerank;
}

struct LocalWeights {
  std::vector<double> links{};  // of each link of the graph; empty: 1
  std::vector<double> nodes{};  // of each node; for HITS only; empty: 1
};

// A score for each node.
[[nodiscard]] std::vector<double> rank_nodes(const LocalGraph& graph, LocalRank rank,
                                             const LocalWeights& weights, Budget* budget);

}  // namespace cocite::related

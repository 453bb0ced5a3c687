#include "related/neighbourhood.h"

#include <array>
#include <cmath>
#include <utility>

#include "related/extension.h"
#include "related/hits.h"
#include "related/page_map.h"

namespace cocite::related {
namespace {

constexpr uint64_t kSampledParents = 50;
constexpr double kTolerance = 1e-9;
constexpr uint32_t kMostIterations = 1000;

constexpr std::array<std::pair<std::string_view, LocalRank>, 6> kNames = {{
    {"indegree", LocalRank::kIndegree},
    {"pagerank", LocalRank::kPagerank},
    {"hits-authority", LocalRank::kHitsAuthority},
    {"hits-hub", LocalRank::kHitsHub},
    {"imp-authority", LocalRank::kImpAuthority},
    {"imp-hub", LocalRank::kImpHub},
}};

double weight_of(const LocalWeights& weights, size_t link) {
  return weights.links.empty() ? 1 : weights.links[link];
}

std::vector<double> indegrees(const LocalGraph& graph, const LocalWeights& weights) {
  std::vector<double> degrees(graph.size(), 0);
  for (size_t i = 0; i < graph.edges(); ++i) degrees[graph.links[i]] += weight_of(weights, i);
  return degrees;
}

std::vector<double> pagerank(const LocalGraph& graph, const LocalWeights& weights, Budget* budget) {
  constexpr double kEpsilon = 0.15;
  const auto nodes = static_cast<double>(graph.size());
  std::vector<double> out(graph.size(), 0);  // sum of the weights of a node's links
  for (size_t node = 0; node < graph.size(); ++node) {
    for (uint32_t i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i) {
      out[node] += weight_of(weights, i);
    }
  }
  std::vector<double> rank(graph.size(), 1 / nodes);
  std::vector<double> next(graph.size());
  for (uint32_t step = 0; step < kMostIterations; ++step) {
    double childless = 0;
    next.assign(graph.size(), 0);
    for (size_t node = 0; node < graph.size(); ++node) {
      if (out[node] == 0) {
        childless += rank[node];
        continue;
      }
      for (uint32_t i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i) {
        next[graph.links[i]] += rank[node] * weight_of(weights, i) / out[node];
      }
    }
    double change = 0;
    for (size_t node = 0; node < graph.size(); ++node) {
      next[node] = kEpsilon / nodes + (1 - kEpsilon) * (next[node] + childless / nodes);
      change += std::abs(next[node] - rank[node]);
    }
    std::swap(rank, next);
    if (change < kTolerance || is_spent(budget)) break;
  }
  return rank;
}

}  // namespace

Result<std::vector<PageId>> query_neighbourhood(const Query& query) {
  Extension extension;
  PageSet nodes;
  for (const PageId page : query.pages) {
    if (!query.is_stopped(page)) nodes[page];
  }
  const std::vector<PageId> start(nodes.pages().begin(), nodes.pages().end());
  COCITE_CHECK(extension.extend(query, start, kSampledParents, [&](PageId page) { nodes[page]; }));
  return std::vector<PageId>(nodes.pages().begin(), nodes.pages().end());
}

std::optional<LocalRank> local_rank_named(std::string_view name) {
  for (const auto& [word, rank] : kNames) {
    if (word == name) return rank;
  }
  return std::nullopt;
}

std::vector<double> rank_nodes(const LocalGraph& graph, LocalRank rank, const LocalWeights& weights,
                               Budget* budget) {
  if (graph.size() == 0) return {};
  if (rank == LocalRank::kIndegree) return indegrees(graph, weights);
  if (rank == LocalRank::kPagerank) return pagerank(graph, weights, budget);
  Hits hits = run_hits(graph,
                       {.by_host = rank == LocalRank::kImpAuthority || rank == LocalRank::kImpHub,
                        .relative_l1 = kTolerance,
                        .most_iterations = kMostIterations,
                        .link_weights = weights.links,
                        .node_weights = weights.nodes},
                       budget);
  const bool wants_hubs = rank == LocalRank::kHitsHub || rank == LocalRank::kImpHub;
  return std::move(wants_hubs ? hits.hub : hits.authority);
}

}  // namespace cocite::related

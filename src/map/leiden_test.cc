// Leiden on graphs whose best partition is known, and against all partitions of small ones.
#include "map/leiden.h"

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::map {
namespace {

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

Ties graph_of_pairs(uint32_t nodes, const Pairs& pairs) {
  Ties graph;
  graph.begins = {0};
  for (uint32_t node = 0; node < nodes; ++node) {
    for (const auto& [one, other] : pairs) {
      if (one != node && other != node) continue;
      graph.others.push_back(one == node ? other : one);
      graph.weights.push_back(1);
    }
    graph.begins.push_back(graph.others.size());
  }
  return graph;
}

Pairs random_pairs(uint32_t nodes, size_t count, std::mt19937& random) {
  Pairs pairs;
  while (pairs.size() < count) {
    const auto a = static_cast<uint32_t>(random() % nodes);
    const auto b = static_cast<uint32_t>(random() % nodes);
    if (a != b) pairs.insert(std::minmax(a, b));
  }
  return pairs;
}

// As the definition has it, pair by pair.
double naive_modularity(uint32_t nodes, const Pairs& pairs, const std::vector<uint32_t>& community,
                        double resolution) {
  std::vector<double> degree(nodes);
  for (const auto& [one, other] : pairs) {
    ++degree[one];
    ++degree[other];
  }
  const double all = 2 * static_cast<double>(pairs.size());
  double sum = 0;
  for (uint32_t a = 0; a < nodes; ++a) {
    for (uint32_t b = 0; b < nodes; ++b) {
      if (community[a] != community[b]) continue;
      const bool is_tie = a != b && pairs.contains(std::minmax(a, b));
      sum += (is_tie ? 1 : 0) - resolution * degree[a] * degree[b] / all;
    }
  }
  return sum / all;
}

// The best of all partitions: numbers of each node, at most one more than those before.
double best_of_all(uint32_t nodes, const Pairs& pairs, double resolution) {
  std::vector<uint32_t> community(nodes);
  double best = -1;
  const auto extend = [&](const auto& self, uint32_t node, uint32_t used) -> void {
    if (node == nodes) {
      best = std::max(best, naive_modularity(nodes, pairs, community, resolution));
      return;
    }
    for (uint32_t one = 0; one <= used; ++one) {
      community[node] = one;
      self(self, node + 1, std::max(used, one + 1));
    }
  };
  extend(extend, 0, 0);
  return best;
}

TEST(Leiden, IsNearlyTheBestOfAllPartitions) {
  std::mt19937 random(4);
  for (int round = 0; round < 30; ++round) {
    const uint32_t nodes = 7;
    const Pairs pairs = random_pairs(nodes, 6 + random() % 8, random);
    const double resolution = round % 3 == 0 ? 0.7 : 1;
    const Ties graph = graph_of_pairs(nodes, pairs);
    const Partition found = leiden(graph, {.resolution = resolution});
    EXPECT_NEAR(found.modularity, naive_modularity(nodes, pairs, found.community, resolution),
                1e-9);
    EXPECT_GE(found.modularity, best_of_all(nodes, pairs, resolution) - 0.03);
  }
}

TEST(Leiden, FindsGroupsThatWerePutIn) {
  std::mt19937 random(9);
  constexpr uint32_t kGroups = 20;
  constexpr uint32_t kSize = 30;
  Pairs pairs;
  for (int i = 0; i < 6000; ++i) {
    const auto a = static_cast<uint32_t>(random() % (kGroups * kSize));
    const uint32_t b = i % 10 == 0 ? static_cast<uint32_t>(random() % (kGroups * kSize))
                                   : a / kSize * kSize + static_cast<uint32_t>(random() % kSize);
    if (a != b) pairs.insert(std::minmax(a, b));
  }
  const Ties graph = graph_of_pairs(kGroups * kSize, pairs);
  const Partition found = leiden(graph, {.seed = 3});
  EXPECT_EQ(found.communities, kGroups);
  for (uint32_t node = 0; node < kGroups * kSize; ++node) {
    EXPECT_EQ(found.community[node], node / kSize) << node;
  }
  EXPECT_EQ(found.community, leiden(graph, {.seed = 3}).community);
}

TEST(Leiden, CommunitiesHangTogether) {
  std::mt19937 random(2);
  const uint32_t nodes = 300;
  const Pairs pairs = random_pairs(nodes, 500, random);
  const Ties graph = graph_of_pairs(nodes, pairs);
  const Partition found = leiden(graph);
  std::vector<uint32_t> reached(nodes, nodes);
  uint32_t pieces = 0;
  for (uint32_t start = 0; start < nodes; ++start) {
    if (reached[start] != nodes) continue;
    std::vector<uint32_t> waiting = {start};
    reached[start] = pieces;
    while (!waiting.empty()) {
      const uint32_t at = waiting.back();
      waiting.pop_back();
      for (uint64_t i = graph.begins[at]; i < graph.begins[at + 1]; ++i) {
        const uint32_t other = graph.others[i];
        if (reached[other] != nodes || found.community[other] != found.community[at]) continue;
        reached[other] = pieces;
        waiting.push_back(other);
      }
    }
    ++pieces;
  }
  EXPECT_EQ(pieces, found.communities);
}

TEST(Leiden, TakesGraphsWithoutTiesAndStops) {
  EXPECT_EQ(leiden(Ties{}).communities, 0U);
  Ties lone;
  lone.begins = {0, 0, 0};
  EXPECT_EQ(leiden(lone).communities, 2U);
  const std::atomic<bool> stop = true;
  std::mt19937 random(2);
  EXPECT_TRUE(leiden(graph_of_pairs(50, random_pairs(50, 90, random)), {.stop = &stop}).is_stopped);
}

}  // namespace
}  // namespace cocite::map

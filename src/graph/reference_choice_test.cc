#include "graph/reference_choice.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace cocite::graph {
namespace {

using Costs = std::vector<ReferenceCosts>;

constexpr float kImpossible = 3e38F;

Costs make_costs(size_t lists, std::mt19937_64& random) {
  Costs costs(lists);
  for (size_t i = 0; i < lists; ++i) {
    costs[i].fill(kImpossible);
    costs[i][0] = static_cast<float>(20 + random() % 200);
    for (unsigned r = 1; r <= kWindow && r <= i; ++r) {
      const uint64_t kind = random() % 4;
      if (kind == 0) continue;
      costs[i][r] = static_cast<float>(kind == 1 ? 1 + random() % 20 : 10 + random() % 250);
    }
  }
  return costs;
}

// Checks the choice and returns its cost.
double cost_of(const Costs& costs, const std::vector<uint8_t>& choice) {
  EXPECT_EQ(choice.size(), costs.size());
  std::vector<unsigned> chain(choice.size(), 0);
  double cost = 0;
  for (size_t i = 0; i < choice.size(); ++i) {
    EXPECT_LE(choice[i], kWindow);
    EXPECT_LE(choice[i], i);
    chain[i] = choice[i] == 0 ? 0 : chain[i - choice[i]] + 1;
    EXPECT_LE(chain[i], kMaxChain) << "list " << i;
    EXPECT_LT(costs[i][choice[i]], kImpossible);
    cost += costs[i][choice[i]];
  }
  return cost;
}

// What everybody else does: each list in turn takes the best that its chain allows.
std::vector<uint8_t> greedy(const Costs& costs) {
  std::vector<uint8_t> choice(costs.size(), 0);
  std::vector<unsigned> chain(costs.size(), 0);
  for (size_t i = 0; i < costs.size(); ++i) {
    for (unsigned r = 1; r <= kWindow && r <= i; ++r) {
      if (chain[i - r] < kMaxChain && costs[i][r] < costs[i][choice[i]]) {
        choice[i] = static_cast<uint8_t>(r);
      }
    }
    chain[i] = choice[i] == 0 ? 0 : chain[i - choice[i]] + 1;
  }
  return choice;
}

// Every choice there is.
void search(const Costs& costs, size_t i, double so_far, std::vector<unsigned>& chain,
            double& best) {
  if (so_far >= best) return;
  if (i == costs.size()) {
    best = so_far;
    return;
  }
  for (unsigned r = 0; r <= kWindow && r <= i; ++r) {
    if (costs[i][r] >= kImpossible || (r > 0 && chain[i - r] == kMaxChain)) continue;
    chain[i] = r == 0 ? 0 : chain[i - r] + 1;
    search(costs, i + 1, so_far + costs[i][r], chain, best);
  }
}
double optimum(const Costs& costs) {
  std::vector<unsigned> chain(costs.size(), 0);
  double best = std::numeric_limits<double>::max();
  search(costs, 0, 0, chain, best);
  return best;
}

TEST(ReferenceChoice, OfNothingIsNothing) {
  EXPECT_TRUE(choose_references({}).empty());
}

TEST(ReferenceChoice, KeepsEveryBestReferenceWhileChainsAreShort) {
  Costs costs(kMaxChain + 1);
  for (size_t i = 0; i < costs.size(); ++i) {
    costs[i].fill(kImpossible);
    costs[i][0] = 100;
    if (i > 0) costs[i][1] = 10;
  }
  std::vector<uint8_t> expected(kMaxChain + 1, 1);
  expected[0] = 0;
  EXPECT_EQ(choose_references(costs), expected);
}

// A chain two too long where the second link gains least:   0 <-90- 1 <-1- 2 <-90- 3 <-90- 4 …
TEST(ReferenceChoice, CutsAChainWhereItCostsLeast) {
  Costs costs(kMaxChain + 3);
  for (size_t i = 0; i < costs.size(); ++i) {
    costs[i].fill(kImpossible);
    costs[i][0] = 100;
    if (i > 0) costs[i][1] = i == 2 ? 99 : 10;
  }
  std::vector<uint8_t> expected(kMaxChain + 3, 1);
  expected[0] = expected[2] = 0;
  EXPECT_EQ(choose_references(costs), expected);
}

TEST(ReferenceChoice, IsNearTheOptimum) {
  std::mt19937_64 random(1);
  double chosen_sum = 0;
  double greedy_sum = 0;
  double optimum_sum = 0;
  int optimal = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    const Costs costs = make_costs(1 + random() % 9, random);
    const double chosen = cost_of(costs, choose_references(costs));
    const double best = optimum(costs);
    ASSERT_GE(chosen, best);
    optimal += chosen == best ? 1 : 0;
    chosen_sum += chosen;
    greedy_sum += cost_of(costs, greedy(costs));
    optimum_sum += best;
  }
  EXPECT_LE(chosen_sum, greedy_sum);
  EXPECT_LE(chosen_sum, optimum_sum * 1.02);
  EXPECT_GE(optimal, kRounds * 8 / 10);
}

TEST(ReferenceChoice, BeatsTheGreedyOneOnLongSequences) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 20; ++round) {
    const Costs costs = make_costs(2000, random);
    EXPECT_LE(cost_of(costs, choose_references(costs)), cost_of(costs, greedy(costs)));
  }
}

// Lists that grow alike: every one is best copied from its neighbour.
TEST(ReferenceChoice, NeverMakesAChainThatIsTooLong) {
  std::mt19937_64 random(3);
  for (const float near : {1.F, 50.F, 99.F}) {
    Costs costs(1000);
    for (size_t i = 0; i < costs.size(); ++i) {
      costs[i].fill(kImpossible);
      costs[i][0] = 100;
      for (unsigned r = 1; r <= kWindow && r <= i; ++r) {
        costs[i][r] = near + static_cast<float>(random() % 2 + r);
      }
    }
    const double cost = cost_of(costs, choose_references(costs));
    EXPECT_LE(cost, cost_of(costs, greedy(costs)));
  }
}

}  // namespace
}  // namespace cocite::graph

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/crawl.h>

#include "engine/testing_web.h"

namespace cocite::measure {
namespace {

// A contract over all orders: whatever comes first, all that can be got to comes once.
TEST(Simulate, GetsToAllThatCanBeReachedInEveryOrder) {
  const engine::TestWeb web;
  std::mt19937 random(5);
  std::string lines = "x.example/far\tx.example/away\n";
  for (int i = 0; i < 2000; ++i) {
    const auto page = [&](uint64_t n) {
      return "h" + std::to_string(n % 7) + ".example/" + std::to_string(n);
    };
    // Half of all links go to the first few pages: those are hot.
    const uint64_t target = random() % 2 == 0 ? random() % 20 : random() % 300;
    lines += page(random() % 300) + "\t" + page(target) + "\n";
  }
  const Engine engine = web.make(lines, {.text_file = ""});
  SimulateRequest request{.store = engine.path(), .words = "example"};
  const SimulateAnswer answer = simulate_crawl(request).value();
  EXPECT_EQ(answer.orders.size(), crawl_orders().size());
  EXPECT_GT(answer.reachable, 250U);
  double random_at_20 = 0;
  double pagerank_at_20 = 0;
  for (const SimulatedOrder& order : answer.orders) {
    EXPECT_EQ(order.steps.back().fetched, answer.reachable) << order.name;
    double before = 0;
    for (const SimulateStep& step : order.steps) {
      EXPECT_GE(step.hot, before) << order.name;
      EXPECT_LE(step.rank_sum, 1 + 1e-9);
      before = step.hot;
      if (step.percent == 20 && order.name == "random") random_at_20 = step.hot;
      if (step.percent == 20 && order.name == "pagerank") pagerank_at_20 = step.hot;
    }
  }
  EXPECT_GT(pagerank_at_20, random_at_20);
  EXPECT_THAT(simulate_chart(answer), ::testing::HasSubstr("xmlns"));
}

TEST(Simulate, StartsWhereItIsToldAndRefusesNonsense) {
  const engine::TestWeb web;
  const Engine engine = web.make("a.example/\tb.example/\nb.example/\tc.example/\n");
  SimulateRequest request{.store = engine.path(), .pages = {"b.example/"}, .orders = {"breadth"}};
  const SimulateAnswer answer = simulate_crawl(request).value();
  EXPECT_EQ(answer.reachable, 2U);
  EXPECT_EQ(answer.start, std::vector<std::string>{"example,b)/"});
  request.orders = {"similarity"};
  EXPECT_EQ(simulate_crawl(request).error().about, "like");
  request.orders = {"best"};
  EXPECT_EQ(simulate_crawl(request).error().about, "order");
  request = {.store = engine.path(), .hot_share = 0};
  EXPECT_FALSE(simulate_crawl(request));
}

}  // namespace
}  // namespace cocite::measure

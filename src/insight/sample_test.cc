#include <cmath>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "insight/sample_walk.h"
#include "insight/shares.h"

namespace cocite::insight {
namespace {

TEST(Wilson, IsTheIntervalOfTheBooks) {
  // 10 of 100: Wilson without correction, as in R's prop.test(correct = FALSE).
  const auto [low, high] = wilson(10, 100);
  EXPECT_NEAR(low, 0.05522914, 1e-7);
  EXPECT_NEAR(high, 0.1743657, 1e-7);
  EXPECT_EQ(wilson(0, 0), std::pair(0.0, 1.0));
  EXPECT_EQ(wilson(0, 50).first, 0);
  EXPECT_EQ(wilson(50, 50).second, 1);
}

TEST(ChiSquare, IsZeroForTheSameSharesAndGrows) {
  EXPECT_EQ(chi_square_distance({1, 2, 3}, {10, 20, 30}), 0);
  EXPECT_NEAR(chi_square_distance({10, 0}, {1, 1}), 1, 1e-12);
}

TEST(InclusionWeights, AreOneForWhatIsVisitedForSure) {
  const std::vector<double> weights =
      inclusion_weights(std::vector<double>{0.5, 1e-3, 1e-5, 0}, 1000);
  EXPECT_NEAR(weights[0], 1, 1e-12);
  EXPECT_NEAR(weights[1], 1 / (1 - std::exp(-1.0)), 1e-12);
  EXPECT_NEAR(weights[2], 1 / (1 - std::exp(-0.01)), 1e-9);
  EXPECT_TRUE(std::isfinite(weights[3]));
  EXPECT_GT(weights[3], weights[2]);
}

TEST(Draw, HeavyOnesComeFirstAndNobodyTwice) {
  std::vector<Visited> from;
  std::vector<double> weights;
  for (uint32_t i = 0; i < 1000; ++i) {
    from.push_back({page_id(i), 1});
    weights.push_back(i < 500 ? 1.0 : 3.0);
  }
  uint64_t heavy = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const auto drawn = draw(from, weights, 10, seed);
    ASSERT_EQ(drawn.size(), 10U);
    EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), 10U);
    for (const PageId page : drawn) heavy += index(page) >= 500 ? 1 : 0;
    EXPECT_EQ(drawn, draw(from, weights, 10, seed));
  }
  EXPECT_NEAR(static_cast<double>(heavy) / 2000, 0.75, 0.03);
  EXPECT_EQ(draw(from, weights, 5000, 1).size(), 1000U);
}

TEST(Draw, UniformDrawsEveryPageAsOften) {
  std::vector<int> counts(20);
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const auto drawn = draw_uniform(20, 5, seed).value();
    ASSERT_EQ(std::set(drawn.begin(), drawn.end()).size(), 5U);
    for (const PageId page : drawn) ++counts[index(page)];
  }
  for (const int count : counts) EXPECT_NEAR(count, 500, 100);
  EXPECT_EQ(draw_uniform(3, 10, 1)->size(), 3U);
}

TEST(Draw, UniformDrawsNobodyTwiceOfManyOrFew) {
  for (const uint64_t count : {1U, 190U, 200U, 60'000U, 100'000U}) {
    const auto drawn = draw_uniform(100'000, count, 3).value();
    EXPECT_EQ(drawn.size(), count);
    EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), count);
  }
}

TEST(Draw, UniformTellsHowFarItIsAndStops) {
  std::vector<uint64_t> told;
  const auto stopped = draw_uniform(1'000'000, 500'000, 3, [&](uint64_t drawn) -> Result<void> {
    told.push_back(drawn);
    if (told.size() == 3) return fail(ErrorCode::kCancelled, "stopped");
    return {};
  });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(told, (std::vector<uint64_t>{0, 65536, 131072}));
}

}  // namespace
}  // namespace cocite::insight

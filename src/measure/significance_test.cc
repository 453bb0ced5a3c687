// Tests of tests, against cases by hand; scipy_slow_test.cc compares with scipy.
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "measure/bootstrap.h"
#include "measure/rank_sum.h"
#include "measure/sign.h"

namespace cocite::measure {
namespace {

using Values = std::vector<double>;

TEST(SignTest, CountsCoins) {
  // Seven wins, one loss, two ties: P(at least 7 of 8) = (8 + 1) / 256.
  const Values one = {1, 1, 1, 1, 1, 1, 1, 0, 0.5, 0};
  const Values other = {0, 0, 0, 0, 0, 0, 0, 1, 0.5, 0};
  const SignTest test = sign_test(one, other);
  EXPECT_EQ(test.wins, 7U);
  EXPECT_EQ(test.losses, 1U);
  EXPECT_EQ(test.ties, 2U);
  EXPECT_NEAR(test.p.one_sided, 9.0 / 256, 1e-12);
  EXPECT_NEAR(test.p.two_sided, 18.0 / 256, 1e-12);
  const SignTest turned = sign_test(other, one);
  EXPECT_NEAR(turned.p.one_sided, 1 - 1.0 / 256, 1e-12);  // at least 1 of 8
  EXPECT_NEAR(turned.p.two_sided, 18.0 / 256, 1e-12);
}

TEST(SignTest, SaysNothingOfTies) {
  const Values same = {0.3, 0.3};
  EXPECT_EQ(sign_test(same, same).p.one_sided, 1);
  EXPECT_EQ(sign_test(same, same).p.two_sided, 1);
  EXPECT_EQ(sign_test({}, {}).p.two_sided, 1);
  // As many wins as losses: no more than chance.
  EXPECT_EQ(sign_test(Values{1, 0}, Values{0, 1}).p.two_sided, 1);
}

TEST(SignTest, HoldsForThousandsOfQueryPages) {
  const Values one(3000, 1);
  const Values other(3000, 0);
  EXPECT_GE(sign_test(one, other).p.one_sided, 0);
  EXPECT_LT(sign_test(one, other).p.one_sided, 1e-300);
  Values half(3000, 0);
  for (size_t i = 0; i < 1500; ++i) half[i] = 2;
  EXPECT_EQ(sign_test(half, one).p.two_sided, 1);
}

TEST(RankSum, RanksBothTogether) {
  // Ranks of one: 3, 5, 6 of 6: U = 14 - 6 = 8; mean 4.5, variance 3 * 3 / 12 * 7 = 5.25.
  const RankSumTest test = rank_sum_test(Values{3, 5, 6}, Values{1, 2, 4});
  EXPECT_DOUBLE_EQ(test.u, 8);
  EXPECT_NEAR(test.z, 3 / std::sqrt(5.25), 1e-12);
  EXPECT_NEAR(test.p.one_sided, 0.09522, 1e-5);
  EXPECT_NEAR(test.p.two_sided, 0.19043, 1e-5);
}

TEST(RankSum, SaysNothingOfTies) {
  const Values same = {0.3, 0.3, 0.3};
  EXPECT_EQ(rank_sum_test(same, same).p.one_sided, 1);
  EXPECT_EQ(rank_sum_test(same, same).p.two_sided, 1);
  EXPECT_EQ(rank_sum_test({}, same).p.two_sided, 1);
  EXPECT_EQ(rank_sum_test(Values{1}, Values{1}).p.two_sided, 1);
}

TEST(Bootstrap, ContainsTheMeanAndIsTheSameForTheSameSeed) {
  Values values;
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) values.push_back(static_cast<double>(random() % 1000) / 1000);
  double mean = 0;
  for (const double value : values) mean += value / 200;
  const Bootstrap bootstrap(200, {.resamples = 2000, .seed = 7});
  const Interval interval = bootstrap.interval(bootstrap.means(values));
  EXPECT_LT(interval.low, mean);
  EXPECT_GT(interval.high, mean);
  // About 1.96 standard errors to both sides: 0.29 / sqrt(200) = 0.0204.
  EXPECT_NEAR(interval.high - interval.low, 2 * 1.96 * 0.0204, 0.012);
  const Bootstrap again(200, {.resamples = 2000, .seed = 7});
  EXPECT_EQ(again.means(values), bootstrap.means(values));
  const Bootstrap other(200, {.resamples = 2000, .seed = 8});
  EXPECT_NE(other.means(values), bootstrap.means(values));
}

TEST(Bootstrap, OfNothingIsNothing) {
  const Bootstrap none(0, {});
  EXPECT_EQ(none.interval(none.means({})).high, 0);
  const Bootstrap no_resamples(3, {.resamples = 0});
  EXPECT_TRUE(no_resamples.means(Values{1, 2, 3}).empty());
  const Bootstrap one(1, {});
  EXPECT_EQ(one.interval(one.means(Values{0.4})).low, 0.4);
}

}  // namespace
}  // namespace cocite::measure

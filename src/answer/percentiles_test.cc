#include "answer/percentiles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "engine/testing_web.h"

namespace cocite::answer {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kEndless = std::numeric_limits<double>::infinity();

// A kept column answers as the count does, for every `step`th page that has a value.
void expect_as_counted(const std::vector<double>& values, size_t step = 1) {
  const PercentileTable table(values, 2);
  for (size_t i = 0; i < values.size(); i += step) {
    if (std::isnan(values[i])) continue;
    ASSERT_EQ(table.of(values[i]), percentile(values, values[i])) << i;
  }
}

TEST(Percentile, IsTheShareOfSmallerOnes) {
  const std::vector<double> values = {3, 1, kNone, 2, 2};
  EXPECT_EQ(percentile(values, 1), 0);
  EXPECT_EQ(percentile(values, 2), 25);
  EXPECT_EQ(percentile(values, 3), 75);
  EXPECT_EQ(percentile(std::vector<double>{kNone}, 1), 0);
}

TEST(Percentile, IsTheSameWhereItIsKept) {
  expect_as_counted({});
  expect_as_counted({kNone});
  expect_as_counted({5});
  expect_as_counted({3, 1, kNone, 2, 2});
  expect_as_counted({0.0, -0.0, 0.0, -1, 1});
  expect_as_counted({kEndless, -kEndless, 0, kEndless, kNone, -kEndless, 1e308, 5e-324});
}

TEST(Percentile, IsTheSameWithManyEqualOnes) {
  std::mt19937 random(3);
  for (const unsigned different : {1U, 2U, 10U, 1000U, 100'000'000U}) {
    std::vector<double> values(20'000);
    for (double& value : values) {
      value = random() % 20 == 0 ? kNone : static_cast<double>(random() % different) / 7;
    }
    expect_as_counted(values, 37);
  }
}

// At most 1/65,536 of all too little, never too much; the first 4,096 exactly.
void expect_nearly_as_counted(const std::vector<double>& values, size_t step) {
  const PercentileTable table(values, 2);
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  for (size_t i = 0; i < sorted.size(); i += step) {
    const double counted = percentile(values, sorted[i]);
    const double told = table.of(sorted[i]);
    ASSERT_LE(told, counted) << i;
    ASSERT_GE(told, counted - 100.0 / 65'536) << i;
    if (sorted.size() - i <= 4096) {
      ASSERT_EQ(told, counted) << i;
    }
  }
}

TEST(PercentileSlow, IsNearlyTheSameOfVeryManyPages) {
  std::mt19937 random(5);
  std::vector<double> values(300'000);
  for (double& value : values) value = 1 / (1 + static_cast<double>(random() % 10'000'000));
  expect_nearly_as_counted(values, 613);
}

// The sample that the cuts are made from sees each fifth value only, and these are all the same:
// the others are one part.
TEST(PercentileSlow, IsNearlyTheSameWhereTheSampleIsMisleading) {
  std::vector<double> values(300'000);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = i % 5 == 0 ? 0 : static_cast<double>(i * 7919 % values.size() + 1);
  }
  expect_nearly_as_counted(values, 401);
}

TEST(Percentile, OfAPageIsTheSameOnceTheEngineIsPrepared) {
  const engine::TestWeb web;
  ASSERT_TRUE(web.make("a\tb\na\tc\nb\tc\nd\tc\nd\tb\ne\ta\n", {.opaque_names = true})
                  .rank({.by = {"pagerank", "indegree"}, .save = true}));
  const Engine counts = web.open();
  const Engine keeps = web.open();
  ASSERT_TRUE(keeps.prepare());
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const auto counted = counts.page(name);
    const auto kept = keeps.page(name);
    ASSERT_TRUE(counted && kept);
    ASSERT_EQ(kept->columns.size(), 2U);
    for (size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(kept->columns[i].percentile, counted->columns[i].percentile) << name;
    }
  }
}

}  // namespace
}  // namespace cocite::answer

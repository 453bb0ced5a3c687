#include "rank/order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rank/agreement.h"
#include "rank/testing/naive_ranks.h"

namespace cocite::rank {
namespace {

using testing::drawn;
using ::testing::ElementsAre;
using testing::WebStore;

std::vector<uint32_t> numbers(const Result<std::vector<PageId>>& pages) {
  std::vector<uint32_t> result;
  if (!pages) return {999};
  for (const PageId page : *pages) result.push_back(index(page));
  return result;
}

TEST(Order, BestFirstThenInDegreeThenKey) {
  // In-degrees: a 0, b 1, c 2, d 1.
  const WebStore store(drawn("a>b c d; b>c"));
  const std::vector<double> scores = {0.5, 0.1, 0.1, 0.1};
  EXPECT_THAT(numbers(best_pages(*store, scores, 9, Zeros::kDrop)), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(numbers(best_pages(*store, scores, 2, Zeros::kDrop)), ElementsAre(0, 2));
  EXPECT_THAT(numbers(best_pages(*store, scores, 3, Zeros::kDrop)), ElementsAre(0, 2, 1));
  EXPECT_THAT(numbers(best_pages(*store, scores, 0, Zeros::kDrop)), ElementsAre());
}

TEST(Order, RoundingDecidesNothing) {
  const WebStore store(drawn("a>b c d; b>c"));
  const double a_little = 0.1 * (1 - 5e-13);
  EXPECT_THAT(numbers(best_pages(*store, std::vector{0.5, 0.1, a_little, 0.1}, 2, Zeros::kDrop)),
              ElementsAre(0, 2));
  // A chain of near ties is cut by distance from the largest, not from neighbour to neighbour.
  const std::vector<double> chain = {1, 1 - 0.8e-12, 1 - 1.6e-12, 1 - 2.4e-12};
  EXPECT_THAT(numbers(best_pages(*store, chain, 4, Zeros::kDrop)), ElementsAre(1, 0, 2, 3));
  const double more = 0.1 * (1 - 5e-12);
  EXPECT_THAT(numbers(best_pages(*store, std::vector{0.5, 0.1, more, 0.1}, 9, Zeros::kDrop)),
              ElementsAre(0, 1, 3, 2));
}

TEST(Order, ZerosComeOnlyWhenAskedFor) {
  const WebStore store(drawn("a>b c d; b>c"));
  const std::vector<double> scores = {0, 1, 1e-13, 1e-11};
  EXPECT_THAT(numbers(best_pages(*store, scores, 9, Zeros::kDrop)), ElementsAre(1, 3));
  EXPECT_THAT(numbers(best_pages(*store, scores, 9, Zeros::kKeep)), ElementsAre(1, 3, 2, 0));
  const std::vector<double> nothing(4);
  EXPECT_THAT(numbers(best_pages(*store, nothing, 9, Zeros::kDrop)), ElementsAre());
  EXPECT_THAT(numbers(best_pages(*store, nothing, 9, Zeros::kKeep)), ElementsAre(2, 1, 3, 0));
}

TEST(Order, TheFirstAreThoseOfTheWholeOrder) {
  const WebStore store(testing::random_web(1, 200, 900));
  std::mt19937 random(2);
  std::vector<double> scores(200);
  for (double& score : scores) score = static_cast<double>(random() % 20);
  const auto all = numbers(best_pages(*store, scores, 200, Zeros::kKeep));
  ASSERT_EQ(all.size(), 200U);
  for (uint64_t top = 1; top <= 200; top += 7) {
    const auto first = numbers(best_pages(*store, scores, top, Zeros::kKeep));
    ASSERT_EQ(first.size(), top);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin())) << top;
  }
}

TEST(Standing, TiedPagesShareTheirPlaces) {
  const Standing standing = standing_of(std::vector{3.0, 7.0, 3.0, 1.0});
  EXPECT_EQ(standing.place(1), 1U);
  EXPECT_EQ(standing.place(0), 2U);
  EXPECT_EQ(standing.place(2), 2U);
  EXPECT_EQ(standing.place(3), 4U);
  EXPECT_EQ(standing.middle(0), 2.5);
  EXPECT_EQ(standing.middle(3), 4);
}

// By the definitions, pair by pair.
double naive_kendall(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  double untied_a = 0;
  double untied_b = 0;
  const auto sign = [](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; };
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      sum += sign(a[i] - a[j]) * sign(b[i] - b[j]);
      untied_a += std::abs(sign(a[i] - a[j]));
      untied_b += std::abs(sign(b[i] - b[j]));
    }
  }
  return sum / std::sqrt(untied_a * untied_b);
}

std::vector<double> naive_places(const std::vector<double>& a) {
  std::vector<double> places;
  for (const double x : a) {
    double place = 0.5;
    for (const double y : a) place += y > x ? 1 : y == x ? 0.5 : 0;
    places.push_back(place);
  }
  return places;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double ma = 0;
  double mb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ma += a[i] / static_cast<double>(a.size());
    mb += b[i] / static_cast<double>(a.size());
  }
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
  }
  return ab / std::sqrt(aa * bb);
}

TEST(Agreement, IsWhatTheDefinitionsSay) {
  std::mt19937 random(4);
  for (int round = 0; round < 60; ++round) {
    const uint64_t values = 1 + random() % 40;
    std::vector<double> a(2 + random() % 80);
    std::vector<double> b(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<double>(random() % values);
      b[i] = round % 3 == 0 ? a[i] : static_cast<double>(random() % values) + a[i] / 2;
    }
    const double expected = naive_kendall(a, b);
    const double found = kendall(standing_of(a), standing_of(b));
    const double rho = spearman(standing_of(a), standing_of(b));
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(found) && std::isnan(rho));
      continue;
    }
    EXPECT_NEAR(found, expected, 1e-12);
    EXPECT_NEAR(rho, correlation(naive_places(a), naive_places(b)), 1e-12);
  }
}

TEST(Standing, NegativeScoresTieAsPositiveOnesDo) {
  const Standing standing = standing_of(std::vector{-3.0, -1.0, -3.0, -3.0 * (1 + 5e-13), -4.0});
  EXPECT_EQ(standing.place(1), 1U);
  for (const uint64_t page : {0U, 2U, 3U}) EXPECT_EQ(standing.place(page), 2U) << page;
  EXPECT_EQ(standing.place(4), 5U);
}

TEST(Agreement, OfListsTiesWhatIsMissing) {
  using List = std::vector<std::string>;
  // Of six pairs three agree, two do not, and y and z tie in the first list.
  EXPECT_DOUBLE_EQ(kendall(List{"a", "b"}, List{"a", "z", "y"}), 1 / std::sqrt(30.0));
  EXPECT_DOUBLE_EQ(kendall(List{"a", "b"}, List{"a", "y", "z"}), 1 / std::sqrt(30.0));
  EXPECT_DOUBLE_EQ(kendall(List{"a"}, List{"b"}), -1);
  EXPECT_TRUE(std::isnan(kendall(List{"a"}, List{"a"})));
}

TEST(Agreement, OfListsIsWhatTheDefinitionsSayWhateverThePagesAreCalled) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> names;
    for (int i = 0; i < 12; ++i) names.push_back("page" + std::to_string(i));
    std::vector<std::vector<size_t>> lists(2);
    for (std::vector<size_t>& list : lists) {
      std::vector<size_t> pages(names.size());
      std::iota(pages.begin(), pages.end(), size_t{0});
      std::ranges::shuffle(pages, random);
      pages.resize(1 + random() % names.size());
      list = pages;
    }
    std::vector<std::vector<double>> scores(2);
    for (size_t page = 0; page < names.size(); ++page) {
      std::array<double, 2> own{};
      for (size_t which = 0; which < 2; ++which) {
        const auto at = std::ranges::find(lists[which], page);
        own[which] = static_cast<double>(lists[which].end() - at);
      }
      if (own[0] == 0 && own[1] == 0) continue;
      for (size_t which = 0; which < 2; ++which) scores[which].push_back(own[which]);
    }
    const double expected = naive_kendall(scores[0], scores[1]);
    for (int renaming = 0; renaming < 3; ++renaming) {
      std::vector<std::vector<std::string>> named(2);
      for (size_t which = 0; which < 2; ++which) {
        for (const size_t page : lists[which]) named[which].push_back(names[page]);
      }
      const double found = kendall(named[0], named[1]);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(found));
      } else {
        EXPECT_NEAR(found, expected, 1e-12);
      }
      std::ranges::shuffle(names, random);
    }
  }
}

TEST(Agreement, IsOneForTheSameAndMinusOneForTheOpposite) {
  const Standing up = standing_of(std::vector{1.0, 2.0, 3.0, 4.0, 5.0});
  const Standing down = standing_of(std::vector{5.0, 4.0, 3.0, 2.0, 1.0});
  EXPECT_DOUBLE_EQ(kendall(up, up), 1);
  EXPECT_DOUBLE_EQ(spearman(up, up), 1);
  EXPECT_DOUBLE_EQ(kendall(up, down), -1);
  EXPECT_DOUBLE_EQ(spearman(up, down), -1);
}

}  // namespace
}  // namespace cocite::rank

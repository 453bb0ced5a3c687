#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "map/communities.h"
#include "map/layout.h"
#include "map/likeness.h"
#include "map/names.h"

namespace cocite::map {
namespace {

using Features = std::vector<std::vector<uint64_t>>;

// Groups of pages, each with its own features and a few that anybody may have.
Features random_features(std::mt19937& random, size_t pages, size_t groups) {
  Features all(pages);
  for (size_t page = 0; page < pages; ++page) {
    std::set<uint64_t> own;
    for (int i = 0; i < 20; ++i) own.insert(1000 * (1 + page % groups) + random() % 40);
    for (int i = 0; i < 4; ++i) own.insert(random() % 100);
    all[page].assign(own.begin(), own.end());
  }
  return all;
}

double distance(const Place& a, const Place& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

TEST(Likeness, IsTheCosineOfWeightedFeatures) {
  const Features features = {{1, 2}, {2, 3}, {9}};
  const Likeness like = likeness(Shared(features));
  const double shared = std::pow(std::log(4.0 / 2), 2);
  const double length = shared + std::pow(std::log(4.0), 2) * 1 + 8;
  EXPECT_NEAR(like.at(0, 1), shared / length, 1e-6);
  EXPECT_EQ(like.at(1, 0), like.at(0, 1));
  EXPECT_EQ(like.at(0, 2), 0);
  EXPECT_EQ(like.at(0, 0), 0);
}

TEST(Likeness, StaysBetweenZeroAndOneAndIsSymmetric) {
  std::mt19937 random(7);
  const Likeness like = likeness(Shared(random_features(random, 60, 4)));
  for (size_t i = 0; i < 60; ++i) {
    for (size_t j = 0; j < 60; ++j) {
      EXPECT_GE(like.at(i, j), 0);
      EXPECT_LT(like.at(i, j), 1);
      EXPECT_EQ(like.at(i, j), like.at(j, i));
    }
  }
}

TEST(NearestPairs, KeepWhatHangsTogetherInOnePiece) {
  std::mt19937 random(3);
  for (const size_t pages : {2U, 3U, 17U, 80U}) {
    const Likeness like = likeness(Shared(random_features(random, pages, 5)));
    const auto component = [&](auto is_joined) {
      std::vector<size_t> of(pages);
      for (size_t i = 0; i < pages; ++i) of[i] = i;
      for (size_t round = 0; round < pages; ++round) {
        for (size_t i = 0; i < pages; ++i) {
          for (size_t j = 0; j < pages; ++j) {
            if (is_joined(i, j)) of[i] = of[j] = std::min(of[i], of[j]);
          }
        }
      }
      return of;
    };
    std::set<std::pair<size_t, size_t>> drawn;
    for (const Tie& tie : nearest_pairs(like, 2)) {
      EXPECT_LT(tie.one, tie.other);
      EXPECT_EQ(tie.weight, like.at(tie.one, tie.other));
      EXPECT_GT(tie.weight, 0);
      EXPECT_TRUE(drawn.emplace(tie.one, tie.other).second);
    }
    EXPECT_EQ(component([&](size_t i, size_t j) { return like.at(i, j) > 0; }),
              component([&](size_t i, size_t j) {
                return drawn.contains({i, j});
              }));
  }
}

TEST(Communities, FindsGroupsThatWerePutIn) {
  std::mt19937 random(11);
  constexpr size_t kGroups = 4;
  const Features features = random_features(random, 80, kGroups);
  const auto ties = nearest_pairs(likeness(Shared(features)), 6);
  const std::vector<uint32_t> found = communities(80, ties, 8);
  for (size_t page = 0; page < 80; ++page) EXPECT_EQ(found[page], page % kGroups) << page;
}

TEST(Communities, AreAtMostAsManyAsAskedForAndNumberedByTheirFirstPages) {
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    const size_t pages = random() % 60;
    std::vector<Tie> ties;
    for (size_t i = 0; i < pages; ++i) {
      const auto one = static_cast<uint32_t>(random() % pages);
      const auto other = static_cast<uint32_t>(random() % pages);
      if (one < other) ties.push_back({one, other, static_cast<float>(random() % 100 + 1) / 100});
    }
    const std::vector<uint32_t> found = communities(pages, ties, 5);
    ASSERT_EQ(found.size(), pages);
    uint32_t next = 0;
    for (const uint32_t one : found) {
      EXPECT_LE(one, next);
      if (one == next) ++next;
    }
    EXPECT_LE(next, 5U);
    EXPECT_EQ(found, communities(pages, ties, 5));
  }
}

TEST(Layout, IsTheSameEveryTimeWithinItsBoundsAndWithoutOverlaps) {
  std::mt19937 random(2);
  for (const size_t pages : {0U, 1U, 2U, 3U, 40U, 150U}) {
    const auto ties = nearest_pairs(likeness(Shared(random_features(random, pages, 3))), 5);
    const std::vector<Place> places = lay_out(pages, ties);
    const std::vector<Place> again = lay_out(pages, ties);
    ASSERT_EQ(places.size(), pages);
    for (size_t i = 0; i < pages; ++i) {
      EXPECT_EQ(places[i].x, again[i].x);
      EXPECT_EQ(places[i].y, again[i].y);
      EXPECT_LE(std::abs(places[i].x), 1);
      EXPECT_LE(std::abs(places[i].y), 1);
      for (size_t j = 0; j < i; ++j) {
        EXPECT_GT(distance(places[i], places[j]), 0.5 * least_distance(pages)) << pages;
      }
    }
  }
}

TEST(Layout, PutsPagesOfAGroupNearerThanOthers) {
  std::mt19937 random(9);
  const auto ties = nearest_pairs(likeness(Shared(random_features(random, 60, 3))), 5);
  const std::vector<Place> places = lay_out(60, ties);
  double within = 0;
  double between = 0;
  size_t pairs_within = 0;
  size_t pairs_between = 0;
  for (size_t i = 0; i < 60; ++i) {
    for (size_t j = i + 1; j < 60; ++j) {
      (i % 3 == j % 3 ? within : between) += distance(places[i], places[j]);
      ++(i % 3 == j % 3 ? pairs_within : pairs_between);
    }
  }
  EXPECT_LT(2 * within / static_cast<double>(pairs_within),
            between / static_cast<double>(pairs_between));
}

TEST(Layout, StandsPagesWithoutTiesApart) {
  const std::vector<Place> places = lay_out(30, {});
  for (size_t i = 0; i < 30; ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_GT(distance(places[i], places[j]), 0.01);
  }
}

TEST(Names, LeaveOutTheSite) {
  EXPECT_EQ(short_titles({"Bee - Wiki", "Ant - Wiki", "Wasp - Wiki", "Wiki", "Fly"}),
            (std::vector<std::string>{"Bee", "Ant", "Wasp", "Wiki", "Fly"}));
  EXPECT_EQ(short_titles({"Site | a", "Site | b", "Site | c"}),
            (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(short_titles({"a - b", "c - d", "e"}),
            (std::vector<std::string>{"a - b", "c - d", "e"}));
}

TEST(Names, OfCommunitiesAreSharedWordsOrTheirHeaviestPages) {
  const std::vector<std::string> labels = {"Array methods", "The array", "Arrays of array",
                                           "Bee",           "Ant",       "Wasp"};
  const std::vector<uint32_t> community = {0, 0, 0, 1, 1, 1};
  const std::vector<double> weights = {1, 1, 1, 1, 3, 2};
  EXPECT_EQ(community_names(labels, community, weights),
            (std::vector<std::string>{"array", "Ant · Wasp"}));
  EXPECT_TRUE(community_names({}, {}, {}).empty());
}

TEST(Names, OfManyPagesAreWordsThatTellThemApart) {
  const std::vector<std::string> labels = {
      "War of the United States", "The United States", "War", "Bee and ant", "Bee", "Ant"};
  const std::vector<uint32_t> community = {0, 0, 0, 1, 1, 1};
  const std::vector<double> weights = {1, 1, 1, 1, 1, 1};
  EXPECT_EQ(telling_names(labels, community, weights),
            (std::vector<std::string>{"United States, War", "ant, Bee"}));
}

TEST(Names, TakeNothingFromAddressesWherePagesHaveTitles) {
  std::vector<std::string> labels = {"Honey bee", "Bee",  "Bees: honey", "Bumble bee",
                                     "The bee",   "Wasp", "Ant"};
  for (int i = 0; i < 9; ++i) labels.push_back("www.example.edu/~user/");
  labels.emplace_back("www.clocks.com/index.html");
  labels.emplace_back("www.clocks.com/repair.html");
  std::vector<uint32_t> community(labels.size());
  community[community.size() - 1] = community[community.size() - 2] = 1;
  EXPECT_EQ(telling_names(labels, community, std::vector<double>(labels.size(), 1)),
            (std::vector<std::string>{"bee, Honey", "clocks"}));
}

}  // namespace
}  // namespace cocite::map

// How many singular values LLI keeps; its scores: oracle_test.cc.
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "related/testing/oracle.h"

namespace cocite::related::testing {
namespace {

void expect_equal(const TestStore::Found& a, const TestStore::Found& b) {
  ASSERT_EQ(a.items.size(), b.items.size());
  for (size_t i = 0; i < a.items.size(); ++i) {
    EXPECT_NEAR(a.items[i].score, b.items[i].score, 1e-9) << i;
  }
}

// More than there are, and until one falls to nothing, are both all of them.
TEST(Lli, KeepsAllWhereKIsLargeOrNoGapIsEnough) {
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    NaiveWeb web = random_web(random, 30);
    choose_settings(web, random);
    const TestStore store(web);
    for (int page = 0; page < 5; ++page) {
      NaiveWeb by_epsilon = web;
      by_epsilon.numbers["epsilon"] = 1;
      by_epsilon.numbers["epsilon_children"] = -1;
      NaiveWeb by_k = web;
      by_k.numbers["k"] = 1000;
      expect_equal(store.related("lli", {page}, by_k), store.related("lli", {page}, by_epsilon));
    }
  }
}

// One direction: pages are alike in it, or have nothing of it.
TEST(Lli, WithOneValueEveryScoreIsOne) {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    NaiveWeb web = random_web(random, 30);
    choose_settings(web, random);
    web.numbers["k"] = 1;
    const TestStore store(web);
    for (int page = 0; page < 5; ++page) {
      for (const Item& item : store.related("lli", {page}, web).items) {
        EXPECT_NEAR(item.score, 1, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace cocite::related::testing

#include "graph/shared_pages.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "graph/testing/list_maker.h"

namespace cocite::graph {
namespace {

TEST(SharedPages, AreThoseOfComparingEveryPair) {
  for (const testing::ListKind kind : testing::kListKinds) {
    std::mt19937_64 random(3);
    const auto lists = testing::make_lists(kind, ListOrder::kPage, random);
    const testing::FlatLists flat(lists);
    const Lists view = flat.view();
    SharedPages shared(view);
    for (size_t i = 0; i < lists.size(); ++i) {
      std::set<std::pair<unsigned, size_t>> expected;
      for (unsigned r = 1; r <= std::min<size_t>(kWindow, i); ++r) {
        for (size_t k = 0; k < lists[i].size(); ++k) {
          if (std::ranges::count(lists[i - r], lists[i][k]) > 0) expected.emplace(r, k);
        }
      }
      std::set<std::pair<unsigned, size_t>> seen;
      shared.next([&](unsigned r, size_t k) { EXPECT_TRUE(seen.emplace(r, k).second); });
      ASSERT_EQ(seen, expected) << testing::name_of(kind) << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace cocite::graph

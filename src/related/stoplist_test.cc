// Which pages are on a stoplist, and when it counts.
#include "related/stoplist.h"

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "related/method.h"
#include "related/testing/test_store.h"

namespace cocite::related::testing {
namespace {

using ::testing::ElementsAre;

// By the definition, with the naive version of cocitation.
TEST(Stoplist, HasTheMostFrequentAnswersOfCocitation) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web = random_web(random, 50);
    web.hosts_on = seed % 2 == 0;
    web.numbers = {{"B", 2000}, {"BF", 8}};
    const TestStore store(web);
    std::vector<int> times(50);
    for (int page = 0; page < web.size(); ++page) {
      if (web.in_degree(page) < 5 || web.in_degree(page) > 500) continue;
      bool is_sufficient = false;
      const auto answers = naive_related(web, "cocitation", {page}, is_sufficient);
      for (size_t i = 0; i < std::min<size_t>(answers.size(), 10); ++i) {
        ++times[static_cast<size_t>(answers[i].first)];
      }
    }
    std::vector<std::tuple<int, int, int, int>> ranked;
    for (int page = 0; page < web.size(); ++page) {
      const int own = times[static_cast<size_t>(page)];
      if (own > 0) ranked.emplace_back(-own, -web.linking_hosts(page), -web.in_degree(page), page);
    }
    std::sort(ranked.begin(), ranked.end());
    for (const size_t count : {0U, 1U, 3U, 21U, 50U}) {
      const auto stoplist = Stoplist::most_frequent(store.web(), web.hosts_on, count);
      ASSERT_TRUE(stoplist);
      ASSERT_EQ(stoplist->size(), std::min(count, ranked.size()));
      for (size_t i = 0; i < stoplist->size(); ++i) {
        const auto page = page_id(static_cast<uint64_t>(std::get<3>(ranked[i])));
        ASSERT_TRUE(stoplist->contains(page)) << seed << ' ' << count << ' ' << i;
      }
    }
  }
}

TEST(Stoplist, IsShipped) {
  store::testing::SmallWeb web;
  web.keys = {"com,adobe,get)/reader/", "com,digits,www)/", "com,digits,www)/about"};
  for (size_t i = 0; i < web.keys.size(); ++i) {
    web.children.emplace_back();
    web.crawled.push_back(true);
    web.titles.emplace_back();
    web.ranks.push_back(0);
  }
  const store::testing::SmallStore small(web, "shipped");
  const store::Store store = store::Store::open(small.path()).value();
  const Stoplist stoplist = Stoplist::shipped(Web(store)).value();
  EXPECT_THAT(stoplist.pages(), ElementsAre(page_id(0), page_id(1)));
}

TEST(Stoplist, IsEmptyWhereAQueryPageIsOnIt) {
  const std::vector<PageId> stopped = {page_id(3), page_id(5)};
  const Stoplist stoplist(stopped);
  const std::vector<PageId> one = {page_id(1), page_id(5)};
  const std::vector<PageId> other = {page_id(1), page_id(2)};
  EXPECT_EQ(stoplist_for(one, &stoplist), nullptr);
  EXPECT_EQ(stoplist_for(other, &stoplist), &stoplist);
}

}  // namespace
}  // namespace cocite::related::testing

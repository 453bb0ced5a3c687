// Blend reads only who may be among the first answers: the first of all must be the same.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "related/page_bounds.h"
#include "related/testing/test_store.h"

namespace cocite::related::testing {
namespace {

// A few hosts of very different size whose pages all link to some pages of their own, so that
// groups of parents are large; some links between hosts; and many pages that nobody links to.
NaiveWeb web_with_crowds(std::mt19937& random) {
  NaiveWeb web;
  const auto below = [&](size_t n) { return static_cast<int>(random() % n); };
  std::vector<std::pair<int, int>> hosts;  // the first page and how many there are
  for (const int size : {700, 200, 90, 30, 8, 3, 1}) {
    hosts.emplace_back(static_cast<int>(web.host.size()), size);
    web.host.insert(web.host.end(), static_cast<size_t>(size), static_cast<int>(hosts.size()));
  }
  for (size_t page = 0; page < web.host.size(); ++page) {
    const auto [first, size] = hosts[static_cast<size_t>(web.host[page]) - 1];
    std::vector<int> list;
    const auto add = [&](int to) {
      if (to != static_cast<int>(page) && std::ranges::find(list, to) == list.end()) {
        list.push_back(to);
      }
    };
    if (below(4) != 0) {
      for (int i = 0; i < std::min(6, size); ++i) add(first + i);
    }
    for (int i = below(6); i > 0; --i) add(first + below(static_cast<size_t>(size + 1) / 2));
    if (below(5) == 0) add(below(web.host.size()));
    std::ranges::shuffle(list, random);
    web.children.push_back(std::move(list));
  }
  web.seed = 1;
  return web;
}

TEST(Blend, FindsTheFirstAnswersWithoutReadingTheOthers) {
  std::mt19937 random(5);
  NaiveWeb web = web_with_crowds(random);
  const TestStore store(web);
  for (int round = 0; round < 60; ++round) {
    web.hosts_on = round % 3 != 0;
    web.stop = round % 4 == 0 ? std::set<int>{0, 1, 703} : std::set<int>{};
    web.numbers = round % 5 == 0 ? std::map<std::string, double>{{"B", 20}, {"F", 3}, {"T", 50}}
                                 : std::map<std::string, double>{};
    const int page = static_cast<int>(random() % web.host.size());
    const auto all = store.related("blend", {page}, web, 100000);
    ASSERT_EQ(all.error, "");
    const auto some = store.related("blend", {page}, web, 10);
    ASSERT_EQ(some.items.size(), std::min<size_t>(10, all.items.size())) << page;
    for (size_t i = 0; i < some.items.size(); ++i) {
      ASSERT_EQ(some.items[i].page, all.items[i].page) << page << ", answer " << i;
      ASSERT_EQ(some.items[i].score, all.items[i].score) << page << ", answer " << i;
    }
  }
}

// However many pages a farm has: who stands on a stranger's list, on the host of the page asked
// for, comes before what the farm promotes.
TEST(Blend, StrangersDoNotOutnumberEachOther) {
  for (const int size : {1, 10, 200}) {
    NaiveWeb web;
    web.host = {1, 1, 1, 2, 3};  // asked for, two beside it, promoted, a list
    web.children = {{}, {}, {}, {}, {0, 1, 2}};
    for (int i = 0; i < size; ++i) {
      web.host.push_back(4 + i);
      web.children.push_back({0, 3});
    }
    const TestStore store(web);
    std::map<int, double> scores;
    for (const auto& item : store.related("blend", {0}, web, 1000).items) {
      scores[static_cast<int>(index(item.page))] = item.score;
    }
    EXPECT_GT(scores[3], 0) << size;
    EXPECT_GT(scores[1], scores[3]) << size;
    EXPECT_GT(scores[2], scores[3]) << size;
  }
}

TEST(PageBounds, AreNeverOnTheWrongSide) {
  std::mt19937 random(9);
  for (int i = 0; i < 100000; ++i) {
    const double value =
        std::ldexp(1.0 + static_cast<double>(random()) / 4e9, static_cast<int>(random() % 40) - 8);
    const Short kept(value);
    ASSERT_LE(kept.least(), value);
    ASSERT_GT(kept.most(), value);
    ASSERT_LT(kept.most() - kept.least(), value / 120);
  }
  EXPECT_EQ(Short(0).least(), 0);
  EXPECT_LT(Short(0).most(), 1e-30);
}

}  // namespace
}  // namespace cocite::related::testing

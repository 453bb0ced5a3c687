// Blend on graphs of sites, where the first answers are found without meeting everybody: against its
// definition, and against all answers.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "related/testing/naive_blend.h"
#include "related/testing/oracle.h"
#include "related/testing/test_store.h"

namespace cocite::related::testing {
namespace {

// Every page is a site of its own; some link to a great many others, most of all to a few.
NaiveWeb web_of_sites(std::mt19937& random, int sites) {
  NaiveWeb web;
  web.are_sites = true;
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int site = 0; site < sites; ++site) {
    web.host.push_back(site);
    auto& list = web.children.emplace_back();
    for (int i = below(3) == 0 ? below(sites) : below(40); i > 0; --i) {
      const int to = below(1 + below(sites));
      if (to != site && std::ranges::find(list, to) == list.end()) list.push_back(to);
    }
  }
  return web;
}

TEST(BlendLean, FindsTheSameAsMeetingEverybody) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web = web_of_sites(random, 300);
    if (seed % 3 == 0) forget_order(web);
    const TestStore store(web);
    for (int round = 0; round < 40; ++round) {
      web.numbers = {{"B", round % 4 == 0 ? 25 : 2000}, {"F", round % 3 == 0 ? 20 : 2000}};
      const int page = static_cast<int>(random() % web.children.size());
      const auto all = store.related("blend", {page}, web, 100000);
      ASSERT_EQ(all.error, "");
      for (const size_t top : {1U, 5U, 60U}) {
        const auto some = store.related("blend", {page}, web, top);
        ASSERT_EQ(some.items.size(), std::min<size_t>(top, all.items.size()));
        for (size_t i = 0; i < some.items.size(); ++i) {
          ASSERT_EQ(some.items[i].page, all.items[i].page)
              << "seed " << seed << ", round " << round << ", answer " << i << " of " << top;
          ASSERT_EQ(some.items[i].score, all.items[i].score) << seed << ' ' << round << ' ' << i;
          ASSERT_EQ(some.items[i].is_flagged, all.items[i].is_flagged);
        }
      }
    }
  }
}

TEST(BlendLean, IsTheDefinitionWithItsReasons) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    std::mt19937 random(seed + 50);
    NaiveWeb web = web_of_sites(random, 120);
    const TestStore store(web);
    for (int i = 0; i < 4; ++i) {
      web.numbers = {{"B", 2000}, {"F", i % 2 == 0 ? 2000 : 15}};
      const int page = static_cast<int>(random() % web.children.size());
      SCOPED_TRACE("seed " + std::to_string(seed) + ", page " + std::to_string(page));
      expect_same(store, web, "blend", {page});
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace cocite::related::testing

// Blend against its definition, and its short cuts against reading everything.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "related/blend/formula.h"
#include "related/blend/notes.h"
#include "related/testing/naive_blend.h"
#include "related/testing/oracle.h"
#include "related/testing/test_store.h"

namespace cocite::related::testing {
namespace {

// A few hosts of very different size whose pages all link to some pages of their own; some links
// between hosts; and many pages without in-links.
NaiveWeb web_with_popular_pages(std::mt19937& random) {
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

// The open web: many small sites, lists of pages elsewhere, most pages never fetched.
NaiveWeb open_web(std::mt19937& random, int pages) {
  NaiveWeb web;
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int host = 0;
  for (int page = 0; page < pages; ++page) {
    if (below(3) == 0) ++host;
    web.host.push_back(host);
    auto& list = web.children.emplace_back();
    if (below(3) != 0) continue;
    for (int i = below(14); i > 0; --i) {
      const int to = below(4) == 0 ? below(pages) : below(1 + pages / 4);
      if (to != page && std::ranges::find(list, to) == list.end()) list.push_back(to);
    }
  }
  join_sites(web, random);
  return web;
}

std::vector<NaiveWeb> webs(std::mt19937& random) {
  std::vector<NaiveWeb> all = {open_web(random, 60), open_web(random, 200), random_web(random, 50),
                               web_with_popular_pages(random)};
  all.push_back(all[1]);
  forget_order(all.back());
  return all;
}

TEST(Blend, IsItsDefinitionOnTheOpenWeb) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web = open_web(random, 40 + static_cast<int>(seed) * 6);
    if (seed % 4 == 0) forget_order(web);
    const TestStore store(web);
    for (int i = 0; i < 8; ++i) {
      web.hosts_on = i % 4 != 3;
      web.numbers = {{"B", i % 2 == 0 ? 2000 : 3}, {"F", i % 3 == 0 ? 4 : 2000}};
      std::vector<int> pages = {static_cast<int>(random() % web.children.size())};
      if (i == 6) pages.push_back((pages[0] + 7) % web.size());
      stop_some(web, pages, random);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", query " + std::to_string(i) + ", page " +
                   std::to_string(pages[0]));
      expect_same(store, web, "blend", pages);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Blend, NegativePagesCountWhetherOrNotTheyAreNear) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web = seed % 2 == 0 ? open_web(random, 50) : random_web(random, 40);
    const TestStore store(web);
    for (int i = 0; i < 4; ++i) {
      web.hosts_on = i % 2 == 0;
      web.numbers = {{"B", 2000}, {"F", 2000}};
      const int page = static_cast<int>(random() % web.children.size());
      web.not_pages = {(page + 3) % web.size(), (page + 11) % web.size()};
      SCOPED_TRACE("seed " + std::to_string(seed) + ", query " + std::to_string(i));
      expect_same(store, web, "blend", {page});
      if (HasFatalFailure()) return;
      for (const auto& item : store.related("blend", {page}, web).items) {
        EXPECT_EQ(std::ranges::count(web.not_pages, static_cast<int>(index(item.page))), 0);
      }
    }
  }
}

TEST(Blend, FindsTheFirstAnswersWithoutReadingTheOthers) {
  std::mt19937 random(5);
  for (NaiveWeb& web : webs(random)) {
    const TestStore store(web);
    for (int round = 0; round < 60; ++round) {
      web.hosts_on = round % 3 != 0;
      web.stop = round % 4 == 0 ? std::set<int>{0, 1, 30} : std::set<int>{};
      web.numbers = round % 5 == 0 ? std::map<std::string, double>{{"B", 20}, {"F", 3}}
                                   : std::map<std::string, double>{};
      const int page = static_cast<int>(random() % web.host.size());
      const auto all = store.related("blend", {page}, web, 100000);
      ASSERT_EQ(all.error, "");
      for (const size_t top : {1U, 10U}) {
        const auto some = store.related("blend", {page}, web, top);
        ASSERT_EQ(some.items.size(), std::min<size_t>(top, all.items.size())) << page;
        for (size_t i = 0; i < some.items.size(); ++i) {
          ASSERT_EQ(some.items[i].page, all.items[i].page)
              << page << ", answer " << i << " of " << top << ", round " << round << ", scores "
              << some.items[i].score << " and " << all.items[i].score;
          ASSERT_DOUBLE_EQ(some.items[i].score, all.items[i].score) << page << ", answer " << i;
          ASSERT_EQ(some.items[i].is_flagged, all.items[i].is_flagged) << page << ", answer " << i;
        }
      }
    }
  }
}

TEST(Blend, FlagsWhatOnlyPagesSpeakForThatNobodyLinksTo) {
  int flagged = 0;
  int not_flagged = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web = open_web(random, 80);
    // A farm of five pages on five hosts for two of them.
    for (int i = 0; i < 5; ++i) {
      web.host.push_back(web.host.back() + 1);
      web.site.push_back(web.site.back() + 1);
      web.children.push_back({0, 1});
    }
    web.numbers = {{"B", 2000}, {"F", 2000}};
    const TestStore store(web);
    const NaiveBlend naive(web);
    for (int page = 0; page < 12; ++page) {
      for (const auto& item : store.related("blend", {page}, web, 20).items) {
        const int answer = static_cast<int>(index(item.page));
        ASSERT_EQ(item.is_flagged, naive.is_flagged(page, answer)) << seed << ' ' << page;
        ++(item.is_flagged ? flagged : not_flagged);
      }
    }
  }
  EXPECT_GT(flagged, 3);
  EXPECT_GT(not_flagged, 100);
}

// A hundred pages of one site say no more than two.
TEST(Blend, ASiteVotesOnce) {
  std::map<int, double> scores;
  for (const int size : {2, 100}) {
    NaiveWeb web;
    web.host = {1, 2, 3};  // asked for, promoted, honest
    web.children = {{}, {}, {}};
    for (int i = 0; i < 4; ++i) {
      web.host.push_back(4 + i);
      web.children.push_back({0, 2});
    }
    for (int i = 0; i < size; ++i) {
      web.host.push_back(10);
      web.children.push_back({0, 1});
    }
    const TestStore store(web);
    const auto found = store.related("blend", {0}, web, 1000);
    ASSERT_FALSE(found.items.empty());
    EXPECT_EQ(index(found.items[0].page), 2U) << size;
    for (const auto& item : found.items) {
      if (index(item.page) == 1) scores[size] = item.score;
    }
  }
  EXPECT_GT(scores[2], 0);
  EXPECT_LT(scores[100], scores[2]);
}

TEST(BlendNotes, AreExact) {
  std::mt19937 random(3);
  for (NaiveWeb& web : webs(random)) {
    const TestStore store(web);
    const auto notes = blend::PageNotes::make(store.web(), {});
    ASSERT_TRUE(notes) << notes.error().message;
    for (int page = 0; page < web.size(); ++page) {
      const PageId id = page_id(static_cast<uint64_t>(page));
      const auto parents = web.parents(page);
      std::set<int> neighbours(parents.begin(), parents.end());
      neighbours.insert(web.list(page).begin(), web.list(page).end());
      std::set<int> sites;
      for (const int x : parents) {
        sites.insert(web.site.empty() ? web.host[static_cast<size_t>(x)]
                                      : web.site[static_cast<size_t>(x)]);
      }
      double mass = 0;
      for (size_t place = 0; place < web.list(page).size(); ++place) {
        const double top = web.has_order ? blend::prominence(place) : 1;
        mass += std::pow(web.in_degree(web.list(page)[place]), -0.3) * top * top;
      }
      ASSERT_EQ(notes->in_degree(id), parents.size());
      ASSERT_EQ(notes->neighbours(id), neighbours.size());
      ASSERT_EQ(notes->linking_sites(id), sites.size());
      ASSERT_LE(notes->mass(id).least, mass);
      ASSERT_GE(notes->mass(id).most, mass);
      ASSERT_LE(notes->mass(id).most, 1.2 * (mass + 1));
    }
  }
}

// More sites than a byte holds.
TEST(BlendNotes, AreExactForPagesThatEverybodyLinksTo) {
  NaiveWeb web;
  for (int page = 0; page < 1000; ++page) {
    web.host.push_back(page / 2);
    web.children.push_back(page < 5 ? std::vector<int>{} : std::vector<int>{page % 5, 5});
    std::erase(web.children.back(), page);
  }
  const TestStore store(web);
  const auto notes = blend::PageNotes::make(store.web(), {});
  ASSERT_TRUE(notes);
  EXPECT_EQ(notes->linking_sites(page_id(5)), 497U);
  EXPECT_EQ(notes->in_degree(page_id(5)), 994U);
  EXPECT_EQ(notes->linking_sites(page_id(0)), 199U);
}

TEST(BlendNotes, StopWhenToldTo) {
  const NaiveWeb web = random_web(*std::make_unique<std::mt19937>(4), 40);
  const TestStore store(web);
  std::atomic<bool> stop = true;
  const auto notes = blend::PageNotes::make(store.web(), {.stop = &stop});
  ASSERT_FALSE(notes);
  EXPECT_EQ(notes.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace cocite::related::testing

// The shared ideas, one by one.
#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/parameters.h"
#include "related/near_duplicates.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/parent_sample_notes.h"
#include "related/sampled_parents.h"
#include "related/stoplist.h"
#include "related/testing/test_store.h"
#include "related/together.h"
#include "related/window.h"
#include "store/save_columns.h"

namespace cocite::related::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<PageId> ids(const std::vector<int>& pages) {
  std::vector<PageId> result;
  for (const int page : pages) result.push_back(page_id(static_cast<uint64_t>(page)));
  return result;
}

std::vector<int> near(const std::vector<int>& list, int page, uint64_t k) {
  const std::vector<PageId> pages = ids(list);
  const Window found = window(pages, page_id(static_cast<uint64_t>(page)), k);
  std::vector<int> result;
  for (const PageId p : found.before) result.push_back(static_cast<int>(index(p)));
  for (const PageId p : found.after) result.push_back(static_cast<int>(index(p)));
  return result;
}

TEST(Window, TakesHalfBeforeAndHalfBehind) {
  EXPECT_THAT(near({1, 2, 3, 4, 5, 6, 7}, 4, 2), ElementsAre(3, 5));
  EXPECT_THAT(near({1, 2, 3, 4, 5, 6, 7}, 4, 5), ElementsAre(2, 3, 5, 6));
  EXPECT_THAT(near({1, 2, 3, 4, 5, 6, 7}, 4, 1), ElementsAre());
}

TEST(Window, DoesNotMakeUpForAnEnd) {
  EXPECT_THAT(near({1, 2, 3, 4, 5, 6, 7}, 1, 4), ElementsAre(2, 3));
  EXPECT_THAT(near({1, 2, 3, 4, 5, 6, 7}, 6, 4), ElementsAre(4, 5, 7));
}

TEST(Window, TakesAShortListAsAWhole) {
  EXPECT_THAT(near({1, 2, 3, 4}, 1, 3), ElementsAre(2, 3, 4));
  EXPECT_THAT(near({1, 2, 3, 4, 5}, 1, 3), ElementsAre(2));
  EXPECT_THAT(near({1}, 1, 0), ElementsAre());
  EXPECT_THAT(near({2, 3}, 1, 8), ElementsAre());
}

TEST(PageMap, IsAMapThatRemembersTheOrder) {
  std::mt19937 random(1);
  PageMap<uint32_t> map;
  for (int round = 0; round < 50; ++round) {
    std::map<uint32_t, uint32_t> expected;
    std::vector<uint32_t> order;
    const auto size = random() % 3000;
    for (size_t i = 0; i < size; ++i) {
      const auto page = static_cast<uint32_t>(random() % (round % 2 == 0 ? 500 : 100000));
      if (!expected.contains(page)) order.push_back(page);
      expected[page] += 3;
      map[page_id(page)] += 3;
    }
    ASSERT_EQ(map.size(), expected.size());
    size_t at = 0;
    map.for_each([&](PageId page, uint32_t value) {
      ASSERT_EQ(index(page), order[at++]);
      ASSERT_EQ(value, expected[index(page)]);
    });
    for (uint32_t page = 0; page < 1000; ++page) {
      ASSERT_EQ(map.contains(page_id(page)), expected.contains(page));
    }
    map.clear();
    ASSERT_TRUE(map.empty());
    for (const uint32_t page : order) ASSERT_FALSE(map.contains(page_id(page)));
  }
}

// All four ways: light, kept, run out of, and not kept because there is no room.
TEST(ParentSamples, GiveTheSamplesThatTheWholeListGives) {
  NaiveWeb web;
  web.children.resize(400);
  for (int x = 0; x < 400; ++x) {
    web.host.push_back(x);
    for (const int y : {7, 8, 9, 10}) {
      if (x != y && x % (y - 5) != 0) web.children[static_cast<size_t>(x)].push_back(y);
    }
  }
  const store::testing::SmallStore small(TestStore::small_web(web), "samples");
  const store::Store store = store::Store::open(small.path()).value();
  const Web sampled_web(
      store, {}, {}, ParentSampleSizes{.least = 210, .sampled = 30, .most_linked = 5, .kept = 3});
  web.stop = {11, 12, 13, 14, 15, 16, 17};
  const Stoplist stoplist(ids({11, 12, 13, 14, 15, 16, 17}));
  SampledParents sample;
  for (int round = 0; round < 2; ++round) {
    for (const int page : {7, 8, 9, 10}) {
      for (const int most : {0, 1, 20, 29, 30, 31, 200, 1000}) {
        const Query query{.web = &sampled_web, .stoplist = &stoplist};
        const auto found =
            sample.of(query, page_id(static_cast<uint64_t>(page)), static_cast<uint64_t>(most));
        ASSERT_TRUE(found);
        std::vector<int> expected = web.sample(page, most);
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(std::vector<PageId>(found->begin(), found->end()), ids(expected))
            << page << ' ' << most;
      }
    }
  }
}

TEST(ParentSamples, ThatWereSavedAreThoseThatAreRead) {
  NaiveWeb web;
  web.children.resize(400);
  for (int x = 0; x < 400; ++x) {
    web.host.push_back(x);
    for (const int y : {7, 8, 9}) {
      if (x != y && x % (y - 5) != 0) web.children[static_cast<size_t>(x)].push_back(y);
    }
  }
  const store::testing::SmallStore small(TestStore::small_web(web), "saved_samples");
  const ParentSampleSizes sizes{.least = 100, .sampled = 30, .most_linked = 5, .kept = 10};
  const store::Store before = store::Store::open(small.path()).value();
  const Web bare(before, {}, {}, sizes);
  EXPECT_EQ(ParentSampleNotes::saved(bare), nullptr);
  const ParentSampleNotes made = ParentSampleNotes::make(bare, 250).value();
  ASSERT_EQ(made.size(), 2U);  // 266 and 299 pages link to 8 and 9
  ASSERT_TRUE(store::save_notes(before, made.to_save(), [] { return true; }));
  const store::Store after = store::Store::open(small.path()).value();
  const Web web_after(after, {}, {}, sizes);
  const auto saved = ParentSampleNotes::saved(web_after);
  ASSERT_NE(saved, nullptr);
  EXPECT_FALSE(saved->find(page_id(7)));
  for (const uint64_t page : {8, 9}) {
    const auto sample = saved->find(page_id(page));
    const ParentSample read =
        read_parent_sample(bare, page_id(page), ParentSampleNotes::kSeed, sizes).value();
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->sampled, read.sampled);
    EXPECT_EQ(sample->ranks, read.ranks);
    EXPECT_EQ(sample->most_linked, read.most_linked);
  }
  // Notes for other sizes are ignored.
  const Web other(after, {}, {}, ParentSampleSizes{.least = 100, .sampled = 31, .most_linked = 5});
  EXPECT_EQ(ParentSampleNotes::saved(other), nullptr);
}

TEST(SampledParents, AreTheSmallestHashesAndNested) {
  static_assert(mix(0) == 0xE220A8397B1DCDAF);
  NaiveWeb web;
  web.children.resize(3001);
  for (int x = 0; x < 3001; ++x) {
    web.host.push_back(x);
    if (x != 7 && x % 3 != 0) web.children[static_cast<size_t>(x)] = {7};
  }
  const TestStore store(web);
  SampledParents sample;
  std::set<int> smaller;
  for (const int most : {0, 1, 2, 50, 200, 1000, 1999, 2000, 5000}) {
    for (const uint64_t seed : {0U, 9U}) {
      web.seed = seed;
      Query query;
      query.web = &store.web();
      query.seed = seed;
      const auto found = sample.of(query, page_id(7), static_cast<uint64_t>(most));
      ASSERT_TRUE(found);
      std::vector<int> pages;
      for (const PageId page : *found) pages.push_back(static_cast<int>(index(page)));
      std::vector<int> expected = web.sample(7, most);
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(pages, expected) << most;
      if (seed == 0) {
        for (const int page : smaller) {
          ASSERT_TRUE(std::binary_search(pages.begin(), pages.end(), page));
        }
        smaller = {pages.begin(), pages.end()};
      }
    }
  }
}

// A host's template: 40 links that all its pages have and one of each page's own. Comparing all
// with all would be 12 million comparisons.
TEST(NearDuplicatesSlow, OfThousandsOfCopiesAreOneGroup) {
  constexpr int kCopies = 5000;
  NaiveWeb web;
  web.children.resize(kCopies + 40);
  std::vector<int> copies;
  for (int x = 0; x < kCopies + 40; ++x) {
    web.host.push_back(0);
    if (x >= kCopies) continue;
    copies.push_back(x);
    auto& list = web.children[static_cast<size_t>(x)];
    for (int k = 0; k < 40; ++k) list.push_back(kCopies + k);
    list.push_back((x + 1) % kCopies);
  }
  const TestStore store(web);
  LinkArena children;
  ASSERT_TRUE(children.load(store.web().out(), ids(copies)));
  UnionFind groups(kCopies);
  NearDuplicates finder;
  finder.join(ids(copies), children, groups);
  for (uint32_t x = 0; x < kCopies; ++x) ASSERT_EQ(groups.find(x), 0U);
}

TEST(NearDuplicatesSlow, AreFoundAsComparingAllWithAllFindsThem) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web;
    const int pages = 30;
    // Every fourth time lists as long as hosts have, which meet at many children.
    const bool are_long = seed % 4 == 3;
    const int universe = are_long ? 6000 : seed % 2 == 0 ? 70 : 300;
    web.children.resize(static_cast<size_t>(universe));
    for (int i = 0; i < universe; ++i) web.host.push_back(i);
    for (int x = 0; x < pages; ++x) {
      auto& list = web.children[static_cast<size_t>(x)];
      if (x > 0 && random() % 3 != 0) {
        list = web.children[random() % static_cast<unsigned>(x)];
        for (auto k = random() % (are_long ? 120 : 5); k > 0 && !list.empty(); --k) {
          if (random() % 2 == 0) {
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(random() % list.size()));
          } else {
            list.push_back(pages +
                           static_cast<int>(random() % static_cast<unsigned>(universe - pages)));
          }
        }
      } else {
        const auto size = random() % (are_long ? 3000 : 65);
        for (size_t k = 0; k < size; ++k) {
          list.push_back(pages +
                         static_cast<int>(random() % static_cast<unsigned>(universe - pages)));
        }
      }
      std::set<int> once(list.begin(), list.end());
      list.assign(once.begin(), once.end());
      std::shuffle(list.begin(), list.end(), random);
    }
    std::vector<int> all(pages);
    for (int i = 0; i < pages; ++i) all[static_cast<size_t>(i)] = i;
    const auto expected = web.groups(all, [&](int x, int y) { return web.near_duplicates(x, y); });
    const TestStore store(web);
    LinkArena children;
    ASSERT_TRUE(children.load(store.web().out(), ids(all)));
    for (const uint64_t few_pairs : {uint64_t{0}, NearDuplicates::kFewPairs}) {
      UnionFind groups(pages);
      NearDuplicates finder(few_pairs);
      finder.join(ids(all), children, groups);
      for (uint32_t i = 0; i < pages; ++i) {
        ASSERT_EQ(groups.find(i), static_cast<uint32_t>(expected.at(static_cast<int>(i)))) << seed;
      }
    }
    for (uint32_t i = 0; i < pages; ++i) {
      for (uint32_t k = 0; k < i; ++k) {
        ASSERT_EQ(are_near_duplicates(children.list(page_id(i)), children.list(page_id(k))),
                  web.near_duplicates(static_cast<int>(i), static_cast<int>(k)));
      }
    }
  }
}

TEST(NearDuplicatesSlow, OfManyCopiesAreNotComparedOneByOne) {
  // 4,000 lists of 100 that differ in one place each: all with all would be 8 million pairs.
  constexpr int kCopies = 4000;
  NaiveWeb web;
  web.children.resize(kCopies + 200);
  for (int i = 0; i < kCopies + 200; ++i) web.host.push_back(i);
  for (int x = 0; x < kCopies; ++x) {
    auto& list = web.children[static_cast<size_t>(x)];
    for (int k = 0; k < 99; ++k) list.push_back(kCopies + k);
    list.push_back(kCopies + 99 + x % 100);
  }
  const TestStore store(web);
  std::vector<PageId> pages;
  for (uint64_t i = 0; i < kCopies; ++i) pages.push_back(page_id(i));
  LinkArena children;
  ASSERT_TRUE(children.load(store.web().out(), pages));
  UnionFind groups(kCopies);
  NearDuplicates finder;
  finder.join(pages, children, groups);
  for (uint32_t i = 0; i < kCopies; ++i) ASSERT_EQ(groups.find(i), 0U);
}

TEST(Order, BreaksTiesByInDegreeThenKey) {
  NaiveWeb web;
  web.children = {{1, 2, 3, 4}, {3}, {3, 4}, {4}, {3}};
  web.host = {0, 1, 2, 3, 4};
  const TestStore store(web);
  std::vector<Item> items;
  for (const int page : {1, 2, 3, 4}) {
    items.push_back({.page = page_id(static_cast<uint64_t>(page)), .score = 1 + page * 1e-14});
  }
  items.push_back({.page = page_id(0), .score = 1.1});
  const auto first = [&](size_t top) {
    const auto found = best(store.web(), false, items, top);
    std::vector<int> order;
    for (const Item& item : found.value()) order.push_back(static_cast<int>(index(item.page)));
    return order;
  };
  EXPECT_THAT(first(9), ElementsAre(0, 3, 4, 1, 2));
  EXPECT_THAT(first(3), ElementsAre(0, 3, 4));
}

// A farm on one host links to page 1 more often than two hosts do to page 2.
TEST(Order, BreaksTiesByLinkingHostsIfHostsAreOn) {
  NaiveWeb web;
  web.children = {{}, {}, {}, {1}, {1}, {1}, {2}, {2}};
  web.host = {0, 1, 2, 3, 3, 3, 4, 5};
  const TestStore store(web);
  const std::vector<Item> items = {{.page = page_id(0), .score = 1},
                                   {.page = page_id(1), .score = 1},
                                   {.page = page_id(2), .score = 1}};
  for (const size_t top : {1U, 2U, 3U}) {
    EXPECT_EQ(best(store.web(), true, items, top).value()[0].page, page_id(2)) << top;
    EXPECT_EQ(best(store.web(), false, items, top).value()[0].page, page_id(1)) << top;
  }
}

TEST(Together, SumsSharesAndKeepsPagesRelatedToAll) {
  // Pages 0 and 1 are asked about. 2 is beside 0 on ten pages, 3 beside both on one each, 4 beside 1.
  NaiveWeb web;
  web.children.resize(5);
  for (int i = 0; i < 10; ++i) web.children.push_back({0, 2});
  web.children.push_back({0, 3});
  web.children.push_back({1, 3});
  web.children.push_back({1, 4});
  for (int i = 0; i < web.size(); ++i) web.host.push_back(i);
  const TestStore store(web);
  const MethodInfo* method = method_named("cocitation").value();
  const Parameters parameters = Parameters::make(method->name, method->parameters, {}).value();
  const std::vector<PageId> pages = {page_id(0), page_id(1)};
  Query query{.web = &store.web(), .pages = pages, .parameters = &parameters};
  const auto first = [&] {
    std::vector<std::pair<uint32_t, double>> found;
    const Answer answer = find_together(*method, query).value();
    const std::vector<Item> ordered = best(store.web(), true, answer.items).value();
    for (const Item& item : ordered) {
      found.emplace_back(index(item.page), item.score);
    }
    return found;
  };
  EXPECT_THAT(first(), ElementsAre(std::pair(3U, 1.1), std::pair(2U, 1.0), std::pair(4U, 1.0)));
  query.related_to_all = true;
  EXPECT_THAT(first(), ElementsAre(std::pair(3U, 1.1)));
  const Explanation why = explain_together(*method, query, page_id(3)).value();
  ASSERT_EQ(why.reasons.size(), 2U);
  EXPECT_EQ(why.reasons[0].about, page_id(1));
  EXPECT_EQ(why.reasons[0].amount, 1);
  EXPECT_EQ(why.reasons[1].about, page_id(0));
}

TEST(Order, DropsWhatIsAsGoodAsZero) {
  const PageId own = page_id(1);
  Query query;
  query.pages = {&own, 1};
  std::vector<Item> items = {{.page = page_id(0), .score = 1},
                             {.page = page_id(1), .score = 1e9},  // is no answer, sets no measure
                             {.page = page_id(2), .score = 1e-11},
                             {.page = page_id(3), .score = 0.9e-12},
                             {.page = page_id(4), .score = 0}};
  drop_zeros(query, items);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].page, page_id(0));
  EXPECT_EQ(items[1].page, page_id(2));
}

TEST(Parameters, AreCheckedByKindAndRange) {
  static constexpr std::array kInfos = {
      ParameterInfo{"B", ParameterKind::kCount, "5", "", "", 1},
      ParameterInfo{"epsilon", ParameterKind::kNumber, "0.5", "", "", 0, 1},
      ParameterInfo{"projection", ParameterKind::kWord, "paper", "", "paper|exact"},
  };
  const auto good = Parameters::make("x", kInfos, {{"B", "7"}, {"projection", "exact"}});
  ASSERT_TRUE(good);
  EXPECT_EQ(good->count("B"), 7U);
  EXPECT_EQ(good->number("epsilon"), 0.5);
  EXPECT_EQ(good->word("projection"), "exact");
  const auto message = [&](const std::string& name, const std::string& text) {
    const auto bad = Parameters::make("x", kInfos, {{name, text}});
    return bad ? "" : bad.error().message;
  };
  EXPECT_THAT(message("B", "0"), HasSubstr("from 1 to 1000000"));
  EXPECT_THAT(message("B", "1.5"), HasSubstr("whole number"));
  EXPECT_THAT(message("B", "-1"), HasSubstr("from 1 to"));
  EXPECT_THAT(message("B", ""), HasSubstr("whole number"));
  EXPECT_THAT(message("epsilon", "2"), HasSubstr("from 0 to 1"));
  EXPECT_THAT(message("epsilon", "nan"), HasSubstr("number"));
  EXPECT_THAT(message("projection", "pap"), HasSubstr("paper|exact"));
  EXPECT_THAT(message("C", "1"), HasSubstr("x has no parameter 'C'; it has B, epsilon"));
}

}  // namespace
}  // namespace cocite::related::testing

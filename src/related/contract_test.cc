// What every method promises, whatever its idea: run over the registry.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "related/method.h"
#include "related/order.h"
#include "related/testing/oracle.h"
#include "related/testing/test_store.h"

namespace cocite::related::testing {
namespace {

NaiveWeb web_of(const std::vector<std::vector<int>>& children) {
  NaiveWeb web;
  web.children = children;
  for (int i = 0; i < web.size(); ++i) web.host.push_back(i);
  return web;
}

NaiveWeb renumbered(const NaiveWeb& web, const std::vector<int>& to) {
  NaiveWeb result = web;
  for (int x = 0; x < web.size(); ++x) {
    auto& list = result.children[static_cast<size_t>(to[static_cast<size_t>(x)])];
    list.clear();
    for (const int y : web.list(x)) list.push_back(to[static_cast<size_t>(y)]);
  }
  for (const auto& [name, numbers] : web.ranks) {
    for (size_t x = 0; x < numbers.size(); ++x) {
      result.ranks[name][static_cast<size_t>(to[x])] = numbers[x];
    }
  }
  return result;
}

class Contract : public ::testing::TestWithParam<std::string> {};

void expect_sound(const TestStore& store, const NaiveWeb& web, const std::string& method,
                  const std::vector<int>& pages, size_t top) {
  const auto found = store.related(method, pages, web, top);
  ASSERT_EQ(found.error, "");
  ASSERT_LE(found.items.size(), top);
  std::set<PageId> seen;
  for (size_t i = 0; i < found.items.size(); ++i) {
    const Item& item = found.items[i];
    ASSERT_TRUE(std::isfinite(item.score));
    ASSERT_GT(item.score, 0);
    ASSERT_LT(index(item.page), static_cast<uint32_t>(web.size()));
    ASSERT_TRUE(seen.insert(item.page).second) << "twice in one answer";
    ASSERT_EQ(std::count(pages.begin(), pages.end(), static_cast<int>(index(item.page))), 0);
    ASSERT_FALSE(web.stop.contains(static_cast<int>(index(item.page))));
    if (i == 0 || method == "hubfinder") continue;  // which goes by distance first
    const Item& before = found.items[i - 1];
    ASSERT_GE(before.tier, item.tier);
    if (before.tier == item.tier) {
      ASSERT_GE(before.score, item.score * (1 - 1e-12));
    }
  }
}

TEST_P(Contract, HoldsOnWebsOfEveryShape) {
  NaiveWeb hub = web_of(std::vector<std::vector<int>>(120));
  for (int i = 1; i < 120; ++i) {
    hub.children[0].push_back(i);
    if (i % 2 == 0) hub.children[static_cast<size_t>(i)] = {0, i % 7 + 1, 119 - i / 3};
    std::erase(hub.children[static_cast<size_t>(i)], i);
  }
  NaiveWeb clique = web_of(std::vector<std::vector<int>>(40));
  for (int i = 0; i < 40; ++i) {
    for (int k = 0; k < 40; ++k) {
      if (i != k) clique.children[static_cast<size_t>(i)].push_back(k);
    }
  }
  const std::vector<NaiveWeb> webs = {web_of({{}}),
                                      web_of({{}, {}}),
                                      web_of({{1}, {}}),
                                      web_of({{1}, {0}}),
                                      web_of({{1, 2}, {}, {}}),
                                      hub,
                                      clique};
  for (const NaiveWeb& web : webs) {
    const TestStore store(web);
    for (const int page : {0, web.size() / 2, web.size() - 1}) {
      for (const size_t top : {0U, 1U, 3U, 10U}) {
        expect_sound(store, web, GetParam(), {page}, top);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(Contract, HoldsForManyPagesAndStoplists) {
  std::mt19937 random(5);
  for (int round = 0; round < 12; ++round) {
    NaiveWeb web = random_web(random, 40);
    web.stop = {3, 17, 20};
    web.hosts_on = round % 2 == 0;
    const TestStore store(web);
    std::vector<int> pages(25);
    std::iota(pages.begin(), pages.end(), 4);
    std::erase_if(pages, [&](int page) { return web.stop.contains(page); });
    expect_sound(store, web, GetParam(), pages, 10);
    expect_sound(store, web, GetParam(), {0, 1}, 5);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Contract, ASmallerTopIsTheBeginningOfALargerOne) {
  for (unsigned seed = 6; seed < 10; ++seed) {
    std::mt19937 random(seed);
    const NaiveWeb web = random_web(random, 60);
    const TestStore store(web);
    for (int page = 0; page < 8; ++page) {
      const auto all = store.related(GetParam(), {page}, web);
      for (size_t top = 1; top < all.items.size(); top += 3) {
        const auto some = store.related(GetParam(), {page}, web, top);
        ASSERT_EQ(some.items.size(), top);
        for (size_t i = 0; i < top; ++i) {
          ASSERT_EQ(some.items[i].page, all.items[i].page) << i;
          ASSERT_DOUBLE_EQ(some.items[i].score, all.items[i].score) << i;
        }
      }
    }
  }
}

TEST_P(Contract, AnswersTheSameAgainAndOnEveryThread) {
  std::mt19937 random(7);
  const NaiveWeb web = random_web(random, 60);
  const TestStore store(web);
  std::vector<TestStore::Found> expected;
  for (int page = 0; page < 30; ++page) expected.push_back(store.related(GetParam(), {page}, web));
  std::vector<int> wrong(4);
  {
    std::vector<std::jthread> threads;
    for (size_t t = 0; t < wrong.size(); ++t) {
      threads.emplace_back([&, t] {
        for (int page = 29; page >= 0; --page) {
          const auto found = store.related(GetParam(), {page}, web);
          const auto& right = expected[static_cast<size_t>(page)];
          const auto same = [](const Item& a, const Item& b) {
            return a.page == b.page && a.score == b.score;
          };
          if (!std::equal(found.items.begin(), found.items.end(), right.items.begin(),
                          right.items.end(), same)) {
            ++wrong[t];
          }
        }
      });
    }
  }
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

// Other numbers for the pages give the same scores for the pages, where samples and hosts are out
// of play. Only scores, because ties go by key; and what is cut on the way is cut without ties: all
// parents of children are taken, and HubFinder trims by a criterion that differs for any two pages.
TEST_P(Contract, RenumberingPagesRenumbersTheAnswer) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web = random_web(random, 25);
    web.hosts_on = false;
    for (int i = 0; i < web.size(); ++i) web.host[static_cast<size_t>(i)] = i;
    std::vector<int> to(static_cast<size_t>(web.size()));
    std::iota(to.begin(), to.end(), 0);
    std::shuffle(to.begin(), to.end(), random);
    for (const int place : to) web.ranks["own"].push_back(1 + 0.5 * place);
    web.words["criterion"] = "own";
    web.numbers["FB"] = 1000;
    std::shuffle(to.begin(), to.end(), random);
    const NaiveWeb other = renumbered(web, to);
    const TestStore store(web);
    const TestStore other_store(other, "other");
    for (int page = 0; page < 10; ++page) {
      const auto here = store.related(GetParam(), {page}, web);
      const auto there = other_store.related(GetParam(), {to[static_cast<size_t>(page)]}, other);
      ASSERT_EQ(here.items.size(), there.items.size());
      std::map<int, double> scores;
      for (const Item& item : there.items) scores[static_cast<int>(index(item.page))] = item.score;
      for (const Item& item : here.items) {
        const int renamed = to[index(item.page)];
        ASSERT_TRUE(scores.contains(renamed)) << seed << ' ' << page;
        ASSERT_NEAR(scores[renamed], item.score, 1e-7 * item.score) << seed << ' ' << page;
      }
    }
  }
}

TEST_P(Contract, ReasonsSumToTheScore) {
  std::mt19937 random(11);
  for (int round = 0; round < 6; ++round) {
    NaiveWeb web = random_web(random, 30);
    web.hosts_on = round % 2 == 0;
    const TestStore store(web);
    for (int page = 0; page < 8; ++page) {
      for (const Item& item : store.related(GetParam(), {page}, web, 5).items) {
        const auto why = store.explain(GetParam(), {page}, web, static_cast<int>(index(item.page)));
        ASSERT_TRUE(why) << why.error().message;
        ASSERT_FALSE(why->reasons.empty()) << page << ' ' << index(item.page);
        ASSERT_NEAR(why->score, item.score, 1e-6 * item.score) << page << ' ' << index(item.page);
        double sum = 0;
        for (const Reason& reason : why->reasons) sum += reason.amount;
        if (why->are_parts) {
          ASSERT_NEAR(sum, item.score, 1e-6 * item.score) << page << ' ' << index(item.page);
        }
      }
    }
  }
}

TEST_P(Contract, WhatFindGatheredExplainsLikeANewLook) {
  std::mt19937 random(13);
  for (int round = 0; round < 8; ++round) {
    NaiveWeb web = random_web(random, 30);
    web.hosts_on = round % 2 == 0;
    const TestStore store(web);
    for (int page = 0; page < 8; ++page) {
      const std::vector<int> pages =
          round < 4 ? std::vector<int>{page} : std::vector<int>{page, page + 9};
      for (const auto& [answer, found] : store.explain_found(GetParam(), pages, web, 5)) {
        const auto again = store.explain(GetParam(), pages, web, static_cast<int>(index(answer)));
        ASSERT_TRUE(again);
        ASSERT_EQ(found.score, again->score);
        ASSERT_EQ(found.reasons.size(), again->reasons.size());
        for (size_t i = 0; i < found.reasons.size(); ++i) {
          ASSERT_EQ(found.reasons[i].page, again->reasons[i].page);
          ASSERT_EQ(found.reasons[i].amount, again->reasons[i].amount);
          ASSERT_EQ(found.reasons[i].kind, again->reasons[i].kind);
        }
      }
    }
  }
}

// Expensive methods keep what they read: nothing is read twice.
TEST(Gathered, IsKeptWhereItTookLong) {
  std::mt19937 random(14);
  const NaiveWeb web = random_web(random, 40);
  const TestStore store(web);
  const PageId page = page_id(5);
  for (const char* name : {"blend", "companion", "extended-cocitation", "hubfinder", "kleinberg",
                           "lli", "personalized-pagerank", "simrank"}) {
    const MethodInfo* method = method_named(name).value();
    const Parameters parameters = Parameters::make(method->name, method->parameters, {}).value();
    Query query{
        .web = &store.web(), .pages = {&page, 1}, .parameters = &parameters, .hosts_on = false};
    EXPECT_FALSE(method->find(query).value().gathered) << name;
    query.keeps_gathered = true;
    EXPECT_TRUE(method->find(query).value().gathered) << name;
  }
}

TEST_P(Contract, AnswersWithinABudgetThatIsSpentAtOnce) {
  std::mt19937 random(12);
  const NaiveWeb web = random_web(random, 60);
  const TestStore store(web);
  std::atomic<bool> stop = true;  // the same as no time at all
  const MethodInfo* method = method_named(GetParam()).value();
  const Parameters parameters = Parameters::make(method->name, method->parameters, {}).value();
  const PageId page = page_id(5);
  Budget budget(0, &stop);
  EXPECT_TRUE(method->find(
      {.web = &store.web(), .pages = {&page, 1}, .parameters = &parameters, .budget = &budget}));
}

TEST_P(Contract, SaysWhatItIs) {
  const MethodInfo* method = method_named(GetParam()).value();
  EXPECT_FALSE(method->summary.empty());
  EXPECT_FALSE(method->paper.empty());
  EXPECT_TRUE(Parameters::make(method->name, method->parameters, {}));
  const auto unknown = Parameters::make(method->name, method->parameters, {{"no-such", "1"}});
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find(GetParam()), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Contract, ::testing::ValuesIn(all_methods()),
                         [](const auto& tested) { return test_name(tested.param); });

}  // namespace
}  // namespace cocite::related::testing

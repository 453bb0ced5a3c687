// Pages that are linked without measure: every method must end, and with a budget soon.
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "related/testing/oracle.h"
#include "related/testing/test_store.h"

namespace cocite::related::testing {
namespace {

constexpr int kMany = 300000;

NaiveWeb web_of(int pages) {
  NaiveWeb web;
  web.children.resize(static_cast<size_t>(pages));
  for (int x = 0; x < pages; ++x) web.host.push_back(x / 3);
  return web;
}

void add_link(NaiveWeb& web, int from, int to) {
  if (from != to) web.children[static_cast<size_t>(from)].push_back(to);
}

// Every page links to page 0, to one of a thousand others, and to a random page.
NaiveWeb web_with_a_popular_page() {
  NaiveWeb web = web_of(kMany);
  for (int x = 1; x < kMany; ++x) {
    add_link(web, x, 0);
    add_link(web, x, x % 1000 + 1);
    if (const int other = static_cast<int>(int64_t{x} * 7919 % kMany); other > 1000)
      add_link(web, x, other);
  }
  for (int x = 1; x <= 300; ++x) add_link(web, 0, x);
  return web;
}

// Page 0 links to everybody; they link to a few.
NaiveWeb web_with_a_hub() {
  NaiveWeb web = web_of(kMany);
  for (int x = 1; x < kMany; ++x) {
    add_link(web, 0, x);
    if (x % 100 == 0) add_link(web, x, 0);
    add_link(web, x, x <= 5000 ? x + 1 : x % 5000 + 1);
  }
  return web;
}

NaiveWeb clique() {
  constexpr int kPages = 800;
  NaiveWeb web = web_of(kPages);
  for (int x = 0; x < kPages; ++x) {
    for (int y = 0; y < kPages; ++y) add_link(web, x, y);
  }
  return web;
}

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(LimitsSlow, EveryMethodKeepsToItsBudget) {
  const std::vector<std::pair<std::string, NaiveWeb>> webs = {
      {"popular", web_with_a_popular_page()}, {"hub", web_with_a_hub()}, {"clique", clique()}};
  for (const auto& [name, naive] : webs) {
    const store::testing::SmallStore small(TestStore::small_web(naive), "limits");
    const store::Store store = store::Store::open(small.path()).value();
    const Web web(store, [&web = naive](const std::string& rank) -> Result<Web::Ranked> {
      return Web::Ranked{naive_rank(web, rank), "made naively"};
    });
    for (const char* rank : {"pagerank", "hubrank"}) ASSERT_TRUE(web.rank(rank));
    for (const MethodInfo* method : methods()) {
      if (method->needs_words || method->needs_visits) continue;  // this web has none
      const Parameters parameters = Parameters::make(method->name, method->parameters, {}).value();
      const PageId page = page_id(0);
      // The first time is without a budget, and finds out what is found out once.
      for (const uint64_t budget_ms : {0U, 50U}) {
        Budget budget(budget_ms);
        const double begin = cpu_seconds();
        const auto answer = method->find({.web = &web,
                                          .pages = {&page, 1},
                                          .parameters = &parameters,
                                          .wanted = 10,
                                          .budget = &budget});
        const double seconds = cpu_seconds() - begin;
        ASSERT_TRUE(answer) << name << ' ' << method->name << ": " << answer.error().message;
        RecordProperty(name + "_" + test_name(std::string(method->name)) + "_" +
                           std::to_string(budget_ms) + "_ms",
                       std::to_string(seconds * 1000));
        EXPECT_LT(seconds, budget_ms == 0 ? 20 : 1) << name << ' ' << method->name;
      }
    }
  }
}

}  // namespace
}  // namespace cocite::related::testing

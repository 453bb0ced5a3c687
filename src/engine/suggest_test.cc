// Missing links of small sites: what is suggested, and where.
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <cocite/engine.h>
#include <cocite/suggest.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

class SuggestTest : public ::testing::Test {
 protected:
  // Pages of a site: their names and what stands in them.
  Engine site(const std::vector<std::pair<std::string, std::string>>& pages) {
    std::filesystem::create_directories(web_.path("site"));
    for (const auto& [name, html] : pages) web_.write("site/" + name + ".html", html);
    static_cast<void>(import_store({.store = web_.path("s.cocite"),
                                    .inputs = {web_.path("site") + "=https://s.example/"},
                                    .threads = 1})
                          .value());
    return web_.open("s");
  }
  static std::set<std::string> keys_of(const SuggestAnswer& answer, const std::string& place) {
    std::set<std::string> keys;
    for (const SuggestItem& item : answer.items) {
      if (item.place == place) keys.insert(item.key.substr(item.key.find(')') + 2));
    }
    return keys;
  }
  TestWeb web_;
};

TEST_F(SuggestTest, NamesWithinLinksAndCodeAreNotFree) {
  const Engine engine = site({
      {"index",
       "<title>Start</title>All about <a href=a.html>honey bees</a>; x = wasp(1); {}; end."},
      {"a", "<title>Honey bees</title>"},
      {"b", "<title>Honey</title>A food."},
      {"c", "<title>Wasp</title>An insect. It eats honey."},
  });
  const auto start = suggest_links(engine, {.page = "s.example/"});
  ASSERT_TRUE(start) << start.error().message;
  EXPECT_EQ(keys_of(*start, kPlaceSentence), std::set<std::string>{});
  const auto wasp = suggest_links(engine, {.page = "s.example/c.html"});
  ASSERT_TRUE(wasp) << wasp.error().message;
  EXPECT_EQ(keys_of(*wasp, kPlaceSentence), std::set<std::string>{"b.html"});
  EXPECT_EQ(wasp->items[0].sentence, "It eats honey.");
  EXPECT_EQ(wasp->items[0].words, "honey");
}

TEST_F(SuggestTest, PagesThatAreLinkedInEitherDirectionAreLeftOut) {
  const Engine engine = site({
      {"a", "<title>Apples</title>Pears and plums."},
      {"b", "<title>Pears</title><a href=a.html>Apples</a>"},
      {"c", "<title>Plums</title>Fruit."},
  });
  const auto answer = suggest_links(engine, {.page = "s.example/a.html"});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(keys_of(*answer, kPlaceSentence), std::set<std::string>{"c.html"});
}

TEST_F(SuggestTest, AnswersForAllPagesAreThoseForEach) {
  const Engine engine = site({
      {"a", "<title>Apples</title>Pears and plums. <a href=d.html>Figs</a>"},
      {"b", "<title>Pears</title>Plums. <a href=d.html>Figs</a>"},
      {"c", "<title>Plums</title>Apples."},
      {"d", "<title>Figs</title>Apples and pears."},
  });
  const auto all = suggest_links(engine, {.all = true, .threads = 3});
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->pages, 4U);
  std::vector<std::string> each;
  for (const char* page : {"a", "b", "c", "d"}) {
    const auto one = suggest_links(engine, {.page = std::string("s.example/") + page + ".html"});
    ASSERT_TRUE(one) << one.error().message;
    for (const SuggestItem& item : one->items) each.push_back(item.page.key + item.key);
  }
  std::vector<std::string> together;
  for (const SuggestItem& item : all->items) together.push_back(item.page.key + item.key);
  EXPECT_EQ(together, each);
}

}  // namespace
}  // namespace cocite::engine

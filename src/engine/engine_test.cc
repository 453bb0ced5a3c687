#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> keys(const Result<std::vector<LinkItem>>& items) {
  std::vector<std::string> result;
  if (!items) return {"error: " + items.error().message};
  for (const LinkItem& item : *items) result.push_back(item.key);
  return result;
}

std::map<std::string, InfoItem> facts(const Engine& engine) {
  std::map<std::string, InfoItem> result;
  for (const InfoItem& item : engine.info()) result[item.name] = item;
  return result;
}

// A random web by name: links in page order, with pages that only link to themselves
// included.
struct NaiveWeb {
  std::string lines;
  std::map<std::string, std::vector<std::string>> children;
  std::set<std::string> crawled;
};

NaiveWeb random_web(unsigned seed, int pages) {
  NaiveWeb web;
  std::mt19937 random(seed);
  const auto pick = [&] { return "p" + std::to_string(random() % static_cast<unsigned>(pages)); };
  for (int i = 0; i < pages / 2; ++i) {
    const std::string source = pick();
    if (web.crawled.contains(source)) continue;
    web.crawled.insert(source);
    web.children[source];
    const auto links = random() % 9;
    if (links == 0) web.lines += source + '\n';
    for (size_t k = 0; k < links; ++k) {
      const std::string target = pick();
      web.lines += source + '\t' + target + '\n';
      web.children[target];
      auto& list = web.children[source];
      if (target != source && std::ranges::find(list, target) == list.end()) list.push_back(target);
    }
  }
  return web;
}

TEST(Engine, GivesLinksAsANaiveReaderOfTheListFindsThem) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const TestWeb folder;
    const NaiveWeb naive = random_web(seed, 60);
    const Engine engine = folder.make(naive.lines, {.opaque_names = true});
    uint64_t links = 0;
    uint64_t childless = 0;
    uint64_t max_in = 0;
    for (const auto& [name, children] : naive.children) {
      ASSERT_EQ(keys(engine.links(name)), children) << seed << ' ' << name;
      std::vector<std::string> parents;
      for (const auto& [other, list] : naive.children) {
        if (std::ranges::find(list, name) != list.end()) parents.push_back(other);
      }
      ASSERT_EQ(keys(engine.links(name, {.in = true})), parents) << seed << ' ' << name;
      const auto page = engine.page(name);
      ASSERT_TRUE(page);
      EXPECT_EQ(page->out_links, children.size());
      EXPECT_EQ(page->in_links, parents.size());
      EXPECT_EQ(page->is_crawled, naive.crawled.contains(name));
      EXPECT_EQ(page->host, name);
      EXPECT_EQ(page->url, "");
      links += children.size();
      childless += children.empty() ? 1 : 0;
      max_in = std::max<uint64_t>(max_in, parents.size());
    }
    auto info = facts(engine);
    EXPECT_EQ(std::get<uint64_t>(info["pages"].value), naive.children.size());
    EXPECT_EQ(std::get<uint64_t>(info["links"].value), links);
    EXPECT_EQ(std::get<uint64_t>(info["childless"].value), childless);
    EXPECT_EQ(std::get<uint64_t>(info["max_in"].value), max_in);
    EXPECT_EQ(std::get<uint64_t>(info["crawled"].value), naive.crawled.size());
    EXPECT_TRUE(engine.check());
  }
}

TEST(Engine, CountsPlacesFromOneAndStopsAtTop) {
  const TestWeb web;
  const Engine engine = web.make("a\tz\na\tb\na\tm\n", {.opaque_names = true});
  const auto items = engine.links("a", {.top = 2});
  ASSERT_TRUE(items);
  ASSERT_EQ(items->size(), 2U);
  EXPECT_EQ((*items)[0].place, 1U);
  EXPECT_EQ((*items)[0].key, "z");
  EXPECT_EQ((*items)[1].place, 2U);
  EXPECT_EQ(keys(engine.links("a", {.top = 99})).size(), 3U);
}

TEST(Engine, StopsWhenTheReaderHasEnough) {
  const TestWeb web;
  const Engine engine = web.make("a\tz\na\tb\na\tm\n", {.opaque_names = true});
  int seen = 0;
  ASSERT_TRUE(engine.for_each_link("a", {}, [&](const LinkItem&) { return ++seen < 2; }));
  EXPECT_EQ(seen, 2);
}

TEST(Engine, TellsAddressTitleAndHost) {
  const TestWeb web;
  web.write("titles", "http://www.example.com/a\tThe <first> page\n");
  const Engine engine = web.make("https://www.example.com/a\thttp://b.example:8080/x\n",
                                 {.title_file = web.path("titles")});
  const auto page = engine.page("www.example.com/a");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->url, "https://www.example.com/a");
  EXPECT_EQ(page->title, "The <first> page");
  EXPECT_EQ(page->host, "www.example.com");
  const auto parents = engine.links("b.example:8080/x", {.in = true});
  ASSERT_TRUE(parents);
  EXPECT_EQ(parents->at(0).title, "The <first> page");
  EXPECT_EQ(engine.page("b.example:8080/x")->host, "b.example:8080");
}

TEST(Engine, ListsFactsUnderTheirDocumentedNames) {
  const TestWeb web;
  const Engine engine =
      web.make("a.example/1\ta.example/2\na.example/1\tb.example/\na.example/2\ta.example/1\n");
  auto info = facts(engine);
  for (const char* name : {"pages", "links", "hosts", "sites", "same_host_links", "crawled",
                           "childless", "max_in", "max_out", "bytes"}) {
    ASSERT_TRUE(info.contains(name)) << name;
    EXPECT_TRUE(std::holds_alternative<uint64_t>(info[name].value)) << name;
  }
  EXPECT_EQ(std::get<uint64_t>(info["same_host_links"].value), 2U);
  EXPECT_DOUBLE_EQ(std::get<double>(info["same_host_share"].value), 2.0 / 3);
  EXPECT_EQ(std::get<std::string>(info["names"].value), "url");
  EXPECT_EQ(std::get<std::string>(info["columns"].value), "none");
  EXPECT_GT(std::get<double>(info["bits_per_link"].value), 0);
  // The sizes are those of the files as they lie there.
  uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(engine.path())) {
    bytes += entry.file_size();
  }
  EXPECT_EQ(std::get<uint64_t>(info["bytes"].value), bytes);
}

TEST(Engine, HasNoBitsPerLinkWithoutLinks) {
  const TestWeb web;
  auto info = facts(web.make("a.example/\ta.example/\n"));
  EXPECT_EQ(std::get<double>(info["bits_per_link"].value), 0);
  EXPECT_EQ(std::get<double>(info["same_host_share"].value), 0);
}

TEST(Engine, SaysWhatIsNoStore) {
  const TestWeb web;
  const auto missing = Engine::open(web.path("nowhere"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  web.write("file", "text");
  const auto file = Engine::open(web.path("file"));
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, HasSubstr("is not a store"));
}

TEST(Engine, AnswersManyThreadsAlike) {
  const TestWeb folder;
  const NaiveWeb naive = random_web(3, 200);
  const Engine engine = folder.make(naive.lines, {.opaque_names = true});
  std::vector<std::jthread> threads;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (const auto& [name, children] : naive.children) {
        if (keys(engine.links(name)) != children) ++wrong;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cocite::engine

#include "prepare/prepare.h"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "answer/complete.h"
#include "answer/percentiles.h"
#include "engine/testing_web.h"
#include "store/store.h"

namespace cocite::prepare {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

// Pages of 30 hosts; the first ones are linked to most.
std::string random_links(unsigned seed, size_t links = 3000) {
  std::mt19937 random(seed);
  std::string text;
  const auto page = [&](size_t least) {
    const size_t number = std::min({random() % 300, random() % 300, least});
    return "h" + std::to_string(number % 30) + ".example/p" + std::to_string(number);
  };
  for (size_t i = 0; i < links; ++i) text += page(300) + '\t' + page(random() % 300) + '\n';
  return text;
}

ImportRequest request_for(const engine::TestWeb& web, const std::string& name) {
  ImportRequest request;
  request.store = web.path("web.cocite");
  request.inputs = {web.path(name)};
  request.memory_bytes = uint64_t{64} << 20;
  request.threads = 1;
  return request;
}

store::Store open_store(const engine::TestWeb& web) {
  return store::Store::open(web.path("web.cocite")).value();
}

TEST(Prepare, ImportLeavesNothingForTheFirstRequest) {
  const engine::TestWeb web;
  web.write("links", random_links(1));
  ASSERT_TRUE(import_store(request_for(web, "links")));
  const store::Store store = open_store(web);
  EXPECT_TRUE(store.check());
  EXPECT_TRUE(answer::HostNames::has_notes(related::Web(store)));
  for (const char* inner : {"hosts.cocite", "sites.cocite"}) {
    const auto graph = store::Store::open(store.path() + "/" + inner);
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_TRUE(answer::HostNames::has_notes(related::Web(*graph)));
    EXPECT_TRUE(graph->check());
  }
  // They are found, not made again: the service's way, which makes nothing, has them.
  const Engine engine = web.open();
  EXPECT_TRUE(engine.on(On::kHosts, {.makes = false}));
  EXPECT_TRUE(engine.on(On::kSites, {.makes = false}));
  EXPECT_TRUE(engine.check());
  // Nothing is left beside the store.
  for (const auto& entry : fs::directory_iterator(fs::path(store.path()).parent_path())) {
    EXPECT_THAT(entry.path().extension().string(), testing::AnyOf(".cocite", "")) << entry.path();
  }
}

TEST(Prepare, TheSameWithAndWithout) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const engine::TestWeb web;
    web.write("links", random_links(seed));
    ImportRequest request = request_for(web, "links");
    request.prepare = false;
    ASSERT_TRUE(import_store(request));
    std::vector<std::string> completed;
    const auto ask = [&] {
      completed.clear();
      for (const char* prefix : {"h", "h1", "h29.e", "x"}) {
        const CompletionAnswer answer = web.open().complete(prefix, 20).value();
        for (const auto& item : answer.items) {
          completed.push_back(item.key);
        }
      }
    };
    ask();
    const auto completed_before = completed;
    EXPECT_FALSE(answer::HostNames::has_notes(related::Web(open_store(web))));
    const auto report = prepare_store({.store = request.store, .threads = 1});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_THAT(report->made, Contains("host-names"));
    EXPECT_LE(report->bytes, 8 * report->pages + 8192);
    EXPECT_TRUE(answer::HostNames::has_notes(related::Web(open_store(web))));
    ask();
    EXPECT_EQ(completed, completed_before);
    const auto again = prepare_store({.store = request.store, .threads = 1});
    ASSERT_TRUE(again);
    EXPECT_THAT(again->made, testing::Not(Contains("host-names")));
  }
}

TEST(Prepare, PercentilesFollowTheirColumn) {
  const engine::TestWeb web;
  web.write("links", random_links(5));
  ASSERT_TRUE(import_store(request_for(web, "links")));
  const auto expect_saved = [&] {
    const store::Store store = open_store(web);
    const auto column = store.column("pagerank").value();
    const auto table = answer::PercentileTable::saved(store, "pagerank");
    ASSERT_TRUE(table);
    for (uint64_t i = 0; i < store.pages(); ++i) {
      const double value = column.values()[i];
      EXPECT_EQ(table->of(value), answer::percentile(column.values(), value));
    }
  };
  ASSERT_TRUE(web.open().rank({.by = {"pagerank"}, .save = true}));
  expect_saved();
  ASSERT_TRUE(web.open().rank({.by = {"pagerank"}, .save = true, .epsilon = 0.5}));
  expect_saved();
  EXPECT_FALSE(answer::PercentileTable::saved(open_store(web), "indegree"));
}

TEST(Prepare, AddMakesRanksForTheNewLinks) {
  const engine::TestWeb web;
  web.write("links", random_links(7));
  web.write("more", "h1.example/new\th2.example/p2\n");
  ASSERT_TRUE(import_store(request_for(web, "links")));
  ASSERT_TRUE(web.open().rank(
      {.by = {"pagerank", "indegree"}, .save = true, .epsilon = 0.3, .tolerance = 1e-9}));
  ASSERT_TRUE(web.open().rank(
      {.by = {"personalized-pagerank"}, .save = true, .pages = {{.page = "h2.example/p2"}}}));
  const auto report = add_to_store(request_for(web, "more"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->notes, Contains(HasSubstr("indegree, pagerank")));
  EXPECT_THAT(report->notes, Contains(HasSubstr("left out")));
  const store::Store store = open_store(web);
  EXPECT_THAT(store.column_names(), testing::ElementsAre("indegree", "pagerank"));
  EXPECT_THAT(store.about_column("pagerank").value(), HasSubstr("epsilon 0.3, tolerance 1e-09"));
  const PageId page = store.find("example,h2)/p2").value().value();
  EXPECT_EQ(store.column("indegree")->values()[index(page)], store.in().degree(page).value());
  EXPECT_TRUE(answer::PercentileTable::saved(store, "pagerank"));
  EXPECT_TRUE(store.check());
  // Without them. The same input again would not be added.
  web.write("others", "h1.example/newer\th2.example/p2\n");
  ImportRequest bare = request_for(web, "others");
  bare.keep_ranks = false;
  ASSERT_TRUE(add_to_store(bare));
  EXPECT_THAT(open_store(web).column_names(), testing::IsEmpty());
}

TEST(Prepare, StoresWithoutAddressesHaveNoHosts) {
  const engine::TestWeb web;
  web.write("links", "a\tb\nb\tc\n");
  ImportRequest request = request_for(web, "links");
  request.opaque_names = true;
  ASSERT_TRUE(import_store(request));
  EXPECT_FALSE(fs::exists(request.store + "/hosts.cocite"));
  EXPECT_TRUE(prepare_store({.store = request.store}));
}

}  // namespace
}  // namespace cocite::prepare

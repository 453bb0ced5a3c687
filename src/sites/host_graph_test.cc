// Hosts and sites asked like pages: the graph is found, made, kept and never mistaken.
#include "sites/host_graph.h"

#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "engine/testing_web.h"

namespace cocite::sites {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kLinks =
    "http://www.a.example/1\thttp://b.example/x\n"
    "http://www.a.example/1\thttp://c.example/\n"
    "http://www.a.example/2\thttp://c.example/y\n"
    "http://www.a.example/2\thttp://www.a.example/1\n"
    "http://d.example/\thttp://c.example/\n"
    "http://d.example/\thttp://b.example/\n"
    "http://blog.d.example/\thttp://d.example/\n";

// Everything beside and in the store that does not belong there.
std::vector<std::string> litter(const engine::TestWeb& web) {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(web.path(""))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".part") || name.ends_with(".lock") || name == "scratch") {
      found.push_back(entry.path().string());
    }
  }
  return found;
}

std::vector<std::string> children(const Engine& engine, const std::string& page) {
  std::vector<std::string> keys;
  const auto links = engine.links(page);
  EXPECT_TRUE(links) << links.error().message;
  for (const LinkItem& item : links.value()) keys.push_back(item.key);
  return keys;
}

// A number that is another one for each file.
uint64_t inode(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_ino;
}

TEST(On, AsksHostsAndSitesByAnyOfTheirPages) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  const Engine* hosts = engine.on(On::kHosts).value();
  EXPECT_THAT(children(*hosts, "http://www.a.example/whatever?x=1"),
              ElementsAre("example,b)/", "example,c)/"));
  EXPECT_THAT(children(*hosts, "blog.d.example"), ElementsAre("example,d)/"));
  EXPECT_THAT(children(*hosts, "example,d,blog)/"), ElementsAre("example,d)/"));
  const Engine* sites = engine.on(On::kSites).value();
  EXPECT_THAT(children(*sites, "shop.d.example/1"), ElementsAre("example,c)/", "example,b)/"));
  EXPECT_EQ(sites->page("a.example")->in_links, 0U);
  EXPECT_THAT(sites->page("missing.example").error().message, HasSubstr("not in this graph"));
  EXPECT_EQ(engine.on(On::kPages).value(), &engine);
  EXPECT_EQ(engine.on(On::kSites).value(), sites);
  // Asked of the graph itself.
  EXPECT_EQ(sites->on(On::kSites).value(), sites);
  EXPECT_EQ(sites->on(On::kPages).value(), sites);

  const auto related = sites->related({.pages = {"www.b.example"}, .by = "cocitation"});
  ASSERT_TRUE(related) << related.error().message;
  EXPECT_EQ(related->pages[0].key, "example,b)/");
  ASSERT_EQ(related->items.size(), 1U);
  EXPECT_EQ(related->items[0].key, "example,c)/");
  EXPECT_EQ(related->items[0].score, 2);
  EXPECT_TRUE(litter(web).empty());
}

TEST(On, IsMadeOnceAndKept) {
  const engine::TestWeb web;
  static_cast<void>(web.make(kLinks).on(On::kSites).value());
  const std::string manifest = web.path("web.cocite/sites.cocite/manifest");
  const uint64_t first = inode(manifest);
  const Engine again = web.open();
  EXPECT_TRUE(again.on(On::kSites).value()->notes().empty());
  EXPECT_EQ(inode(manifest), first);
  EXPECT_TRUE(again.check());
}

TEST(On, IsNeverThatOfAnotherStore) {
  const engine::TestWeb web;
  static_cast<void>(web.make(kLinks).on(On::kHosts).value());
  fs::rename(web.path("web.cocite/hosts.cocite"), web.path("old"));
  ImportRequest request;
  request.force = true;
  const Engine now = web.make("http://www.a.example/1\thttp://z.example/\n", request);
  EXPECT_FALSE(fs::exists(web.path("web.cocite/hosts.cocite")));
  fs::rename(web.path("old"), web.path("web.cocite/hosts.cocite"));
  EXPECT_TRUE(now.check());  // an outdated graph is made again, so it is no error
  EXPECT_THAT(children(*now.on(On::kHosts).value(), "www.a.example"), ElementsAre("example,z)/"));
  // And one of hosts does not pass for one of sites.
  fs::copy(web.path("web.cocite/hosts.cocite"), web.path("web.cocite/sites.cocite"));
  EXPECT_THAT(children(*web.open().on(On::kSites).value(), "a.example"),
              ElementsAre("example,z)/"));
}

TEST(On, AddedLinksAreInIt) {
  const engine::TestWeb web;
  static_cast<void>(web.make(kLinks).on(On::kSites).value());
  web.write("more.tsv", "http://a.example/\thttp://z.example/\n");
  ImportRequest request;
  request.store = web.path("web.cocite");
  request.inputs = {web.path("more.tsv")};
  ASSERT_TRUE(add_to_store(request));
  EXPECT_THAT(children(*web.open().on(On::kSites).value(), "a.example"),
              ElementsAre("example,z)/", "example,b)/", "example,c)/"));
}

TEST(On, SpoiltIsMadeAnewOrTold) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  static_cast<void>(engine.on(On::kSites).value());
  fs::copy(web.path("web.cocite/sites.cocite"), web.path("saved"));
  for (const std::string name : {"manifest", "pages", "out", "in", "crawled", "counts"}) {
    const std::string path = "web.cocite/sites.cocite/" + name;
    const std::string whole = web.read(path);
    for (size_t at = 0; at < whole.size(); at += name == "manifest" ? 389 : 997) {
      std::string spoilt = whole;
      spoilt[at] = static_cast<char>(spoilt[at] ^ 16);
      fs::remove(web.path(path));
      web.write(path, at % 3 == 0 ? spoilt : whole.substr(0, at));
      const Engine opened = web.open();
      const auto sites = opened.on(On::kSites);
      ASSERT_TRUE(sites) << sites.error().message;
      const auto links = (*sites)->links("a.example");
      if (links) {
        EXPECT_EQ(links->size(), 2U);
      } else {
        EXPECT_EQ(links.error().code, ErrorCode::kCorrupt);
        EXPECT_THAT(links.error().message, HasSubstr("sites.cocite"));
      }
      if (const auto sound = opened.check(); !sound) {
        EXPECT_THAT(sound.error().message, HasSubstr("made again"));
      }
      fs::remove_all(web.path("web.cocite/sites.cocite"));
      fs::copy(web.path("saved"), web.path("web.cocite/sites.cocite"));
    }
  }
  EXPECT_TRUE(web.open().check());
}

TEST(On, ColumnsAreSavedInItAndStay) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  RankRequest request;
  request.by = {"pagerank"};
  request.save = true;
  ASSERT_TRUE(engine.on(On::kSites).value()->rank(request));
  request.weights = LinkWeights::kLinks;
  ASSERT_TRUE(web.open().on(On::kSites).value()->rank(request));
  request.weights = LinkWeights::kOnce;
  request.by = {"indegree"};
  ASSERT_TRUE(web.open().rank(request));  // a new folder for the store itself
  const Engine now = web.open();
  const auto site = now.on(On::kSites).value()->page("c.example");
  ASSERT_EQ(site->columns.size(), 2U);
  EXPECT_EQ(site->columns[0].name, "pagerank");
  EXPECT_EQ(site->columns[1].name, "pagerank-by-links");
  EXPECT_EQ(now.page("c.example")->columns.size(), 1U);
  EXPECT_TRUE(now.check());
  EXPECT_TRUE(litter(web).empty());
  request.weights = LinkWeights::kPages;
  EXPECT_THAT(now.rank(request).error().message, HasSubstr("every link counts once"));
}

TEST(On, WhatCannotBeKeptIsMadeForNow) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  web.write("web.cocite/sites.cocite", "another file");
  const Engine* sites = engine.on(On::kSites).value();
  ASSERT_EQ(sites->notes().size(), 1U);
  EXPECT_THAT(sites->notes()[0], HasSubstr("cannot be kept in the store"));
  EXPECT_THAT(children(*sites, "a.example"), ElementsAre("example,b)/", "example,c)/"));
  EXPECT_EQ(web.read("web.cocite/sites.cocite"), "another file");
  EXPECT_FALSE(fs::exists(sites->path()));
  RankRequest request;
  request.by = {"pagerank"};
  EXPECT_TRUE(sites->rank(request));
  request.save = true;
  EXPECT_THAT(sites->rank(request).error().message, HasSubstr("cannot be kept"));
  const auto prepared = prepare_store({.store = web.path("web.cocite")});
  ASSERT_FALSE(prepared);
  EXPECT_THAT(prepared.error().message, HasSubstr("sites.cocite: is not part of a store"));
  EXPECT_TRUE(litter(web).empty());
}

TEST(On, IsNothingForOpaqueNames) {
  const engine::TestWeb web;
  ImportRequest request;
  request.opaque_names = true;
  const auto none = web.make("a\tb\n", request).on(On::kHosts);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(none.error().message, HasSubstr("need pages with URLs"));
}

TEST(On, StoppedLeavesNothingBehind) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  std::set<std::string> stages;
  for (bool is_done = false; !is_done;) {
    std::atomic<bool> stop = false;
    std::string stopped_in;
    GraphOptions options;
    options.stop = &stop;
    options.progress = [&](const Progress& progress) {
      if (!stages.insert(progress.stage).second || stop) return;
      stopped_in = progress.stage;
      stop = true;
    };
    const auto sites = engine.on(On::kSites, options);
    is_done = sites.has_value();
    if (!is_done) {
      EXPECT_EQ(sites.error().code, ErrorCode::kCancelled) << stopped_in;
      EXPECT_FALSE(fs::exists(web.path("web.cocite/sites.cocite")));
    }
    EXPECT_TRUE(litter(web).empty());
  }
  EXPECT_GT(stages.size(), 3U);
}

TEST(On, SeveralMayAskAtOnce) {
  const engine::TestWeb web;
  static_cast<void>(web.make(kLinks));
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back([&] {
        const Engine engine = web.open();
        const auto sites = engine.on(On::kSites);
        ASSERT_TRUE(sites) << sites.error().message;
        EXPECT_TRUE((*sites)->notes().empty());
        EXPECT_THAT(children(**sites, "a.example"), ElementsAre("example,b)/", "example,c)/"));
      });
    }
  }
  EXPECT_TRUE(web.open().check());
  EXPECT_TRUE(litter(web).empty());
}

// A killed process leaves a draft, which the next one removes.
TEST(On, WhatAKilledProcessLeftIsClearedAway) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks);
  fs::create_directories(web.path("web.cocite.sites.cocite.part/scratch"));
  web.write("web.cocite.sites.cocite.part/out", "half of it");
  static_cast<void>(engine.on(On::kSites).value());
  EXPECT_TRUE(litter(web).empty());
}

// A graph of hosts is that of a link list of hosts, for every rank.
TEST(On, RanksAreThoseOfALinkListOfHosts) {
  std::mt19937 random(9);
  const engine::TestWeb web;
  std::string pages;
  std::map<int, std::vector<int>> lists;
  for (int host = 10; host < 40; ++host) {
    for (int page = 0; page < 3; ++page) {
      for (uint64_t i = random() % 6; i > 0; --i) {
        const int other = 10 + static_cast<int>(random() % 34);
        pages += "http://h" + std::to_string(host) + ".example/" + std::to_string(page) +
                 "\thttp://h" + std::to_string(other) + ".example/" + std::to_string(random() % 4) +
                 "\n";
        std::vector<int>& list = lists[host];
        if (other != host && std::ranges::find(list, other) == list.end()) list.push_back(other);
      }
    }
  }
  // A page's links count only once, so hosts that only link to themselves are pages, too.
  std::string hosts;
  for (const auto& [host, list] : lists) {
    const std::string name = "http://h" + std::to_string(host) + ".example/";
    hosts += name + "\n";
    for (const int other : list) {
      hosts += name + "\thttp://h" + std::to_string(other) + ".example/\n";
    }
  }
  const Engine by_pages = web.make(pages);
  const Engine by_hosts = web.make(hosts, {}, "hosts");
  const Engine* graph = by_pages.on(On::kHosts).value();
  RankRequest request;
  request.all = true;
  request.pages = {{.page = "h11.example"}};
  for (const RankKind& kind : rank_kinds()) request.by.push_back(kind.name);
  const auto found = graph->rank(request).value();
  const auto expected = by_hosts.rank(request).value();
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(found[i].items.size(), expected[i].items.size());
    for (size_t k = 0; k < expected[i].items.size(); ++k) {
      EXPECT_EQ(found[i].items[k].key, expected[i].items[k].key) << found[i].name;
      EXPECT_EQ(found[i].items[k].score, expected[i].items[k].score) << found[i].name;
    }
  }
  EXPECT_EQ(children(*graph, "h12.example/7"), children(by_hosts, "h12.example"));
}

}  // namespace
}  // namespace cocite::sites

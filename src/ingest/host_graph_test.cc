// The graph of hosts or sites, against one that is put together from the store's own answers.
#include "ingest/host_graph.h"

#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "file/raw_file.h"
#include "ingest/ingest.h"
#include "ingest/target_tally.h"
#include "ingest/testing/import_folder.h"
#include "ingest/testing/list_writer.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::ingest {
namespace {

using ::testing::ElementsAre;
using testing::ImportFolder;
using testing::ListShape;

using Strings = std::vector<std::string>;

struct NaiveNode {
  Strings children;
  std::map<std::string, store::LinkCount> counts;
  bool is_crawled = false;
};

std::string node_of(const std::string& key, On on) {
  const std::string host(url::host_of_key(key));
  return (on == On::kHosts ? host : url::SiteList().site_of_host(host)) + ")/";
}

std::map<std::string, NaiveNode> naive_graph(const store::Store& store, On on) {
  std::map<std::string, NaiveNode> nodes;
  graph::ListBuffer buffer;
  for (uint64_t page = 0; page < store.pages(); ++page) {
    const std::string from = node_of(*store.key(page_id(page)), on);
    NaiveNode& node = nodes[from];
    node.is_crawled |= *store.is_crawled(page_id(page));
    std::map<std::string, uint64_t> on_page;
    const std::span<const PageId> list = store.children(page_id(page), buffer).value();
    for (const PageId child : list) {
      const std::string to = node_of(*store.key(child), on);
      if (to == from) continue;
      ++on_page[to];
      if (!node.counts.contains(to)) node.children.push_back(to);
      ++node.counts[to].links;
    }
    for (const auto& [to, links] : on_page) ++node.counts[to].pages;
  }
  return nodes;
}

void expect_graph(const store::Store& web, On on, const std::string& path) {
  const auto naive = naive_graph(web, on);
  const auto graph = store::Store::open(path);
  ASSERT_TRUE(graph) << graph.error().message;
  ASSERT_TRUE(graph->check()) << graph->check().error().message;
  ASSERT_EQ(graph->pages(), naive.size());
  EXPECT_EQ(graph->hosts(), naive.size());
  EXPECT_EQ(graph->facts().same_host_links, 0U);
  ASSERT_NE(graph->link_counts(), nullptr);
  auto counts = *graph->link_counts()->cursor();
  graph::ListBuffer buffer;
  uint64_t page = 0;
  for (const auto& [key, node] : naive) {
    ASSERT_EQ(*graph->key(page_id(page)), key);
    EXPECT_EQ(*graph->is_crawled(page_id(page)), node.is_crawled) << key;
    Strings expected = node.children;
    if (!web.has_link_order()) std::ranges::sort(expected);
    Strings found;
    const std::span<const PageId> list = graph->children(page_id(page), buffer).value();
    for (const PageId child : list) {
      found.push_back(*graph->key(child));
      store::LinkCount count;
      ASSERT_TRUE(counts.next(count));
      ASSERT_TRUE(node.counts.contains(found.back()));
      EXPECT_EQ(count.links, node.counts.at(found.back()).links) << key << ' ' << found.back();
      EXPECT_EQ(count.pages, node.counts.at(found.back()).pages) << key << ' ' << found.back();
    }
    EXPECT_EQ(found, expected) << key;
    ++page;
  }
}

// Small enough to cut everything that is cut for large graphs.
constexpr Limits kTiny{
    .least_memory_bytes = 1, .least_bucket_links = 20, .piece_bytes = 4096, .piece_pages = 7};

store::Store make_web(const ImportFolder& folder, const ImportRequest& request) {
  const auto made = import_store(request);
  EXPECT_TRUE(made) << made.error().message;
  return store::Store::open(folder.store()).value();
}

TEST(HostGraphSlow, IsWhatTheLinksOfPagesSay) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 12; ++round) {
    const ImportFolder folder;
    const ListShape shape{.lines = 1 + random() % 300,
                          .hosts = 1 + random() % 24,
                          .paths = 1 + random() % 12,
                          .is_clean = true};
    const store::Store web = make_web(folder, folder.request({random_list(shape, random)}));
    for (const On on : {On::kHosts, On::kSites}) {
      const std::string path = folder / std::string(store::word_of(on));
      GraphOptions options;
      options.threads = 1 + static_cast<unsigned>(random() % 3);
      options.memory_bytes = 1;
      const auto made =
          make_host_graph(web, on, path, false, options, round % 2 == 0 ? kTiny : Limits{});
      ASSERT_TRUE(made) << made.error().message;
      expect_graph(web, on, path);
      if (HasFatalFailure()) return;
    }
    EXPECT_TRUE(folder.is_tidy());
  }
}

TEST(HostGraph, KnowsPortsAddressesAndSuffixes) {
  const ImportFolder folder;
  const store::Store web =
      make_web(folder, folder.request({"http://a.example.co.uk/\thttp://co.uk/x\n"
                                       "http://a.example.co.uk:8080/\thttp://192.0.2.7/\n"
                                       "http://192.0.2.7:81/\thttp://192.0.2.71/\n"
                                       "http://192.0.2.7/\thttp://localhost/\n"
                                       "http://example.co.uk/q\thttp://a.example.co.uk/\n"
                                       "http://[2001:db8::1]:90/\thttp://[2001:db8::1]/\n"
                                       "http://github.io/\thttp://me.github.io/\n"
                                       "http://example-a.co.uk/\thttp://co.uk/\n"}));
  ASSERT_TRUE(make_host_graph(web, On::kSites, folder / "sites", false, {}, kTiny));
  expect_graph(web, On::kSites, folder / "sites");
  const auto sites = store::Store::open(folder / "sites").value();
  Strings keys;
  for (uint64_t page = 0; page < sites.pages(); ++page) keys.push_back(*sites.key(page_id(page)));
  EXPECT_THAT(keys, ElementsAre("192.0.2.7)/", "192.0.2.71)/", "[2001:db8::1])/", "io,github)/",
                                "io,github,me)/", "localhost)/", "uk,co)/", "uk,co,example)/",
                                "uk,co,example-a)/"));
  // One site on two ports, with another site between them in the order of keys.
  graph::ListBuffer buffer;
  const std::span<const PageId> children =
      sites.children(*sites.find("uk,co,example)/").value(), buffer).value();
  ASSERT_EQ(children.size(), 2U);
  EXPECT_EQ(*sites.key(children[0]), "uk,co)/");
  EXPECT_EQ(*sites.key(children[1]), "192.0.2.7)/");

  ASSERT_TRUE(make_host_graph(web, On::kHosts, folder / "hosts", false, {}, kTiny));
  expect_graph(web, On::kHosts, folder / "hosts");
}

TEST(HostGraph, HasNoLinkOrderWhereTheStoreHasNone) {
  const ImportFolder folder;
  std::string list;  // sorted, and long enough to be believed
  for (int from = 100; from < 130; ++from) {
    for (int to = 100 + from % 7; to < 130; to += 3) {
      list += "http://h" + std::to_string(from % 40) + ".example/" + std::to_string(from) +
              "\thttp://h" + std::to_string(to) + ".example/\n";
    }
  }
  const store::Store web = make_web(folder, folder.request({list}));
  ASSERT_FALSE(web.has_link_order());
  ASSERT_TRUE(make_host_graph(web, On::kHosts, folder / "hosts", false, {}, kTiny));
  expect_graph(web, On::kHosts, folder / "hosts");
  EXPECT_FALSE(store::Store::open(folder / "hosts")->has_link_order());
}

TEST(HostGraph, HasTheTitlesOfRoots) {
  const ImportFolder folder;
  ImportRequest request =
      folder.request({"http://www.a.example/\thttp://b.example/x\n"
                      "http://b.example/x\thttp://b.example/\n"
                      "http://c.example/x\thttp://www.b.example/\n"});
  request.title_file = folder.write("titles",
                                    "www.a.example/\tA of www\nb.example/\tB\n"
                                    "www.b.example/\tB of www\nc.example/x\tno root\n");
  const store::Store web = make_web(folder, request);
  ASSERT_TRUE(make_host_graph(web, On::kSites, folder / "sites", false, {}));
  const auto sites = store::Store::open(folder / "sites").value();
  ASSERT_EQ(sites.pages(), 3U);
  EXPECT_EQ(*sites.title(page_id(0)), "A of www");
  EXPECT_EQ(*sites.title(page_id(1)), "B");
  EXPECT_EQ(*sites.title(page_id(2)), "");
  EXPECT_TRUE(sites.check());
  ASSERT_TRUE(make_host_graph(web, On::kHosts, folder / "hosts", false, {}));
  const auto hosts = store::Store::open(folder / "hosts").value();
  EXPECT_EQ(*hosts.title(*hosts.find("example,b,www)/").value()), "B of www");
}

TEST(HostGraph, TellsWhatItWasMadeFrom) {
  const ImportFolder folder;
  const store::Store one =
      make_web(folder, folder.request({"http://a.example/\thttp://b.example/\n"}));
  ImportRequest request = folder.request({"http://a.example/\thttp://c.example/\n"});
  request.store = folder / "other.cocite";
  ASSERT_TRUE(import_store(request));
  const auto other = store::Store::open(request.store).value();
  EXPECT_NE(origin_of(one, On::kHosts), origin_of(other, On::kHosts));
  EXPECT_NE(origin_of(one, On::kHosts), origin_of(one, On::kSites));
  ASSERT_TRUE(make_host_graph(one, On::kHosts, folder / "hosts", false, {}));
  EXPECT_EQ(store::Store::open(folder / "hosts")->facts().made_from, origin_of(one, On::kHosts));
}

TEST(HostGraph, AFullDiskLeavesNothingBehind) {
  const ImportFolder folder;
  const store::Store web =
      make_web(folder, folder.request({"http://a.example/\thttp://b.example/\n"}));
  const std::string path = folder.store() + "/hosts.cocite";
  int failed = 0;
  for (uint64_t n = 1; n < 200; ++n) {
    file::fail_write_after(n);
    const auto made = make_host_graph(web, On::kHosts, path, false, {});
    file::fail_write_after(0);
    EXPECT_TRUE(folder.is_tidy());
    if (made) break;
    ++failed;
    EXPECT_EQ(made.error().code, ErrorCode::kIo) << made.error().message;
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_GT(failed, 3);
  expect_graph(web, On::kHosts, path);
}

TEST(TargetTally, CountsInOrderOfFirstOccurrence) {
  std::mt19937 random(3);
  TargetTally tally;
  for (int round = 0; round < 200; ++round) {
    std::vector<uint32_t> order;
    std::map<uint32_t, store::LinkCount> counts;
    const auto any_below = [&](uint32_t end) { return static_cast<uint32_t>(random() % end); };
    const uint32_t range = 1 + any_below(round % 10 == 0 ? 3000 : 40);
    for (uint32_t page = 0; page < 20; ++page) {
      std::set<uint32_t> seen;
      for (uint32_t i = any_below(round % 10 == 0 ? 300 : 10); i > 0; --i) {
        const uint32_t target = any_below(range);
        tally.add_link(target, page);
        if (!counts.contains(target)) order.push_back(target);
        ++counts[target].links;
        if (seen.insert(target).second) ++counts[target].pages;
      }
    }
    ASSERT_EQ(tally.targets().size(), order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      ASSERT_EQ(tally.targets()[i].target, order[i]);
      ASSERT_EQ(tally.targets()[i].count.links, counts[order[i]].links);
      ASSERT_EQ(tally.targets()[i].count.pages, counts[order[i]].pages);
    }
    tally.clear();
  }
}

}  // namespace
}  // namespace cocite::ingest

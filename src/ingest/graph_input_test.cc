// Graphs of other people: BVGraph with and without names, Common Crawl with and without ranks.
#include <cmath>
#include <filesystem>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "graph/bvgraph.h"
#include "ingest/ingest.h"
#include "ingest/testing/import_folder.h"
#include "ingest/testing/naive_web.h"

namespace cocite::ingest {
namespace {

using testing::ImportFolder;
using testing::NaiveWeb;
using testing::Strings;

using Arcs = std::vector<std::set<uint32_t>>;

Arcs random_arcs(uint32_t nodes, std::mt19937_64& random) {
  Arcs arcs(nodes);
  for (auto& list : arcs) {
    for (uint64_t i = random() % 3 == 0 ? 0 : random() % 12; i > 0; --i) {
      list.insert(static_cast<uint32_t>(random() % nodes));
    }
  }
  return arcs;
}

void write_bvgraph(const std::string& basename, const Arcs& arcs) {
  auto writer = graph::BvGraphWriter::create(basename);
  ASSERT_TRUE(writer);
  for (const auto& list : arcs) {
    const std::vector<uint32_t> successors(list.begin(), list.end());
    ASSERT_TRUE(writer->add(successors));
  }
  ASSERT_TRUE(writer->finish());
}

class GraphInput : public ::testing::Test {
 protected:
  // Nodes whose name is no page are left out. Children come sorted: the source has no order.
  void expect_store(const Arcs& arcs, const Strings& names, bool opaque, bool transposed) {
    const auto store = store::Store::open(folder_.store());
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE(store->check());
    EXPECT_FALSE(store->has_link_order());
    std::map<std::string, std::set<std::string>> children;
    std::string key;
    const auto key_of = [&](const std::string& name) {
      if (opaque) return name;
      return url::make_key(name, {}, key) == url::Skip::kNone ? key : std::string();
    };
    for (size_t from = 0; from < arcs.size(); ++from) {
      if (!key_of(names[from]).empty()) children[key_of(names[from])];
    }
    for (size_t from = 0; from < arcs.size(); ++from) {
      for (const uint32_t to : arcs[from]) {
        const std::string a = key_of(names[transposed ? to : from]);
        const std::string b = key_of(names[transposed ? from : to]);
        if (!a.empty() && !b.empty() && a != b) children[a].insert(b);
      }
    }
    ASSERT_EQ(store->pages(), children.size());
    graph::ListBuffer buffer;
    uint64_t page = 0;
    for (const auto& [name, list] : children) {
      ASSERT_EQ(*store->key(page_id(page)), name);
      Strings found;
      const auto found_list = store->children(page_id(page), buffer);
      ASSERT_TRUE(found_list);
      for (const PageId child : *found_list) found.push_back(*store->key(child));
      ASSERT_EQ(found, Strings(list.begin(), list.end())) << name;
      ++page;
    }
    EXPECT_TRUE(folder_.is_tidy());
  }
  ImportFolder folder_;
};

// --- BVGraph -----------------------------------------------------------------------------------

TEST_F(GraphInput, OfNumbersIsCalledByNumbersOfOneWidth) {
  std::mt19937_64 random(1);
  for (const uint32_t nodes : {1U, 9U, 10U, 11U, 250U}) {
    const Arcs arcs = random_arcs(nodes, random);
    write_bvgraph(folder_ / "web", arcs);
    ImportRequest request = folder_.request({});
    request.force = true;
    Strings names;
    const size_t width = std::to_string(nodes - 1).size();
    for (uint32_t i = 0; i < nodes; ++i) {
      names.push_back(std::string(width - std::to_string(i).size(), '0') + std::to_string(i));
    }
    for (const bool transposed : {false, true}) {
      request.transposed = transposed;
      for (const char* input : {"web", "web.graph", "web.properties"}) {
        request.inputs = {folder_ / input};
        const auto report = import_store(request);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->pages, nodes);
      }
      expect_store(arcs, names, true, transposed);
    }
  }
}

TEST_F(GraphInput, WithoutNodesIsAnEmptyStore) {
  write_bvgraph(folder_ / "web", {});
  ImportRequest request = folder_.request({});
  request.inputs = {folder_ / "web"};
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->pages, 0U);
}

TEST_F(GraphInput, WithANamesFileIsCalledByItsLines) {
  std::mt19937_64 random(2);
  const Arcs arcs = random_arcs(120, random);
  write_bvgraph(folder_ / "web", arcs);
  Strings names;
  std::string lines;
  for (size_t i = 0; i < arcs.size(); ++i) {
    names.push_back("http://h" + std::to_string(random() % 9) + ".com/" + std::to_string(i * 7));
    if (i % 10 == 3) names.back() = "";                       // no page
    if (i % 10 == 5) names.back() = "mailto:x";               // neither
    if (i % 10 == 7) names.back() = names[i - 1] + "#again";  // the same page
    lines += names.back() + (i % 4 == 0 ? "\r\n" : "\n");
  }
  for (const bool transposed : {false, true}) {
    ImportRequest request = folder_.request({});
    request.force = true;
    request.inputs = {folder_ / "web"};
    request.names_file = folder_.write("web.urls", lines);
    request.transposed = transposed;
    const auto report = import_store(request);
    ASSERT_TRUE(report) << report.error().message;
    expect_store(arcs, names, false, transposed);
    std::map<std::string, uint64_t> skipped;
    for (const Skipped& one : report->skipped) skipped[one.reason] = one.count;
    EXPECT_EQ(skipped, (std::map<std::string, uint64_t>{{"empty", 12}, {"not http(s)", 12}}));
    request.strict = true;
    EXPECT_EQ(import_store(request).error().code, ErrorCode::kInvalidArgument);
  }
}

TEST_F(GraphInput, WithOpaqueNamesTakesThemAsTheyAre) {
  std::mt19937_64 random(3);
  const Arcs arcs = random_arcs(50, random);
  write_bvgraph(folder_ / "web", arcs);
  Strings names;
  std::string lines;
  for (size_t i = 0; i < arcs.size(); ++i) {
    names.push_back("page " + std::to_string((i * 37) % 50));
    lines += names.back() + "\n";
  }
  for (const Limits& limits :
       {Limits{}, Limits{.least_memory_bytes = 1, .least_bucket_links = 9}}) {
    ImportRequest request = folder_.request({});
    request.force = true;
    request.inputs = {folder_ / "web"};
    request.names_file = folder_.write("names", lines);
    request.opaque_names = true;
    request.memory_bytes = 1;
    ASSERT_TRUE(import_store(request, limits));
    expect_store(arcs, names, true, false);
  }
}

TEST_F(GraphInput, NeedsAsManyNamesAsNodes) {
  std::mt19937_64 random(4);
  write_bvgraph(folder_ / "web", random_arcs(3, random));
  ImportRequest request = folder_.request({});
  request.inputs = {folder_ / "web"};
  for (const char* lines : {"a.com\nb.com\n", "a.com\nb.com\nc.com\nd.com\n", ""}) {
    request.names_file = folder_.write("names", lines);
    const auto report = import_store(request);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(report.error().message.find("names"), std::string::npos);
    EXPECT_TRUE(folder_.is_tidy());
  }
}

// A name beyond all measure is no name, and the names behind it stay where they are.
TEST_F(GraphInput, AnEndlessNameIsLeftOut) {
  const Arcs arcs = {{1, 2}, {2}, {0}};
  write_bvgraph(folder_ / "web", arcs);
  for (const size_t size : {size_t{1} << 20, size_t{1500} << 10, size_t{5} << 20}) {
    ImportRequest request = folder_.request({});
    request.force = true;
    request.inputs = {folder_ / "web"};
    request.opaque_names = true;
    request.names_file = folder_.write("names", "a\n" + std::string(size + 1, 'x') + "\nc\n");
    const auto report = import_store(request);
    ASSERT_TRUE(report) << report.error().message;
    expect_store(arcs, {"a", "", "c"}, true, false);
    ASSERT_EQ(report->skipped.size(), 1U);
    EXPECT_EQ(report->skipped[0].reason, "line too long");
  }
}

TEST_F(GraphInput, ThatIsDamagedIsNamed) {
  std::mt19937_64 random(5);
  write_bvgraph(folder_ / "web", random_arcs(100, random));
  std::filesystem::resize_file(folder_ / "web.graph", 10);
  ImportRequest request = folder_.request({});
  request.inputs = {folder_ / "web"};
  const auto report = import_store(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(report.error().message.find(folder_ / "web"), std::string::npos);
  EXPECT_TRUE(folder_.is_tidy());
}

TEST_F(GraphInput, OfNumbersTakesNoMore) {
  std::mt19937_64 random(6);
  write_bvgraph(folder_ / "web", random_arcs(10, random));
  ImportRequest request = folder_.request({});
  request.inputs = {folder_ / "web"};
  ASSERT_TRUE(import_store(request));
  const auto added = add_to_store(folder_.request({"a.com\tb.com\n"}));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(folder_.is_tidy());
  // Nor can it be added to a store of URLs.
  ImportRequest urls = folder_.request({"a.com\tb.com\n"});
  urls.force = true;
  ASSERT_TRUE(import_store(urls));
  EXPECT_EQ(add_to_store(request).error().code, ErrorCode::kInvalidArgument);
}

// --- Common Crawl ------------------------------------------------------------------------------

class CommonCrawl : public GraphInput {
 protected:
  static std::string reversed(size_t i) { return "com.h" + std::to_string(i) + ".www"; }
  static Strings urls(size_t count) {
    Strings all;
    for (size_t i = 0; i < count; ++i) all.push_back("http://www.h" + std::to_string(i) + ".com/");
    return all;
  }
  ImportRequest request_for(const Arcs& arcs) {
    std::string vertices;
    std::string edges;
    for (size_t i = 0; i < arcs.size(); ++i) {
      vertices += std::to_string(i) + "\t" + reversed(i) + "\n";
      for (const uint32_t to : arcs[i]) {
        edges += std::to_string(i) + "\t" + std::to_string(to) + "\n";
      }
    }
    ImportRequest request = folder_.request({});
    request.force = true;
    request.inputs = {folder_.write("cc-vertices.txt", vertices),
                      folder_.write("cc-edges.txt", edges)};
    return request;
  }
};

TEST_F(CommonCrawl, VerticesAndEdgesAreHostsAndTheirLinks) {
  std::mt19937_64 random(7);
  const Arcs arcs = random_arcs(150, random);
  ImportRequest request = request_for(arcs);
  for (const Limits& limits :
       {Limits{}, Limits{.least_memory_bytes = 1, .least_bucket_links = 9}}) {
    request.memory_bytes = 1;
    const auto report = import_store(request, limits);
    ASSERT_TRUE(report) << report.error().message;
    expect_store(arcs, urls(arcs.size()), false, false);
    EXPECT_EQ(report->hosts, 150U);
  }
}

TEST_F(CommonCrawl, PartsComeInOrder) {
  const Arcs arcs = {{1, 2}, {2}, {0}, {1}};
  ImportRequest request = request_for(arcs);
  request.inputs[0] = folder_.write("vertices-0", "0\tcom.h0.www\n1\tcom.h1.www\n");
  request.inputs.push_back(folder_.write("vertices-1", "2\tcom.h2.www\n3\tcom.h3.www\n"));
  ASSERT_TRUE(import_store(request));
  expect_store(arcs, urls(4), false, false);
  std::swap(request.inputs[0], request.inputs[2]);
  const auto wrong = import_store(request);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(wrong.error().message.find("vertices-1:1"), std::string::npos);
}

TEST_F(CommonCrawl, RanksBecomeColumns) {
  ImportRequest request = request_for({{1}, {2}, {}});
  request.inputs.push_back(
      folder_.write("ranks.txt",
                    "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\n"
                    "1\t2.5e7\t2\t0.125\tcom.h2.www\n"
                    "2\t1.5e7\t1\t0.5\tcom.h0.www\n"
                    "3\t1\t3\t0.1\tcom.unknown\n"
                    "nonsense\n"));
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  const auto store = store::Store::open(folder_.store());
  ASSERT_TRUE(store);
  EXPECT_EQ(store->column_names(), (Strings{"cc-harmonic", "cc-pagerank"}));
  const auto harmonic = store->column("cc-harmonic");
  const auto pagerank = store->column("cc-pagerank");
  ASSERT_TRUE(harmonic && pagerank);
  EXPECT_EQ(harmonic->values()[0], 1.5e7);
  EXPECT_EQ(harmonic->values()[2], 2.5e7);
  EXPECT_TRUE(std::isnan(harmonic->values()[1]));
  EXPECT_EQ(pagerank->values()[0], 0.5);
  EXPECT_EQ(store->column("nothing").error().code, ErrorCode::kNotFound);
  std::map<std::string, uint64_t> skipped;
  for (const Skipped& one : report->skipped) skipped[one.reason] = one.count;
  EXPECT_EQ(skipped, (std::map<std::string, uint64_t>{{"rank of an unknown page", 1},
                                                      {"not a line of ranks", 1}}));
  request.strict = true;
  EXPECT_EQ(import_store(request).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(CommonCrawl, WhatDoesNotFitIsNamedWithItsLine) {
  const auto expect_error = [&](const std::string& vertices, const std::string& edges,
                                ErrorCode code, const std::string& named) {
    ImportRequest request = folder_.request({});
    request.inputs = {folder_.write("vertices", vertices), folder_.write("edges", edges)};
    const auto report = import_store(request);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, code);
    EXPECT_NE(report.error().message.find(named), std::string::npos) << report.error().message;
    EXPECT_TRUE(folder_.is_tidy());
  };
  const std::string two = "0\tcom.a\n1\tcom.b\n";
  expect_error(two, "0\t1\n0\t2\n", ErrorCode::kCorrupt, "edges:2");
  expect_error(two, "0\t1\nx\t1\n", ErrorCode::kCorrupt, "edges:2");
  expect_error(two, "0 1\n", ErrorCode::kCorrupt, "edges:1");
  expect_error(two, "0\t-1\n", ErrorCode::kCorrupt, "edges:1");
  expect_error("0\tcom.a\n2\tcom.b\n", "", ErrorCode::kCorrupt, "vertices:2");
  expect_error("com.a\n", "", ErrorCode::kCorrupt, "vertices:1");
  ImportRequest request = folder_.request({});
  request.inputs = {folder_.write("vertices", two)};
  EXPECT_EQ(import_store(request).error().code, ErrorCode::kInvalidArgument);
  request.inputs = {folder_.write("what", two)};
  request.from = "commoncrawl";
  EXPECT_EQ(import_store(request).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(CommonCrawl, ANameThatIsNoHostIsLeftOutWithItsEdges) {
  ImportRequest request = folder_.request({});
  request.inputs = {folder_.write("vertices", "0\tcom.a\n1\t\n2\tcom.b\n"),
                    folder_.write("edges", "0\t1\n0\t2\n1\t2\n2\t0\n")};
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->pages, 2U);
  EXPECT_EQ(report->links, 2U);
  ASSERT_EQ(report->skipped.size(), 1U);
  EXPECT_EQ(report->skipped[0].count, 1U);
}

TEST_F(CommonCrawl, AFolderOfPartsIsOneInput) {
  for (const char* const name : {"release", "release/vertices", "release/edges"}) {
    std::filesystem::create_directory(folder_ / name);
  }
  folder_.write("release/vertices/part-2.txt", "2\tcom.c\n");
  folder_.write("release/vertices/part-10.txt", "3\tcom.d\n");
  folder_.write("release/vertices/part-1.txt", "0\tcom.a\n1\tcom.b\n");
  folder_.write("release/edges/part-00000.txt", "0\t1\n0\t3\n");
  folder_.write("release/edges/part-00001.txt", "2\t0\n");
  folder_.write("release/README.txt", "not a part");
  ImportRequest request = folder_.request({});
  request.inputs = {folder_ / "release"};
  request.threads = 3;
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->links_read, 3U);
  const auto store = store::Store::open(folder_.store());
  ASSERT_TRUE(store);
  EXPECT_EQ(store->pages(), 4U);
  EXPECT_EQ(store->links(), 3U);
  EXPECT_TRUE(folder_.is_tidy());
}

TEST_F(CommonCrawl, EdgesWithoutVerticesAreRefused) {
  ImportRequest request = folder_.request({});
  request.inputs = {folder_.write("cc-main-2024-host-edges.txt", "0\t1\n")};
  const auto report = import_store(request);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("there are no vertices"), std::string::npos)
      << report.error().message;
}

TEST_F(CommonCrawl, ItsBvGraphTakesTheVerticesAsNames) {
  const Arcs arcs = {{1, 2}, {0}, {}};
  write_bvgraph(folder_ / "host", arcs);
  ImportRequest request = folder_.request({});
  request.inputs = {folder_ / "host.graph",
                    folder_.write("host-vertices.txt", "0\tcom.a\n1\tcom.b\n2\tcom.c\n")};
  const auto report = import_store(request);
  ASSERT_TRUE(report) << report.error().message;
  const auto store = store::Store::open(folder_.store());
  ASSERT_TRUE(store);
  EXPECT_EQ(*store->key(page_id(0)), "com,a)/");
  EXPECT_EQ(store->links(), 3U);
  request.force = true;
  request.inputs[1] = folder_.write("few-vertices.txt", "0\tcom.a\n");
  const auto wrong = import_store(request);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("fewer lines than the graph has nodes (3)"),
            std::string::npos)
      << wrong.error().message;
}

TEST_F(CommonCrawl, IsAddedToAStoreOfPages) {
  ASSERT_TRUE(import_store(folder_.request({"http://www.h0.com/\thttp://www.h9.com/\n"})));
  const ImportRequest request = request_for({{1}, {0}});
  ASSERT_TRUE(add_to_store(request));
  NaiveWeb web;
  web.read("http://www.h0.com/\thttp://www.h9.com/\n");
  web.read("http://www.h0.com/\thttp://www.h1.com/\nhttp://www.h1.com/\thttp://www.h0.com/\n");
  web.expect_in(folder_.store());
}

}  // namespace
}  // namespace cocite::ingest

// Out and in again: what the exporters write is read back as the same graph.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string random_links(unsigned seed) {
  std::mt19937 random(seed);
  std::string lines = "http://alone.example/\n";
  for (int i = 0; i < 400; ++i) {
    const auto page = [&] {
      return "http://h" + std::to_string(random() % 7) + ".example/" +
             std::to_string(random() % 40);
    };
    const std::string source = page();
    lines += random() % 10 == 0 ? source + '\n' : source + '\t' + page() + '\n';
  }
  return lines;
}

Result<ExportReport> out(const TestWeb& web, const std::string& output, const std::string& to = "",
                         const std::string& store = "web") {
  return export_store({.store = web.path(store + ".cocite"), .output = web.path(output), .to = to});
}

TEST(ExportSlow, LinkListsComeBackAsTheSameStoreInEveryPacking) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const TestWeb web;
    { const Engine engine = web.make(random_links(seed)); }
    const auto report = out(web, "out.tsv");
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(out(web, "out.tsv.gz"));
    ASSERT_TRUE(out(web, "out.tsv.zst"));
    EXPECT_EQ(report->bytes, fs::file_size(web.path("out.tsv")));
    for (const char* name : {"out.tsv", "out.tsv.gz", "out.tsv.zst"}) {
      ASSERT_TRUE(import_store({.store = web.path("again.cocite"),
                                .inputs = {web.path(name)},
                                .memory_bytes = uint64_t{64} << 20,
                                .threads = 1,
                                .force = true}));
      ASSERT_TRUE(export_store(
          {.store = web.path("again.cocite"), .output = web.path("again.tsv"), .force = true}));
      EXPECT_EQ(web.read("again.tsv"), web.read("out.tsv")) << name;
      for (const char* part : {"out", "in", "pages", "crawled"}) {
        EXPECT_EQ(web.read(std::string("again.cocite/") + part),
                  web.read(std::string("web.cocite/") + part))
            << name << ' ' << part;
      }
    }
  }
}

TEST(Export, BvGraphsComeBackWithTheSameLinksBothWays) {
  const TestWeb web;
  // Sorted lists, because the format keeps no order.
  { const Engine engine = web.make(random_links(5)); }
  for (const bool transposed : {false, true}) {
    ASSERT_TRUE(export_store({.store = web.path("web.cocite"),
                              .output = web.path(transposed ? "t" : "g"),
                              .to = "bvgraph",
                              .transposed = transposed}));
  }
  for (const bool transposed : {false, true}) {
    const std::string name = transposed ? "t" : "g";
    const auto report = import_store({.store = web.path(name + ".cocite"),
                                      .inputs = {web.path(name)},
                                      .from = "bvgraph",
                                      .memory_bytes = uint64_t{64} << 20,
                                      .threads = 1,
                                      .names_file = web.path(name + ".urls"),
                                      .transposed = transposed});
    ASSERT_TRUE(report) << report.error().message;
  }
  EXPECT_EQ(web.read("g.cocite/in"), web.read("web.cocite/in"));
  EXPECT_EQ(web.read("t.cocite/in"), web.read("web.cocite/in"));
  EXPECT_EQ(web.read("g.cocite/out"), web.read("t.cocite/out"));
  EXPECT_EQ(web.read("g.cocite/pages"), web.read("web.cocite/pages"));
}

TEST(Export, BvGraphsLeaveNothingAsideAndAreNotOverwritten) {
  const TestWeb web;
  { const Engine engine = web.make(random_links(5)); }
  ASSERT_TRUE(out(web, "g", "bvgraph"));
  const std::string before = web.read("g.graph");
  const auto again = out(web, "g", "bvgraph");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(web.read("g.graph"), before);
  for (const auto& entry : fs::directory_iterator(web.path(""))) {
    EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
  }
}

// What a parser that is not ours makes of it: nodes, edges, and the title of the page that has one.
std::string parsed(const std::string& path, const std::string& node, const std::string& edge) {
  const std::string command =
      "python3 -c \"import sys,xml.etree.ElementTree as t\n"
      "r=t.parse(sys.argv[1]).getroot()\n"
      "n=[e for e in r.iter() if e.tag.endswith('}" +
      node +
      "')]\n"
      "m=[e for e in r.iter() if e.tag.endswith('}" +
      edge +
      "')]\n"
      "text=' '.join([*r.itertext()]+[v for e in r.iter() for v in e.attrib.values()])\n"
      "print(len(n),len(m),'a<b>&\\x22' in text)\" " +
      path;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string result;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) result += static_cast<char>(c);
  ::pclose(pipe);
  return result;
}

TEST(ExportSlow, XmlIsReadByOtherParsers) {
  const TestWeb web;
  web.write("titles", "x.example/\ta<b>&\"\nx.example/2\tbad \xFF bytes \x01\n");
  {
    const Engine engine = web.make(
        "x.example/?a=1&b=<2>\tx.example/\nx.example/\tx.example/2\n"
        "x.example/\ty.example/\n",
        {.title_file = web.path("titles")});
  }
  ASSERT_TRUE(out(web, "w.graphml"));
  ASSERT_TRUE(out(web, "w.gexf"));
  EXPECT_EQ(parsed(web.path("w.graphml"), "node", "edge"), "4 3 True\n");
  EXPECT_EQ(parsed(web.path("w.gexf"), "node", "edge"), "4 3 True\n");
}

TEST(Export, DrawingsHaveHostsRanksAndTheWeightsOfHostGraphs) {
  const TestWeb web;
  {
    const Engine engine = web.make(
        "a.example/1\tb.example/x\na.example/2\tb.example/x\na.example/2\tb.example/y\n"
        "b.example/x\tc.example/\n");
    ASSERT_TRUE(engine.rank({.by = {"indegree"}, .top = 0, .save = true}));
    ASSERT_TRUE(engine.on(On::kHosts));
  }
  for (const char* to : {"graphml", "gexf"}) {
    ASSERT_TRUE(export_store(
        {.store = web.path("web.cocite"), .output = web.path("pages"), .to = to, .force = true}));
    const std::string pages = web.read("pages");
    EXPECT_THAT(pages, HasSubstr("\"host\"")) << to;
    EXPECT_THAT(pages, HasSubstr("b.example")) << to;
    EXPECT_THAT(pages, HasSubstr("\"indegree\"")) << to;
    EXPECT_EQ(pages.find("weight=\""), std::string::npos) << to;
    ASSERT_TRUE(export_store({.store = web.path("web.cocite"),
                              .on = On::kHosts,
                              .output = web.path("hosts"),
                              .to = to,
                              .force = true}));
    // Three links of two pages stand behind the link from a to b.
    const std::string hosts = web.read("hosts");
    if (std::string(to) == "gexf") {
      EXPECT_THAT(hosts, HasSubstr("source=\"0\" target=\"1\" weight=\"3\""));
    } else {
      EXPECT_THAT(hosts,
                  HasSubstr("<data key=\"weight\">3</data><data key=\"pages\">2</data></edge>"));
    }
  }
}

TEST(Export, RefusesDrawingsOfLargeGraphsUnlessForced) {
  const TestWeb web;
  { const Engine engine = web.make(random_links(5)); }
  ExportRequest request{
      .store = web.path("web.cocite"), .output = web.path("w.gexf"), .max_pages = 10};
  const auto refused = export_store(request);
  ASSERT_FALSE(refused);
  EXPECT_THAT(error_text(refused.error()), HasSubstr(" or force"));
  EXPECT_FALSE(fs::exists(web.path("w.gexf")));
  request.force = true;
  EXPECT_TRUE(export_store(request));
}

TEST(Export, RefusesNamesThatALinkListCannotSay) {
  const TestWeb web;
  // As a target it begins no line; as a page with links of its own, named by a list, it would.
  { const Engine engine = web.make("a\t#b\n", {.opaque_names = true}); }
  ASSERT_TRUE(out(web, "fine.tsv"));
  EXPECT_EQ(web.read("fine.tsv"), "a\t#b\n");
  ASSERT_TRUE(out(web, "g", "bvgraph"));  // nodes 0 "#b" and 1 "a", which links to 0
  web.write("g.urls", "b\n#a\n");
  ASSERT_TRUE(import_store({.store = web.path("odd.cocite"),
                            .inputs = {web.path("g")},
                            .from = "bvgraph",
                            .opaque_names = true,
                            .memory_bytes = uint64_t{64} << 20,
                            .threads = 1,
                            .names_file = web.path("g.urls")}));
  const auto refused = out(web, "odd.tsv", "", "odd");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_FALSE(fs::exists(web.path("odd.tsv")));
}

TEST(Export, SaysWhatFormatsThereAre) {
  const auto result = export_store({.store = "x", .output = "y", .to = "dot"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "there is no format 'dot'; there are links, bvgraph, graphml, gexf");
}

TEST(Export, StopsWhenAskedAndLeavesNothing) {
  const TestWeb web;
  { const Engine engine = web.make(random_links(5)); }
  const std::atomic<bool> stop = true;
  for (const char* to : {"links", "bvgraph", "graphml", "gexf"}) {
    const auto result = export_store(
        {.store = web.path("web.cocite"), .output = web.path("stopped"), .to = to, .stop = &stop});
    ASSERT_FALSE(result) << to;
    EXPECT_EQ(result.error().code, ErrorCode::kCancelled) << to;
  }
  for (const auto& entry : fs::directory_iterator(web.path(""))) {
    EXPECT_EQ(entry.path().string().find("stopped"), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace cocite::engine

// Names of pages without a title, from import to answers.
#include "words/anchor_names.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"
#include "store/store.h"
#include "words/anchor_votes.h"

namespace cocite::engine {
namespace {

using testing::HasSubstr;
using testing::Not;

// Pages as files: html of "h1.example/a" lies in html/h1.example/a.
struct HtmlWeb {
  TestWeb web;

  void page(const std::string& address, const std::string& html) const {
    const std::filesystem::path file = web.path("html/" + address);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << html;
  }
  [[nodiscard]] ImportRequest request(bool prepare = true) const {
    ImportRequest request;
    request.store = web.path("web.cocite");
    for (const auto& host : std::filesystem::directory_iterator(web.path("html"))) {
      request.inputs.push_back(host.path().string() + "=http://" + host.path().filename().string() +
                               "/");
    }
    std::ranges::sort(request.inputs);
    request.from = "html";
    request.memory_bytes = uint64_t{64} << 20;
    request.threads = 1;
    request.prepare = prepare;
    return request;
  }
};

std::string link(const std::string& to, const std::string& anchor) {
  return "<a href=\"http://" + to + "\">" + anchor + "</a>\n";
}

void write_bees(const HtmlWeb& made) {
  made.page("a.example/index.html", "<title>A</title>" + link("bees.example/", "Honey Bees") +
                                        link("wasps.example/", "here") +
                                        link("a.example/x", "X of A"));
  made.page("b.example/index.html", "<title>B</title>" + link("bees.example/", "honey bees") +
                                        link("wasps.example/", "Wasps") +
                                        link("c.example/", "what B calls C"));
  made.page("c.example/index.html",
            "<title>C of its own</title>" + link("bees.example/", "insects") +
                link("ants.example/", "Ants &lt;b&gt;") + link("a.example/x", "X"));
}

TEST(AnchorNames, PagesWithoutATitleHaveTheNameThatOthersGiveThem) {
  const HtmlWeb made;
  write_bees(made);
  ASSERT_TRUE(import_store(made.request()));
  const Engine engine = made.web.open();
  ASSERT_TRUE(engine.has_anchor_names());
  EXPECT_EQ(engine.page("bees.example/")->called, "Honey Bees");
  EXPECT_EQ(engine.page("bees.example/")->title, "");
  EXPECT_EQ(engine.page("wasps.example/")->called, "Wasps") << "'here' is no name";
  EXPECT_EQ(engine.page("ants.example/")->called, "Ants <b>");
  EXPECT_EQ(engine.page("a.example/x")->called, "X") << "its own host does not count";
  EXPECT_EQ(engine.page("c.example/")->called, "") << "it has a title";
  EXPECT_TRUE(engine.check());
  // The graph of hosts knows them too.
  const Engine* const hosts = engine.on(On::kHosts).value();
  EXPECT_EQ(hosts->page("bees.example")->called, "Honey Bees");
}

TEST(AnchorNames, EveryAnswerTellsThem) {
  const HtmlWeb made;
  write_bees(made);
  ASSERT_TRUE(import_store(made.request()));
  const Engine engine = made.web.open();
  const RelatedRequest request{.pages = {"wasps.example/"}, .by = "cocitation", .why = 3};
  const auto has_bees = [](const auto& items) {
    return std::ranges::any_of(items, [](const auto& item) { return item.called == "Honey Bees"; });
  };
  EXPECT_TRUE(has_bees(engine.related(request).value().items));
  const RelatedRequest of_bees{.pages = {"bees.example/"}, .by = "cocitation"};
  EXPECT_EQ(engine.explain(of_bees, "wasps.example/").value().page.called, "Honey Bees");
  EXPECT_EQ(engine.related(of_bees).value().pages[0].called, "Honey Bees");
  const CompareAnswer compared = engine.compare(request, {"cocitation", "jaccard"}).value();
  EXPECT_TRUE(has_bees(compared.methods[0].items));
  EXPECT_EQ(compared.agreed.at(0).item.called, "Honey Bees");
  EXPECT_TRUE(has_bees(engine.links("a.example/").value()));
  EXPECT_TRUE(has_bees(engine.complete("bees").value().items));
  EXPECT_TRUE(has_bees(engine.rank({.by = {"indegree"}}).value().front().items));
  const VicinityAnswer around = engine.vicinity(request).value();
  EXPECT_TRUE(has_bees(around.nodes));
  EXPECT_TRUE(has_bees(engine.lli(request).value().items));
  EXPECT_THAT(draw_vicinity(around, "gexf").value(), HasSubstr("label=\"&quot;Honey Bees&quot;\""));
  EXPECT_THAT(draw_vicinity(around, "graphml").value(),
              HasSubstr("<data key=\"called\">Honey Bees</data>"));
  const RankComparison ranks = engine.compare_ranks({.by = {"indegree", "hubrank"}}).value();
  EXPECT_THAT(ranks.pages,
              testing::Contains(testing::Field(&RankDifference::called, "Honey Bees")));
  for (const char* format : {"gexf", "graphml"}) {
    ExportRequest out{.store = engine.path(),
                      .output = made.web.path(std::string("out.") + format)};
    ASSERT_TRUE(export_store(out));
    const std::string text = made.web.read(std::string("out.") + format);
    EXPECT_THAT(text, HasSubstr("Honey Bees")) << format;
    EXPECT_THAT(text, HasSubstr("\"called\"")) << format;
    EXPECT_THAT(text, Not(HasSubstr("what B calls C"))) << format;
  }
}

TEST(AnchorNames, AStoreWithoutThemAnswersWithoutThem) {
  const HtmlWeb made;
  write_bees(made);
  ASSERT_TRUE(import_store(made.request(false)));
  {
    const Engine engine = made.web.open();
    EXPECT_FALSE(engine.has_anchor_names());
    EXPECT_EQ(engine.page("bees.example/")->called, "");
  }
  const auto report = prepare_store({.store = made.web.path("web.cocite"), .threads = 1});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->made, testing::Contains("anchor-names"));
  EXPECT_EQ(made.web.open().page("bees.example/")->called, "Honey Bees");
}

TEST(AnchorNames, AddMakesThemAnew) {
  const HtmlWeb made;
  write_bees(made);
  ASSERT_TRUE(import_store(made.request()));
  made.page("d.example/index.html",
            link("bees.example/", "Apis") + link("wasps.example/", "Vespa"));
  made.page("e.example/index.html", link("bees.example/", "apis") + link("bees.example/", "Apis"));
  made.page("f.example/index.html", link("bees.example/", "APIS"));
  ImportRequest more = made.request();
  std::erase_if(more.inputs, [](const std::string& input) {
    return input.find("/a.example") != std::string::npos ||
           input.find("/b.example") != std::string::npos ||
           input.find("/c.example") != std::string::npos;
  });
  ASSERT_TRUE(add_to_store(more));
  const Engine engine = made.web.open();
  EXPECT_EQ(engine.page("bees.example/")->called, "APIS") << "three hosts against two";
  EXPECT_EQ(engine.page("wasps.example/")->called, "") << "two hosts, two names";
}

// All of a random web, counted page by page from the anchor texts of its links.
TEST(AnchorNames, AsCountedNaivelyWithAnyMemoryAndThreads) {
  const std::vector<std::string> words = {"bees", "Bees", "honey",         "Honey bees", "here",
                                          "мёд",  "蜂蜜", "www.x.example", "click here", "🐝"};
  std::mt19937 random(3);
  const HtmlWeb made;
  const auto target = [&] {
    return "h" + std::to_string(random() % 12) + ".example/p" + std::to_string(random() % 4);
  };
  for (int i = 0; i < 60; ++i) {
    std::string html = random() % 2 == 0 ? "<title>T" + std::to_string(i) + "</title>" : "";
    for (size_t k = random() % 8; k > 0; --k)
      html += link(target(), words[random() % words.size()]);
    made.page(target() + ".html", html);
  }
  ASSERT_TRUE(import_store(made.request()));
  const store::Store store = store::Store::open(made.web.path("web.cocite")).value();
  ASSERT_TRUE(store.has_anchor_names());
  std::map<uint32_t, std::vector<std::pair<uint32_t, std::string>>> anchors;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    graph::ListBuffer buffer;
    const auto children = store.children(page_id(i), buffer).value();
    const auto texts = store.text_columns().anchors(page_id(i)).value();
    for (size_t k = 0; k < std::min(children.size(), texts.size()); ++k) {
      const uint32_t host = index(store.host_of(page_id(i)).value());
      if (host == index(store.host_of(children[k]).value())) continue;
      anchors[index(children[k])].emplace_back(host, texts[k]);
    }
  }
  size_t named = 0;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    words::AnchorVotes votes;
    for (const auto& [host, text] : anchors[static_cast<uint32_t>(i)]) votes.add(host, text);
    const std::string expected = votes.take();
    const bool has_title = !store.title(page_id(i)).value().empty();
    EXPECT_EQ(store.anchor_name(page_id(i)).value(), has_title ? "" : expected);
    named += has_title || expected.empty() ? 0 : 1;
  }
  EXPECT_GT(named, 10U);
  const std::string first = made.web.read("web.cocite/notes-anchor-names");
  ImportRequest again = made.request();
  again.force = true;
  again.threads = 3;
  again.memory_bytes = 1;
  ASSERT_TRUE(import_store(again));
  EXPECT_EQ(made.web.read("web.cocite/notes-anchor-names"), first);
}

// Every byte of the file flipped, and the file cut: noticed by check(), and no name that is not
// one.
TEST(AnchorNames, DamageIsNoticed) {
  const HtmlWeb made;
  write_bees(made);
  ASSERT_TRUE(import_store(made.request()));
  const std::string path = "web.cocite/notes-anchor-names";
  const std::string good = made.web.read(path);
  const auto names_of = [](const store::Store& store) {
    std::vector<std::string> names;
    for (uint64_t i = 0; i < store.pages(); ++i) {
      const auto name = store.anchor_name(page_id(i));
      if (name && !name->empty()) names.push_back(*name);
    }
    return names;
  };
  const auto before = names_of(store::Store::open(made.web.path("web.cocite")).value());
  ASSERT_EQ(before.size(), 5U);
  const auto look = [&](const std::string& bytes) {
    std::filesystem::remove(made.web.path(path));
    made.web.write(path, bytes);
    const auto store = store::Store::open(made.web.path("web.cocite"));
    ASSERT_TRUE(store);
    EXPECT_FALSE(store->check());
    for (const std::string& name : names_of(*store)) {
      EXPECT_THAT(before, testing::Contains(name));
    }
  };
  const size_t step = std::max<size_t>(1, good.size() / 300);
  for (size_t at = 0; at < good.size(); at += step) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    look(bad);
    look(good.substr(0, at));
  }
}

}  // namespace
}  // namespace cocite::engine

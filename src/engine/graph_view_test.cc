#include <atomic>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/graph_view.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using ::testing::ElementsAre;

constexpr const char* kLines =
    "a.example/\tc.example/\na.example/\tb.example/\nb.example/\tc.example/\n";

TEST(GraphView, HasTheListsThatTheEngineHas) {
  const TestWeb web;
  const Engine engine = web.make(kLines);
  const GraphView graph(engine);
  EXPECT_EQ(graph.pages(), 3U);
  EXPECT_EQ(graph.links(), 3U);
  EXPECT_TRUE(graph.has_link_order());
  EXPECT_EQ(graph.find("b.example").value(), 1U);
  EXPECT_THAT(graph.list(Direction::kOut, 0).value(), ElementsAre(2, 1));
  EXPECT_THAT(graph.list(Direction::kIn, 2).value(), ElementsAre(0, 1));
  EXPECT_THAT(graph.degrees(Direction::kOut).value(), ElementsAre(2, 1, 0));
  for (const unsigned threads : {1U, 3U}) {
    const auto lists = graph.lists(Direction::kOut, threads).value();
    EXPECT_THAT(lists.offsets, ElementsAre(0, 2, 3, 3));
    EXPECT_THAT(lists.targets, ElementsAre(2, 1, 2));
  }
}

TEST(GraphView, HasKeysAddressesAndTitlesOneBehindTheOther) {
  const TestWeb web;
  web.write("titles.tsv", "b.example/\tBees\n");
  const Engine engine = web.make(kLines, {.title_file = web.path("titles.tsv")});
  const GraphView graph(engine);
  const auto keys = graph.texts(PageText::kKey).value();
  EXPECT_EQ(keys.bytes, "example,a)/example,b)/example,c)/");
  EXPECT_THAT(keys.offsets, ElementsAre(0, 11, 22, 33));
  EXPECT_EQ(graph.texts(PageText::kUrl).value().bytes,
            "http://a.example/http://b.example/http://c.example/");
  EXPECT_THAT(graph.texts(PageText::kTitle).value().offsets, ElementsAre(0, 0, 4, 4));
  EXPECT_EQ(graph.text(PageText::kTitle, 1).value(), "Bees");
}

TEST(GraphView, MakesNamesThatAreNoUtf8Readable) {
  const TestWeb web;
  const Engine engine = web.make("\xFF\tb\n", {.opaque_names = true});
  EXPECT_EQ(GraphView(engine).texts(PageText::kKey).value().bytes, "b\xEF\xBF\xBD");
}

TEST(GraphView, SavesColumnsAndRefusesOthers) {
  const TestWeb web;
  const Engine engine = web.make(kLines);
  const GraphView graph(engine);
  const std::vector<double> values = {1, std::numeric_limits<double>::infinity(), -3};
  ASSERT_TRUE(graph.save_column("mine", values, "a test"));
  EXPECT_THAT(graph.column_names(), ElementsAre()) << "the engine goes on with what it opened";
  const Engine again = web.open();
  EXPECT_EQ(GraphView(again).column("mine").value(), values);
  EXPECT_EQ(GraphView(again).about_column("mine").value(), "a test");
  for (const std::string name : {"", "a/b", "..", "Capital"}) {
    EXPECT_FALSE(graph.save_column(name, values, "")) << name;
  }
  EXPECT_FALSE(graph.save_column("short", std::vector<double>{1}, ""));
}

TEST(GraphView, StopsAndRefusesPagesThatAreNone) {
  const TestWeb web;
  const Engine engine = web.make(kLines);
  const GraphView graph(engine);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(graph.lists(Direction::kIn, 1, &stop).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(graph.texts(PageText::kKey, &stop).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(graph.list(Direction::kOut, 3).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(graph.text(PageText::kKey, 3).error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(graph.find("missing.example"));
}

}  // namespace
}  // namespace cocite::engine

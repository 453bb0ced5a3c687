// Maps of related pages, on a web of two subjects that share a portal.
#include <cmath>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/map.h>

#include "engine/testing_web.h"

namespace cocite::engine {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

// Lists link to fruit or to tools, all but a few of each; the portal links to both.
std::string subjects() {
  std::string lines;
  for (int list = 0; list < 12; ++list) {
    const std::string subject = list % 2 == 0 ? "fruit" : "tool";
    for (int page = 0; page < 8; ++page) {
      if ((page + list / 2) % 4 == 0) continue;
      lines += "list" + std::to_string(list) + ".example/\t" + subject + std::to_string(page) +
               ".example/\n";
    }
  }
  for (int page = 0; page < 8; ++page) {
    lines += "portal.example/\tfruit" + std::to_string(page) + ".example/\n";
    lines += "portal.example/\ttool" + std::to_string(page) + ".example/\n";
  }
  return lines;
}

TEST(Map, PlacesQueryAnswersAndTies) {
  const TestWeb web;
  const Engine engine = web.make(subjects());
  const auto map = related_map(engine, {.pages = {"fruit0.example"}, .top = 20});
  ASSERT_TRUE(map) << map.error().message;
  ASSERT_GT(map->nodes.size(), 8U);
  EXPECT_EQ(map->nodes[0].role, "query");
  EXPECT_EQ(map->nodes[0].label, "fruit0.example");
  EXPECT_EQ(map->nodes[1].role, "answer");
  EXPECT_EQ(map->nodes[1].rank, 1U);
  EXPECT_EQ(map->nodes.back().role, "tie");
  uint64_t in_communities = 0;
  for (const auto& one : map->communities) in_communities += one.size;
  EXPECT_EQ(in_communities, map->nodes.size());
  std::set<std::string> keys;
  for (size_t i = 0; i < map->nodes.size(); ++i) {
    const MapAnswer::Node& node = map->nodes[i];
    EXPECT_EQ(node.id, i);
    EXPECT_TRUE(keys.insert(node.key).second) << node.key;
    EXPECT_LE(std::abs(node.x), 1);
    EXPECT_LE(std::abs(node.y), 1);
    EXPECT_LT(node.community, map->communities.size());
  }
  for (const auto& [from, to] : map->links) {
    EXPECT_THAT(map->nodes.at(from).url, AnyOf(HasSubstr("list"), HasSubstr("portal")));
    EXPECT_THAT(map->nodes.at(to).url, AnyOf(HasSubstr("fruit"), HasSubstr("tool")));
  }
  for (const MapAnswer::Edge& edge : map->edges) {
    EXPECT_LT(edge.one, edge.other);
    EXPECT_LT(edge.other, map->nodes.size());
  }
}

TEST(Map, KeepsSubjectsApart) {
  const TestWeb web;
  const Engine engine = web.make(subjects());
  const auto map = related_map(engine, {.pages = {"fruit0.example", "tool0.example"}, .top = 20});
  ASSERT_TRUE(map) << map.error().message;
  const auto community = [&](const std::string& name) {
    for (const MapAnswer::Node& node : map->nodes) {
      if (node.url == "http://" + name + "/") return node.community;
    }
    ADD_FAILURE() << name;
    return uint64_t{99};
  };
  EXPECT_NE(community("fruit0.example"), community("tool0.example"));
  EXPECT_EQ(community("fruit0.example"), community("fruit1.example"));
  EXPECT_EQ(community("tool0.example"), community("tool1.example"));
}

TEST(Map, IsTheSameTwiceAndCanBeDrawn) {
  const TestWeb web;
  const Engine engine = web.make(subjects());
  const auto one = related_map(engine, {.pages = {"fruit0.example"}});
  const auto other = related_map(engine, {.pages = {"fruit0.example"}});
  ASSERT_TRUE(one && other);
  const std::string drawing = draw_map(*one, "gexf").value();
  EXPECT_EQ(drawing, draw_map(*other, "gexf").value());
  EXPECT_THAT(drawing, HasSubstr("viz:position"));
  EXPECT_FALSE(draw_map(*one, "dot"));
}

TEST(Map, HasLimits) {
  const TestWeb web;
  const Engine engine = web.make(subjects());
  const auto large = related_map(engine, {.pages = {"fruit0.example"}, .top = 301});
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().about, "top");
  EXPECT_EQ(related_map(engine, {.pages = {"missing.example"}}).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace cocite::engine

#include "api/tree.h"

#include <limits>

#include <gtest/gtest.h>

namespace cocite::api {
namespace {

TEST(Tree, HasTheFieldsThatWereWritten) {
  TreeWriter writer;
  writer.begin('{').field("score", 0.5).key("page").begin('{').field("key", "a").end('}');
  writer.key("items").begin('[').begin('{').field("rank", 1U).end('}').end(']');
  writer.field("complete", true).field("tau", std::numeric_limits<double>::quiet_NaN()).end('}');
  const Tree tree = writer.take();
  EXPECT_EQ(std::get<double>(tree.at("score").value), 0.5);
  EXPECT_EQ(std::get<std::string>(tree.at("page.key").value), "a");
  ASSERT_EQ(tree.at("items").list().size(), 1U);
  EXPECT_EQ(std::get<uint64_t>(tree.at("items").list()[0].at("rank").value), 1U);
  EXPECT_EQ(std::get<std::string>(tree.at("complete").value), "yes");
  EXPECT_TRUE(tree.at("tau").is_empty());
}

TEST(Tree, WhatIsNotThereIsEmpty) {
  TreeWriter writer;
  writer.begin('{').field("title", "").key("items").begin('[').end(']').end('}');
  const Tree tree = writer.take();
  for (const char* path : {"title", "items", "absent", "title.key", "absent.key"}) {
    EXPECT_TRUE(tree.at(path).is_empty()) << path;
  }
  EXPECT_TRUE(tree.at("title").list().empty());
}

}  // namespace
}  // namespace cocite::api

#include "base/registry.h"

#include <vector>

#include <gtest/gtest.h>

namespace cocite {
namespace {

struct Fruit {
  std::string_view name;
};
constexpr Fruit kApple{"apple"};
constexpr Fruit kPear{"pear"};
constexpr const Fruit* kAll[] = {&kApple, &kPear};
constexpr Registry<Fruit> kFruits("fruit", kAll, "by");

TEST(Registry, FindsByNameInTheOrderOfItsList) {
  EXPECT_EQ(kFruits.all().front(), &kApple);
  const auto pear = kFruits.find("pear");
  ASSERT_TRUE(pear);
  EXPECT_EQ(*pear, &kPear);
}

TEST(Registry, ListsTheKnownNamesForAnUnknownOne) {
  const auto plum = kFruits.find("plum");
  ASSERT_FALSE(plum);
  EXPECT_EQ(plum.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(plum.error().message, "there is no fruit 'plum'; there are apple, pear");
  EXPECT_EQ(plum.error().about, "by");
}

struct Kind {
  std::vector<std::string_view> ranks;
};
std::vector<std::string_view> names_of(const Kind& kind) {
  return kind.ranks;
}

TEST(Registry, FindsByAnyOfSeveralNames) {
  const Kind hits{{"hub", "authority"}};
  const Kind pagerank{{"pagerank"}};
  const Kind* const all[] = {&hits, &pagerank};
  const Registry<Kind> kinds("rank", all);
  EXPECT_EQ(kinds.find("authority").value(), &hits);
  EXPECT_EQ(kinds.find("x").error().message,
            "there is no rank 'x'; there are hub, authority, pagerank");
}

}  // namespace
}  // namespace cocite

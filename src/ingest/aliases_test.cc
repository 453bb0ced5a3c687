#include "ingest/aliases.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace cocite::ingest {
namespace {

// Facts "a>b c>d@7", keys as one word each: what page each key has, pages numbered by key.
std::map<std::string, std::string> pages_of(const std::vector<store::Alias>& facts,
                                            std::set<std::string> keys) {
  Aliases aliases;
  for (const auto& fact : facts) {
    aliases.add(fact);
    keys.insert(fact.from);
    keys.insert(fact.to);
  }
  aliases.resolve();
  std::vector<std::string> pages;
  for (const auto& key : keys) {
    if (!aliases.is_alias(key)) pages.push_back(key);
  }
  aliases.number();
  std::map<std::string, std::string> page_of;
  uint32_t place = 0;
  for (const auto& key : keys) page_of[key] = pages.at(aliases.page_of(place++));
  return page_of;
}

using Pages = std::map<std::string, std::string>;

TEST(Aliases, StandForTheEndOfTheirChain) {
  EXPECT_EQ(pages_of({{"b", "d"}, {"d", "a"}}, {"c", "e"}),
            (Pages{{"a", "a"}, {"b", "a"}, {"c", "c"}, {"d", "a"}, {"e", "e"}}));
  EXPECT_EQ(pages_of({{"a", "z"}}, {"m"}), (Pages{{"a", "z"}, {"m", "m"}, {"z", "z"}}));
  EXPECT_EQ(pages_of({}, {"m"}), (Pages{{"m", "m"}}));
}

TEST(Aliases, InACircleTheFirstIsThePage) {
  EXPECT_EQ(pages_of({{"b", "c"}, {"c", "d"}, {"d", "b"}, {"a", "d"}}, {}),
            (Pages{{"a", "b"}, {"b", "b"}, {"c", "b"}, {"d", "b"}}));
}

TEST(Aliases, TheNewestFactCounts) {
  EXPECT_EQ(pages_of({{"a", "x", 5}, {"a", "y", 4}}, {}),
            (Pages{{"a", "x"}, {"x", "x"}, {"y", "y"}}));
  EXPECT_EQ(pages_of({{"a", "x", 5}, {"a", "y", 5}}, {}),
            (Pages{{"a", "y"}, {"x", "x"}, {"y", "y"}}));
}

TEST(Aliases, AreThoseOfFollowingEachByItself) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<store::Alias> facts;
    std::map<std::string, std::string> to;
    for (size_t i = random() % 12; i > 0; --i) {
      const std::string from(1, static_cast<char>('a' + random() % 12));
      const std::string target(1, static_cast<char>('a' + random() % 12));
      if (from == target) continue;
      facts.push_back({from, target});
      to[from] = target;
    }
    const Pages pages = pages_of(facts, {"k", "q"});
    for (const auto& [key, page] : pages) {
      std::string at = key;
      for (int i = 0; i < 12 && to.contains(at); ++i) at = to[at];
      std::string least = at;  // of the circle it ended in, if it did
      for (int i = 0; i < 12 && to.contains(at); ++i) least = std::min(least, at = to[at]);
      EXPECT_EQ(page, least) << key;
    }
  }
}

TEST(Aliases, LongChainsTakeNoLongTime) {
  std::vector<store::Alias> facts;
  for (int i = 0; i < 20'000; ++i) {
    facts.push_back({"k" + std::to_string(100'000 + i), "k" + std::to_string(100'001 + i)});
  }
  EXPECT_EQ(pages_of(facts, {}).at("k100000"), "k120000");
}

}  // namespace
}  // namespace cocite::ingest

#include "insight/scope_verdict.h"

#include <cmath>

#include <gtest/gtest.h>

#include "insight/regions.h"

namespace cocite::insight {
namespace {

TEST(Regions, KnowsCountriesByTheEndOfAHost) {
  const Regions regions;
  EXPECT_EQ(regions.path(regions.of_host("de,bayern,www:8080")), "Europe/Germany");
  EXPECT_EQ(regions.path(regions.of_host("uk,co,example")), "Europe/United Kingdom");
  EXPECT_EQ(regions.path(regions.of_host("edu,mit")), "Americas/United States");
  EXPECT_EQ(regions.path(regions.of_host("gov,nasa")), "Americas/United States");
  EXPECT_EQ(regions.path(regions.of_host("xn--p1ai,example")), "Europe/Russia");
  EXPECT_EQ(regions.path(regions.of_host("eu,europa")), "Europe");
  EXPECT_EQ(regions.code(regions.of_host("jp,example")), 392);
}

TEST(Regions, WhatTheWholeWorldUsesSaysNothing) {
  const Regions regions;
  for (const char* host : {"com,example", "org,w3", "io,example", "ai,example", "tv,twitch",
                           "me,about", "co,t", "fm,last", "ly,bit", "127.0.0.1", "localhost"}) {
    EXPECT_EQ(regions.of_host(host), Regions::kUnknown) << host;
  }
}

TEST(Regions, TheUsersTableComesFirstAndItsLongestSuffix) {
  Regions regions;
  ASSERT_TRUE(
      regions.add_table("# mine\n\nbayern.de\tEurope/Germany/Bavaria\r\n"
                        ".muenchen.Bayern.de\tEurope/Germany/Bavaria/Munich\n"
                        "io\tAsia/India\nfrankfurt.de\t-\n",
                        "mine.tsv"));
  const auto bavaria = regions.of_host("de,bayern,www");
  EXPECT_EQ(regions.path(bavaria), "Europe/Germany/Bavaria");
  EXPECT_EQ(regions.level(bavaria), 3U);
  EXPECT_EQ(regions.path(regions.of_host("de,bayern,muenchen")), "Europe/Germany/Bavaria/Munich");
  EXPECT_EQ(regions.path(regions.of_host("de,berlin")), "Europe/Germany");
  EXPECT_EQ(regions.path(regions.of_host("de,bayernx")), "Europe/Germany");
  EXPECT_EQ(regions.path(regions.of_host("io,example")), "Asia/India");
  EXPECT_EQ(regions.of_host("de,frankfurt"), Regions::kUnknown);
}

TEST(Regions, ALineThatIsNoneIsNamed) {
  for (const char* text : {"de\n", "\tEurope\n", "de\t\n", "de\tEurope//Bavaria\n", "de\t/x\n"}) {
    const auto added = Regions().add_table(text, "mine.tsv");
    ASSERT_FALSE(added) << text;
    EXPECT_NE(added.error().message.find("mine.tsv:1"), std::string::npos);
  }
}

class Verdict : public ::testing::Test {
 protected:
  void host(const char* domain, uint64_t all, uint64_t linking) {
    const auto node = regions_.of_host(domain);
    if (node == Regions::kUnknown) return;
    hosts_.add(node, all);
    links_.add(node, linking);
  }
  [[nodiscard]] Scope scope(const ScopeRules& rules = {}) const {
    return scope_of(regions_, links_, hosts_, rules);
  }
  Regions regions_;
  RegionTally hosts_{regions_};
  RegionTally links_{regions_};
};

TEST_F(Verdict, LinkedAlikeFromEverywhereIsGlobal) {
  host("de", 100, 10);
  host("us", 1000, 100);
  host("jp", 30, 3);
  EXPECT_EQ(scope().verdict, "global");
  EXPECT_NEAR(scope().spread, 1, 1e-12);
}

TEST_F(Verdict, LinkedFromOneCountryIsNational) {
  host("de", 100, 50);
  host("fr", 100, 1);
  host("us", 1000, 5);
  host("jp", 100, 0);
  EXPECT_EQ(scope().verdict, "national");
  EXPECT_EQ(regions_.path(scope().region), "Europe/Germany");
}

TEST_F(Verdict, LinkedFromOneContinentIsContinental) {
  host("de", 100, 50);
  host("fr", 100, 40);
  host("us", 1000, 5);
  host("jp", 100, 0);
  EXPECT_EQ(scope().verdict, "continental");
  EXPECT_EQ(regions_.path(scope().region), "Europe");
}

TEST_F(Verdict, FewLinkingHostsAreTooLittle) {
  host("de", 100, 4);
  host("com", 100, 0);
  EXPECT_EQ(scope().verdict, "too little evidence");
  EXPECT_EQ(scope({.links_at_least = 4}).verdict, "national");
}

// One or two hosts of a region with few hosts would otherwise outweigh hundreds of a large one.
TEST_F(Verdict, RegionsWithFewLinkingHostsDoNotCount) {
  host("us", 1000, 39);
  host("de", 20, 2);
  host("jp", 5, 0);
  EXPECT_EQ(scope().verdict, "national");
  EXPECT_EQ(regions_.path(scope().region), "Americas/United States");
  EXPECT_EQ(scope({.links_of_child = 0}).verdict, "global");
}

TEST_F(Verdict, SpreadIsTheEntropyOfPowers) {
  host("de", 10, 4);    // Europe: power 0.4
  host("us", 100, 10);  // Americas: 0.1
  host("jp", 7, 0);     // Asia has hosts and no link: it is one of three
  const double p = 0.8;
  const double expected = -(p * std::log(p) + (1 - p) * std::log(1 - p)) / std::log(3.0);
  EXPECT_NEAR(spread(regions_, links_, hosts_, Regions::kWorld, {}), expected, 1e-12);
  const double cosine = (4.0 * 10 + 10.0 * 100) / std::sqrt((16 + 100.0) * (100 + 10000 + 49.0));
  EXPECT_NEAR(spread(regions_, links_, hosts_, Regions::kWorld, {.by_cosine = true}), cosine,
              1e-12);
}

}  // namespace
}  // namespace cocite::insight

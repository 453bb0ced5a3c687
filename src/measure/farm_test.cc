#include "measure/farm.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::measure {
namespace {

using testing::ElementsAre;

const FarmPage kQuery = {"http://apples.example/", "example,apples)/"};

std::map<std::string, std::vector<std::string>> links_of(const Farm& farm) {
  std::map<std::string, std::vector<std::string>> links;
  std::istringstream lines(farm.lines);
  for (std::string line; std::getline(lines, line);) {
    links[line.substr(0, line.find('\t'))].push_back(line.substr(line.find('\t') + 1));
  }
  return links;
}

TEST(Farm, LinksToTheQueryPageAndToWhatItPromotes) {
  const Farm farm = make_farm(kQuery, 3, {.pages = 4, .promoted = 2});
  EXPECT_THAT(farm.promoted, ElementsAre("invalid,promoted3-0)/", "invalid,promoted3-1)/"));
  const auto links = links_of(farm);
  ASSERT_EQ(links.size(), 4U);
  for (const auto& [source, targets] : links) {
    EXPECT_TRUE(source.starts_with("http://farm3.invalid/page"));
    EXPECT_THAT(targets, ElementsAre("http://apples.example/", "http://promoted3-0.invalid/",
                                     "http://promoted3-1.invalid/"));
  }
}

TEST(Farm, StandsOnAsManyHostsAndSitesAsItsKindSays) {
  const auto places = [](FarmKind kind) {
    const Farm farm = make_farm(kQuery, 0, {.kind = kind, .pages = 250});
    std::set<std::string> hosts;
    std::set<std::string> sites;
    for (const std::string& key : farm.own) {
      const std::string host = key.substr(0, key.find(')'));
      hosts.insert(host);
      sites.insert(host.substr(0, host.find(',', host.find(',') + 1)));
    }
    EXPECT_EQ(links_of(farm).size(), farm.own.size());
    return std::vector<size_t>{farm.own.size(), hosts.size(), sites.size()};
  };
  EXPECT_THAT(places(FarmKind::kOnePage), ElementsAre(1, 1, 1));
  EXPECT_THAT(places(FarmKind::kOneHost), ElementsAre(250, 1, 1));
  EXPECT_THAT(places(FarmKind::kOneSite), ElementsAre(250, 250, 1));
  EXPECT_THAT(places(FarmKind::kTwentySites), ElementsAre(250, 20, 20));
  EXPECT_THAT(places(FarmKind::kManySites), ElementsAre(250, 200, 200));
  EXPECT_THAT(places(FarmKind::kCamouflage), ElementsAre(250, 200, 200));
}

TEST(Farm, NamesItsPagesAsTheStoreWill) {
  const Farm farm = make_farm(kQuery, 3, {.kind = FarmKind::kOneSite, .pages = 2});
  EXPECT_THAT(farm.own, ElementsAre("invalid,farm3,page0)/", "invalid,farm3,page1)/"));
  EXPECT_TRUE(links_of(farm).contains("http://page1.farm3.invalid/"));
}

TEST(Farm, InCamouflageLinksToHonestPagesAndToItsNext) {
  const std::vector<FarmPage> honest = {{"http://h.example/", "example,h)/"}};
  const auto links = links_of(make_farm(
      kQuery, 0, {.kind = FarmKind::kCamouflage, .pages = 3, .promoted = 1, .honest = honest}));
  ASSERT_EQ(links.size(), 3U);
  for (const auto& [source, targets] : links) {
    EXPECT_EQ(std::ranges::count(targets, "http://h.example/"), 10);
    EXPECT_EQ(
        std::ranges::count_if(
            targets, [](const std::string& name) { return name.starts_with("http://farm0-"); }),
        1);
    EXPECT_EQ(targets.front(), "http://h.example/");
  }
}

TEST(Farm, GoesByKeyWhereTheStoreHasNoLinkOrder) {
  const auto links =
      links_of(make_farm({"zebra", "zebra"}, 0,
                         {.pages = 1, .promoted = 2, .has_urls = false, .has_link_order = false}));
  EXPECT_THAT(links.begin()->second, ElementsAre("promoted0-0", "promoted0-1", "zebra"));
}

}  // namespace
}  // namespace cocite::measure

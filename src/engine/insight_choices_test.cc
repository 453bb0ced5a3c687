// Insights with the parameters that few requests have: kinds of shares, tables of regions, hosts
// instead of pages, labels that spread.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing/searching.h"

namespace cocite::engine {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

const std::string& word_at(const InsightRow& row, size_t column) {
  return std::get<std::string>(row.at(column));
}

InsightAnswer answer_of(const Engine& engine, const InsightRequest& request) {
  const auto answer = engine.insight(request);
  EXPECT_TRUE(answer) << answer.error().message;
  return answer ? *answer : InsightAnswer{.tables = {{}, {}}};
}

class ShareKinds : public searching::Searching {
 protected:
  // The true share of each kind.
  [[nodiscard]] std::map<std::string, double> truth(Parameters parameters) const {
    parameters.emplace_back("uniform", "on");
    parameters.emplace_back("pages", "5");
    const InsightAnswer answer =
        answer_of(web_.open(), {.name = "sample", .parameters = std::move(parameters)});
    std::map<std::string, double> shares;
    for (const InsightRow& row : answer.tables.at(1).rows) {
      shares[word_at(row, 1)] = std::get<double>(row.at(6));
    }
    return shares;
  }
};

// Five pages were fetched in 2020, one of them in German; two more are known by links.
TEST_F(ShareKinds, LanguageYearAndLabel) {
  import(searching::kBees);
  const auto languages = truth({{"share", "language"}});
  EXPECT_DOUBLE_EQ(languages.at("en"), 4.0 / 7);
  EXPECT_DOUBLE_EQ(languages.at("de"), 1.0 / 7);
  EXPECT_DOUBLE_EQ(languages.at("(unknown)"), 2.0 / 7);
  const auto years = truth({{"share", "year"}});
  EXPECT_DOUBLE_EQ(years.at("2020"), 5.0 / 7);
  EXPECT_DOUBLE_EQ(years.at("(unknown)"), 2.0 / 7);
  web_.write("labels.tsv", "http://bees.example/\tinsects\nhttp://wasps.example/\tinsects\n");
  const auto labels = truth({{"share", "label"}, {"labels", web_.path("labels.tsv")}});
  EXPECT_DOUBLE_EQ(labels.at("insects"), 2.0 / 7);
  EXPECT_DOUBLE_EQ(labels.at("(unknown)"), 5.0 / 7);
}

TEST(ScopeOfHosts, AreJudgedAllAtOnceAndByTheUsersRegions) {
  const TestWeb web;
  std::string links;
  for (int i = 0; i < 20; ++i) {
    const std::string host = "http://h" + std::to_string(i);
    links += host + ".de/\thttp://german.com/a\n" + host + ".io/\thttp://islands.com/\n";
  }
  const Engine engine = web.make(links);
  std::map<std::string, std::string> verdicts;
  const InsightAnswer all =
      answer_of(engine, {.name = "scope", .parameters = {{"all", "on"}, {"of", "hosts"}}});
  for (const InsightRow& row : all.tables.at(0).rows) verdicts[word_at(row, 0)] = word_at(row, 2);
  EXPECT_EQ(verdicts.size(), 42U);
  EXPECT_EQ(verdicts.at("german.com"), "national");
  EXPECT_EQ(verdicts.at("islands.com"), "too little evidence");
  web.write("regions.tsv", "io\tSea/Islands\n");
  const InsightAnswer own =
      answer_of(engine, {.name = "scope",
                         .about = {"islands.com"},
                         .parameters = {{"regions", web.path("regions.tsv")}}});
  EXPECT_EQ(word_at(own.tables.at(0).rows.at(0), 1), "Sea/Islands");
}

TEST(Categories, LabelsSpreadToAllPages) {
  const TestWeb web;
  std::string links;
  std::string labels;
  for (const std::string topic : {"cats", "dogs"}) {
    // Hubs of three pages each, in a ring: a label reaches all of them, and no page of the other.
    for (int hub = 0; hub < 12; ++hub) {
      for (int k = 0; k < 3; ++k) {
        links += "http://hub" + std::to_string(hub) + "." + topic + ".test/\thttp://p" +
                 std::to_string((hub + k) % 12) + "." + topic + ".test/\n";
      }
    }
    labels += "http://p0." + topic + ".test/\t" + topic + "\n";
  }
  web.write("labels.tsv", labels);
  const Engine engine = web.make(links);
  Parameters parameters = {{"labels", web.path("labels.tsv")}, {"spread", "on"}, {"all", "on"}};
  const InsightAnswer answer = answer_of(engine, {.name = "categorize", .parameters = parameters});
  uint64_t pages = 0;
  for (const InsightRow& row : answer.tables.at(0).rows) {
    const std::string& page = word_at(row, 0);
    if (page.find("hub") != std::string::npos) continue;
    EXPECT_NE(page.find(word_at(row, 1)), std::string::npos) << page << " " << word_at(row, 1);
    ++pages;
  }
  EXPECT_EQ(pages, 22U);
}

TEST(Insights, WantPagesOrAllOfThem) {
  const TestWeb web;
  const Engine engine = web.make("http://a.test/\thttp://b.test/\n");
  web.write("labels.tsv", "http://a.test/\tone\n");
  for (const std::string name : {"scope", "categorize"}) {
    Parameters parameters;
    if (name == "categorize") parameters = {{"labels", web.path("labels.tsv")}};
    const auto neither = engine.insight({.name = name, .parameters = parameters});
    ASSERT_FALSE(neither) << name;
    EXPECT_EQ(neither.error().about, "all") << name;
    parameters.emplace_back("all", "on");
    const auto both =
        engine.insight({.name = name, .about = {"http://a.test/"}, .parameters = parameters});
    ASSERT_FALSE(both) << name;
    EXPECT_EQ(both.error().about, "all") << name;
  }
}

}  // namespace
}  // namespace cocite::engine

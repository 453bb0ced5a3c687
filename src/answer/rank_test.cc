#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>

#include "engine/testing_web.h"

namespace cocite::answer {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

// A small web like Figure 1 of the HubRank paper, drawn in docs/methods/hubrank.md.
const char* const kLinks =
    "institute\tlist\ninstitute\tresearcher-a\n"
    "list\tproject-a\nlist\tproject-b\nlist\tproject-c\nlist\tinstitute\n"
    "researcher-a\tproject-a\nresearcher-a\tproject-b\nresearcher-a\tlist\n"
    "researcher-b\tproject-b\n"
    "researcher-c\tproject-b\nresearcher-c\tproject-c\nresearcher-c\tlist\n"
    "project-a\tproject-b\n"
    "project-b\tresearcher-a\nproject-b\tresearcher-b\n";

std::vector<std::string> keys(const RankAnswer& answer) {
  std::vector<std::string> result;
  for (const RankItem& item : answer.items) result.push_back(item.key);
  return result;
}

std::map<std::string, double> scores(const Result<std::vector<RankAnswer>>& answers) {
  std::map<std::string, double> result;
  if (!answers) return {{"error: " + answers.error().message, 0}};
  for (const RankItem& item : answers->at(0).items) result[item.key] = item.score;
  return result;
}

std::string failure(const Result<std::vector<RankAnswer>>& answers) {
  return answers ? "no failure" : answers.error().message;
}

TEST(Rank, AnswersEachRankInTheOrderAsked) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  const auto answers = engine.rank({.by = {"hits-hub", "indegree", "hits-authority"}, .top = 2});
  ASSERT_TRUE(answers);
  ASSERT_EQ(answers->size(), 3U);
  EXPECT_EQ((*answers)[0].name, "hits-hub");
  EXPECT_EQ((*answers)[2].name, "hits-authority");
  EXPECT_EQ((*answers)[0].run.iterations, (*answers)[2].run.iterations);
  EXPECT_EQ((*answers)[1].run.ended, RankEnded::kExact);
  EXPECT_THAT(keys((*answers)[1]), ElementsAre("project-b", "list"));
  EXPECT_EQ((*answers)[1].items[0].score, 5);
  EXPECT_EQ((*answers)[1].items[1].rank, 2U);
}

TEST(Rank, TopLeavesZerosOutAndAllKeepsThem) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  EXPECT_EQ(engine.rank({.by = {"indegree"}, .top = 99})->at(0).items.size(), 7U);
  const auto all = engine.rank({.by = {"indegree"}, .all = true});
  EXPECT_EQ(all->at(0).items.size(), 8U);
  EXPECT_EQ(all->at(0).items.back().key, "researcher-c");
  EXPECT_EQ(all->at(0).items.back().score, 0);
  EXPECT_TRUE(engine.rank({.by = {"indegree"}, .top = 0})->at(0).items.empty());
}

// The paper: the list is the best hub, and HubRank values it more than PageRank does; the project
// that links nowhere falls; the best authority stays first with a smaller score.
TEST(Rank, HubRankLiftsTheListOfProjects) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  const auto answers =
      engine.rank({.by = {"pagerank", "hubrank", "hits-hub"}, .all = true}).value();
  const auto item = [&](size_t rank, const std::string& key) {
    return *std::ranges::find(answers[rank].items, key, &RankItem::key);
  };
  EXPECT_EQ(item(2, "list").rank, 1U);
  EXPECT_GT(item(1, "list").score, 1.2 * item(0, "list").score);
  EXPECT_LT(item(1, "project-c").score, 0.8 * item(0, "project-c").score);
  EXPECT_GT(item(1, "project-c").rank, item(0, "project-c").rank);
  EXPECT_EQ(item(1, "project-b").rank, 1U);
  EXPECT_LT(item(1, "project-b").score, item(0, "project-b").score);
}

TEST(Rank, HandsItemsOverOneByOne) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  std::vector<std::string> seen;
  const auto answers = engine.rank({.by = {"indegree", "pagerank"}, .all = true},
                                   [&](const RankAnswer& answer, const RankItem& item) {
                                     seen.push_back(answer.name + " " + item.key);
                                     return seen.size() < 10;
                                   });
  ASSERT_TRUE(answers);
  EXPECT_EQ(seen.size(), 10U);
  EXPECT_EQ(seen[8].substr(0, 8), "pagerank");
  EXPECT_TRUE(answers->at(0).items.empty());
}

TEST(Rank, IsAboutTheChosenPages) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  const auto about = [&](std::vector<SeedPage> pages) {
    return scores(
        engine.rank({.by = {"personalized-pagerank"}, .all = true, .pages = std::move(pages)}));
  };
  const auto once = about({{"list"}});
  EXPECT_GT(once.at("list"), 0.15);
  EXPECT_EQ(once.at("researcher-c"), 0);
  EXPECT_EQ(once, about({{"list"}, {"list"}}));
  EXPECT_EQ(once, about({{"list", 7.0}}));
  EXPECT_EQ(about({{"list", 1.0}, {"project-a", 1.0}, {"list", 1.0}}),
            about({{"list", 2.0}, {"project-a", 1.0}}));
  EXPECT_NE(once, about({{"list"}, {"project-a"}}));
}

TEST(Rank, SaysWhatIsWrong) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  EXPECT_THAT(failure(engine.rank({})), HasSubstr("which rank"));
  EXPECT_THAT(failure(engine.rank({.by = {"pagerang"}})), HasSubstr("there are indegree"));
  EXPECT_THAT(failure(engine.rank({.by = {"pagerank", "pagerank"}})), HasSubstr("twice"));
  EXPECT_THAT(failure(engine.rank({.by = {"pagerank"}, .pages = {{"list"}}})),
              HasSubstr("only personalized-pagerank"));
  EXPECT_THAT(failure(engine.rank({.by = {"personalized-pagerank"}})),
              HasSubstr("at least one page"));
  const auto unknown =
      engine.rank({.by = {"personalized-pagerank"}, .pages = {{"list"}, {"lost"}}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(error_text(unknown.error()), HasSubstr("lost is not in this graph; nearest: list"));
  EXPECT_THAT(failure(engine.rank({.by = {"personalized-pagerank"}, .pages = {{"list", 0.0}}})),
              HasSubstr("all 0"));
  EXPECT_THAT(failure(engine.rank({.by = {"personalized-pagerank"}, .pages = {{"list", -1.0}}})),
              HasSubstr("weight of list"));
  EXPECT_THAT(failure(engine.rank({.by = {"pagerank"}, .epsilon = 0})), HasSubstr("epsilon"));
  EXPECT_FALSE(engine.compare_ranks({.by = {"pagerank"}}));
}

TEST(Rank, SavedIsAColumnThatTellsHowItWasMade) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  const auto answers =
      engine.rank({.by = {"pagerank", "hits-hub"}, .all = true, .save = true, .epsilon = 0.25});
  ASSERT_TRUE(answers) << answers.error().message;
  EXPECT_EQ(answers->at(0).column, "pagerank");
  EXPECT_TRUE(engine.page("list")->columns.empty());  // as it was opened

  const Engine after = web.open();
  const auto page = after.page("project-b");
  ASSERT_TRUE(page);
  ASSERT_EQ(page->columns.size(), 2U);
  EXPECT_EQ(page->columns[0].name, "hits-hub");
  EXPECT_EQ(page->columns[1].name, "pagerank");
  EXPECT_EQ(page->columns[1].value, answers->at(0).items[0].score);
  EXPECT_THAT(page->columns[1].percentile, DoubleNear(700.0 / 8, 1e-9));
  std::map<std::string, std::string> facts;
  for (const InfoItem& item : after.info()) {
    if (const auto* text = std::get_if<std::string>(&item.value)) facts[item.name] = *text;
  }
  EXPECT_EQ(facts["columns"], "hits-hub pagerank");
  EXPECT_THAT(facts["about_pagerank"], HasSubstr("pagerank, epsilon 0.25, tolerance 1e-09"));
  EXPECT_THAT(facts["about_pagerank"], HasSubstr("converged after"));
  EXPECT_TRUE(after.check());

  ASSERT_TRUE(after.rank({.by = {"indegree"}, .save = true, .reversed = true}));
  EXPECT_EQ(web.open().page("list")->columns.size(), 3U);
  EXPECT_EQ(web.open().page("list")->columns[1].name, "indegree-reversed");
}

TEST(Rank, StoppedSavesNothing) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  std::atomic<bool> stop = false;
  RankRequest request{.by = {"pagerank", "hits-hub"}, .save = true, .stop = &stop};
  request.progress = [&](const Progress& progress) {
    if (progress.stage == "hits") stop = true;
  };
  const auto answers = engine.rank(request);
  ASSERT_FALSE(answers);
  EXPECT_EQ(answers.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(web.open().page("list")->columns.empty());
}

TEST(Rank, ComparesByCorrelationAndPlaces) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  const auto comparison =
      engine.compare_ranks({.by = {"indegree", "salsa-authority", "hits-hub"}, .top = 2});
  ASSERT_TRUE(comparison) << comparison.error().message;
  ASSERT_EQ(comparison->pairs.size(), 3U);
  // The web hangs together, so SALSA's authorities are in-degrees.
  EXPECT_NEAR(comparison->pairs[0].kendall, 1, 1e-12);
  EXPECT_NEAR(comparison->pairs[0].spearman, 1, 1e-12);
  EXPECT_LT(comparison->pairs[1].kendall, 0.9);
  EXPECT_EQ(comparison->pairs[2].a, "salsa-authority");
  EXPECT_EQ(comparison->pairs[2].b, "hits-hub");
  ASSERT_EQ(comparison->pages.size(), 2U);
  const auto ratio = [](const RankDifference& page) {
    const auto [least, most] = std::ranges::minmax(page.places);
    return static_cast<double>(most) / static_cast<double>(least);
  };
  EXPECT_GE(ratio(comparison->pages[0]), ratio(comparison->pages[1]));
  EXPECT_GT(ratio(comparison->pages[0]), 3);
  // All pages tied: no order to compare with.
  const Engine flat = web.make("a\tb\nb\ta\n", {.opaque_names = true}, "flat");
  const auto none = flat.compare_ranks({.by = {"indegree", "pagerank"}});
  ASSERT_TRUE(none);
  EXPECT_TRUE(std::isnan(none->pairs[0].kendall));
  EXPECT_TRUE(none->pages.empty());
}

TEST(Rank, TellsHowItEnded) {
  const engine::TestWeb web;
  const Engine engine = web.make(kLinks, {.opaque_names = true});
  const auto text = [&](RankRequest request) {
    request.by = {"pagerank"};
    return run_text(engine.rank(request)->at(0).run);
  };
  EXPECT_THAT(text({}), HasSubstr("converged after"));
  EXPECT_THAT(text({.max_iterations = 2}), HasSubstr("stopped at the iteration limit after 2"));
  EXPECT_THAT(text({.memory_bytes = 1}), HasSubstr("links streamed"));
}

}  // namespace
}  // namespace cocite::answer

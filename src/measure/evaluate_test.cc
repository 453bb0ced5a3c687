#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cocite/engine.h>
#include <cocite/eval.h>

#include "engine/testing_web.h"

namespace cocite::measure {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two lists of fruit and two of tools, each on its host.
std::string fruit_and_tools() {
  std::string lines;
  for (const char* list : {"l1.example/", "l2.example/"}) {
    for (const char* page : {"apple.example/", "pear.example/", "plum.example/"}) {
      lines += std::string(list) + '\t' + page + '\n';
    }
  }
  for (const char* list : {"l3.example/", "l4.example/"}) {
    for (const char* page : {"saw.example/", "plum.example/", "axe.example/"}) {
      lines += std::string(list) + '\t' + page + '\n';
    }
  }
  return lines;
}

uint64_t fact(const std::vector<EvalFact>& facts, const std::string& name) {
  const auto found = std::ranges::find(facts, name, &EvalFact::name);
  EXPECT_NE(found, facts.end()) << name;
  return found == facts.end() ? 0 : found->value;
}

TEST(Evaluate, ByGoldPairs) {
  const engine::TestWeb web;
  const Engine engine = web.make(fruit_and_tools());
  web.write("gold.tsv",
            "http://apple.example\tpear.example\n"
            "saw.example\taxe.example/\n"
            "apple.example\tno.such.example\n"
            "not a page://\tpear.example\n");
  const auto answer = engine.evaluate(
      {.by = {"jaccard", "coupling"}, .gold = web.path("gold.tsv"), .top = 2, .threads = 2});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->judged_by, "gold");
  EXPECT_EQ(fact(answer->facts, "query_pages"), 4U);
  EXPECT_EQ(fact(answer->facts, "unknown_pages"), 2U);
  const EvalRow& jaccard = answer->groups[0].rows[0];
  EXPECT_EQ(jaccard.answered, 4U);
  EXPECT_EQ(jaccard.answers, 8U);
  EXPECT_THAT(jaccard.precision_at, ElementsAre(1, 0.5));  // the good one first, then plum
  EXPECT_DOUBLE_EQ(jaccard.ndcg.value, 1);
  const EvalRow& coupling = answer->groups[0].rows[1];
  EXPECT_EQ(coupling.answered, 0U);  // none of these links to anything
  EXPECT_EQ(answer->queries[0].key, "example,apple)/");
  EXPECT_EQ(answer->queries[0].in_links, 2U);
  EXPECT_GT(answer->queries[0].edges, 0U);
  EXPECT_FALSE(answer->queries[0].scores[1].why_none.empty());
}

TEST(Evaluate, ByLabelsSkipsWhatHasNone) {
  const engine::TestWeb web;
  const Engine engine = web.make(fruit_and_tools());
  web.write("labels.tsv", "saw.example\ttool\naxe.example\ttool\napple.example\tfruit\n");
  EvalRequest request{.by = {"jaccard"}, .labels = web.path("labels.tsv"), .top = 1};
  const auto skipped = engine.evaluate(request);
  ASSERT_TRUE(skipped) << skipped.error().message;
  EXPECT_EQ(skipped->queries.size(), 2U);  // apple is the only fruit: nothing to find
  EXPECT_DOUBLE_EQ(skipped->groups[0].rows[0].precision.value, 1);
  web.write("labels.tsv", "saw.example\ttool\nplum.example\ttool\n");
  EXPECT_DOUBLE_EQ(engine.evaluate(request)->groups[0].rows[0].precision.value, 1);
  request.unjudged = Unjudged::kWrong;  // axe stands before plum
  EXPECT_LT(engine.evaluate(request)->groups[0].rows[0].precision.value, 1);
}

TEST(Evaluate, ByRatingsOfSeveralPeople) {
  const engine::TestWeb web;
  const Engine engine = web.make(fruit_and_tools());
  web.write("ratings.tsv",
            "apple.example\tpear.example\t1\tann\n"
            "apple.example\tplum.example\t-\tann\n"
            "apple.example\tpear.example\t1\tbob\n"
            "apple.example\tplum.example\t1\tbob\n"
            "apple.example\tplum.example\t0\tbob\n"
            "apple.example/gone\tpear.example\t1\tann\n");
  const auto answer =
      engine.evaluate({.by = {"cocitation", "jaccard"}, .ratings = web.path("ratings.tsv")});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(fact(answer->facts, "raters"), 2U);
  EXPECT_EQ(fact(answer->facts, "contradictions"), 1U);
  ASSERT_EQ(answer->queries.size(), 2U);
  EXPECT_EQ(answer->groups[0].rows[0].good, 2U);  // pear, for both
  EXPECT_EQ(answer->groups[0].rows[0].dead, 0U);  // one dash against one 0 is a 0
  // The page that is not there is answered where methods chop, and counts as unanswered elsewhere.
  EXPECT_EQ(answer->queries[1].key, "example,apple)/gone");
  EXPECT_EQ(answer->queries[1].scores[0].used, "example,apple)/");
  EXPECT_GT(answer->queries[1].scores[0].answers, 0U);
  EXPECT_EQ(answer->queries[1].scores[1].answers, 0U);
  ASSERT_EQ(answer->agreements.size(), 2U);
  EXPECT_DOUBLE_EQ(answer->agreements[0].kappa, 1);
}

TEST(Evaluate, IsTheSameOnAnyNumberOfThreads) {
  const engine::TestWeb web;
  const Engine engine = web.make(fruit_and_tools());
  web.write("gold.tsv", "apple.example\tpear.example\nsaw.example\taxe.example\n");
  const auto figures = [&](unsigned threads) {
    const auto answer = engine.evaluate({.gold = web.path("gold.tsv"), .threads = threads});
    std::vector<double> values;
    for (const EvalGroup& group : answer->groups) {
      for (const EvalRow& row : group.rows) {
        values.insert(values.end(), {row.ndcg.value, row.ndcg.low, row.ndcg.high,
                                     row.average_precision.value, row.coverage});
      }
      for (const EvalPair& pair : group.pairs) values.push_back(pair.rank_sum_two_sided);
    }
    return values;
  };
  EXPECT_EQ(figures(1), figures(4));
}

TEST(Evaluate, TakesQueryPagesFromAFileAndSamples) {
  const engine::TestWeb web;
  const Engine engine = web.make(fruit_and_tools());
  web.write("gold.tsv", "apple.example\tpear.example\nsaw.example\taxe.example\n");
  web.write("queries.txt",
            "pear.example\npear.example\nno.such.example\nplum.example\nsaw.example\n");
  EvalRequest request{
      .by = {"blend"}, .gold = web.path("gold.tsv"), .queries = web.path("queries.txt")};
  auto answer = engine.evaluate(request);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(fact(answer->facts, "query_pages"), 2U);
  EXPECT_EQ(fact(answer->facts, "unknown_query_pages"), 1U);
  EXPECT_EQ(fact(answer->facts, "query_pages_without_judgement"), 1U);
  EXPECT_EQ(fact(answer->facts, "repeated_query_pages"), 1U);
  request.sample = 1;
  EXPECT_EQ(engine.evaluate(request)->queries.size(), 1U);
  EXPECT_EQ(engine.evaluate(request)->queries[0].key, engine.evaluate(request)->queries[0].key);
}

TEST(Evaluate, SaysWhatIsWrong) {
  const engine::TestWeb web;
  const Engine engine = web.make(fruit_and_tools());
  web.write("gold.tsv", "apple.example\tpear.example\n");
  web.write("bad.tsv", "apple.example\tpear.example\napple.example\n");
  web.write("foreign.tsv", "a.example\tb.example\n");
  const auto message = [&](const EvalRequest& request) {
    const auto answer = engine.evaluate(request);
    return answer ? std::string("no error") : answer.error().message;
  };
  EXPECT_THAT(message({.gold = web.path("bad.tsv")}), HasSubstr("bad.tsv:2: 1 column"));
  EXPECT_THAT(message({.gold = web.path("foreign.tsv")}), HasSubstr("no query page is left"));
  EXPECT_THAT(message({.gold = web.path("none.tsv")}), HasSubstr("none.tsv"));
  EXPECT_THAT(message({}), HasSubstr("one file tells"));
  EXPECT_THAT(message({.by = {"blnd"}, .gold = web.path("gold.tsv")}), HasSubstr("no method"));
  EXPECT_THAT(message({.by = {"blend", "blend"}, .gold = web.path("gold.tsv")}),
              HasSubstr("twice"));
  EXPECT_THAT(message({.gold = web.path("gold.tsv"), .confidence = 1}), HasSubstr("confidence"));
  const std::atomic<bool> stop = true;
  EXPECT_THAT(message({.gold = web.path("gold.tsv"), .stop = &stop}), HasSubstr("stopped"));
}

TEST(Spam, BuysAnAnswerOfWhoCountsButNotOfBlend) {
  const engine::TestWeb web;
  // Enough honest links for several farms in one copy, and pages that others link to.
  std::string lines = fruit_and_tools();
  for (const char* list : {"l1.example/", "l2.example/", "l3.example/", "l4.example/"}) {
    lines += std::string("index.example/\t") + list + "\nother.example/\t" + list + '\n';
  }
  const Engine engine = web.make(lines);
  web.write("queries.txt", "apple.example\nsaw.example\nno.such.example\n");
  const auto answer = engine.spam({.by = {"blend", "jaccard"},
                                   .queries = web.path("queries.txt"),
                                   .top = 2,
                                   .farm_pages = 50,
                                   .scratch = web.path("")});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(fact(answer->facts, "unknown_query_pages"), 1U);
  ASSERT_EQ(answer->rows.size(), 12U);
  for (const SpamRow& row : answer->rows) {
    EXPECT_EQ(row.queries, 2U);
    EXPECT_EQ(row.answered, 2U);
    const bool is_one = row.farm.starts_with("one-");
    if (row.by == "jaccard" && row.farm != "one-page") {
      EXPECT_EQ(row.promoted, 2U) << row.farm;
      EXPECT_DOUBLE_EQ(row.share, 1) << row.farm;
    }
    EXPECT_EQ(row.flags, row.by == "blend");
    EXPECT_GE(row.promoted_answers, row.promoted) << row.farm;
    EXPECT_LE(row.flagged_answers, row.promoted_answers) << row.farm;
    if (row.by == "jaccard") {
      EXPECT_EQ(row.flagged_answers, 0U) << row.farm;
    }
    // Two hundred sites without parents win, and are flagged.
    if (row.by == "blend" && row.farm == "200-sites") {
      EXPECT_GT(row.promoted_answers, 0U);
      EXPECT_EQ(row.flagged_answers, row.promoted_answers);
    }
    // A single site has one vote.
    if (row.by == "blend" && is_one) {
      EXPECT_DOUBLE_EQ(row.share, 0) << row.farm;
    }
  }
  // Nothing stays behind.
  for (const auto& entry : std::filesystem::directory_iterator(web.path(""))) {
    EXPECT_THAT(entry.path().filename().string(), testing::Not(HasSubstr("cocite-eval")));
  }
}

// Forty sites link to fruit, forty to tools, in lists of three that begin anywhere.
std::string two_circles() {
  std::string lines;
  for (const char* circle : {"fruit", "tool"}) {
    for (int site = 0; site < 40; ++site) {
      for (int k = 0; k < 3; ++k) {
        lines += std::string("list.") + circle + std::to_string(site) + "s.com/\twww." + circle +
                 "-page" + std::to_string((site + 2 * k) % 6) + ".org/\n";
      }
    }
  }
  return lines;
}

TEST(Hidden, WhatHiddenSitesLinkToIsAskedFor) {
  const engine::TestWeb web;
  const Engine engine = web.make(two_circles());
  HiddenRequest request{.eval = {.by = {"cocitation", "jaccard"}, .seed = 3},
                        .scratch = web.path("")};
  const auto answer = engine.evaluate_hidden(request);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->judged_by, "hidden");
  EXPECT_EQ(fact(answer->facts, "hidden_sites") + fact(answer->facts, "visible_sites"), 80U);
  EXPECT_GT(fact(answer->facts, "hidden_sites"), 20U);
  EXPECT_GT(fact(answer->facts, "visible_sites"), 20U);
  EXPECT_EQ(fact(answer->facts, "hidden_links"), 3 * fact(answer->facts, "hidden_sites"));
  EXPECT_EQ(fact(answer->facts, "query_pages"), 12U);
  // Pages of a circle are next to two others in each direction, and never to the other circle's.
  for (const EvalQuery& query : answer->queries) EXPECT_GE(query.good_pages, 2U) << query.key;
  EXPECT_GT(answer->groups[0].rows[0].recall.value, 0.9);
  // The same seed hides the same.
  const auto again = engine.evaluate_hidden(request);
  ASSERT_TRUE(again);
  EXPECT_DOUBLE_EQ(again->groups[0].rows[0].ndcg.value, answer->groups[0].rows[0].ndcg.value);
  EXPECT_EQ(fact(again->facts, "gold_pairs"), fact(answer->facts, "gold_pairs"));
  request.eval.sample = 5;
  EXPECT_EQ(fact(engine.evaluate_hidden(request)->facts, "query_pages"), 5U);
  for (const auto& entry : std::filesystem::directory_iterator(web.path(""))) {
    EXPECT_THAT(entry.path().filename().string(), testing::Not(HasSubstr("cocite-eval")));
  }
}

// Folders of a shared host are separate sites.
TEST(Hidden, FoldersOfSharedHostsAreSites) {
  const engine::TestWeb web;
  std::string lines;
  for (int who = 0; who < 40; ++who) {
    for (int k = 0; k < 3; ++k) {
      lines += (who % 2 == 0 ? "github.com/u" : "www.college.edu/~u") + std::to_string(who) +
               "/list\twww.page" + std::to_string((who / 2 + 2 * k) % 6) + ".org/\n";
    }
  }
  const Engine engine = web.make(lines);
  const auto answer =
      engine.evaluate_hidden({.eval = {.by = {"cocitation"}, .seed = 1}, .scratch = web.path("")});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(fact(answer->facts, "hidden_sites") + fact(answer->facts, "visible_sites"), 40U);
}

TEST(Hidden, OnOneSiteThereIsNothingToHide) {
  const engine::TestWeb web;
  const Engine engine = web.make("a.com/1\ta.com/2\na.com/1\ta.com/3\na.com/2\ta.com/3\n");
  const auto answer = engine.evaluate_hidden({.scratch = web.path("")});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(answer.error().message, HasSubstr("1 linking sites leaves nothing to ask about"));
}

}  // namespace
}  // namespace cocite::measure

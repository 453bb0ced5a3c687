#include "insight/labels.h"

#include <gtest/gtest.h>

#include "insight/cross_validation.h"
#include "insight/spreading.h"
#include "insight/votes.h"

namespace cocite::insight {
namespace {

TEST(Labels, APageMayHaveSeveral) {
  const Labels labels({"a", "b"},
                      {{page_id(7), 1}, {page_id(2), 0}, {page_id(7), 0}, {page_id(7), 0}});
  ASSERT_EQ(labels.pages().size(), 2U);
  EXPECT_EQ(labels.of(page_id(7)).size(), 2U);
  EXPECT_EQ(labels.of(page_id(2)).size(), 1U);
  EXPECT_TRUE(labels.of(page_id(3)).empty());
  EXPECT_FALSE(labels.has(page_id(8)));
}

TEST(Votes, ASharedVoteIsHalfAVote) {
  Votes votes(3);
  const std::vector<uint32_t> both = {0, 1};
  const std::vector<uint32_t> one = {1};
  votes.add(both, 1);
  votes.add(one, 1);
  ASSERT_TRUE(votes.best());
  EXPECT_EQ(votes.best()->label, 1U);
  EXPECT_DOUBLE_EQ(votes.best()->probability, 0.75);
  EXPECT_EQ(votes.best(1)->label, 0U);
  EXPECT_FALSE(votes.best(2));
  EXPECT_EQ(votes.voters(), 2U);
}

TEST(Scores, AccuracyAndF1ByHand) {
  // True: a a b c; said: a b b b.
  const Labels labels({"a", "b", "c"},
                      {{page_id(0), 0}, {page_id(1), 0}, {page_id(2), 1}, {page_id(3), 2}});
  const std::vector<uint32_t> said = {0, 1, 1, 1};
  const Scores scores = score(labels, said);
  EXPECT_DOUBLE_EQ(scores.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(scores.classes[0].precision(), 1);
  EXPECT_DOUBLE_EQ(scores.classes[0].recall(), 0.5);
  EXPECT_DOUBLE_EQ(scores.classes[1].precision(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(scores.classes[1].recall(), 1);
  EXPECT_DOUBLE_EQ(scores.classes[2].f1(), 0);
  EXPECT_DOUBLE_EQ(scores.macro_f1, (2.0 / 3 + 0.5 + 0) / 3);
}

TEST(Graph, EdgesGoBothWaysAndAddUp) {
  SimilarityGraph graph(4);
  graph.add(page_id(0), page_id(2), 1);
  graph.add(page_id(2), page_id(0), 2);
  graph.add(page_id(2), page_id(3), 5);
  graph.finish();
  ASSERT_EQ(graph.of(0).size(), 1U);
  EXPECT_EQ(graph.of(0)[0].weight, 3);
  EXPECT_EQ(graph.of(2).size(), 2U);
  EXPECT_TRUE(graph.of(1).empty());
}

}  // namespace
}  // namespace cocite::insight

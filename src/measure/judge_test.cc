#include "measure/judge.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::measure {
namespace {

using enum Rating;
using testing::ElementsAre;

constexpr PageId p(uint64_t number) {
  return page_id(number);
}

TEST(GoldJudge, TakesPairsBothWays) {
  const Judged judged = gold_judge({{p(1), p(2)}, {p(3), p(1)}, {p(1), p(4), false}});
  const Judge& judge = *judged.judge;
  EXPECT_EQ(judge.rating(p(1), p(2)), kGood);
  EXPECT_EQ(judge.rating(p(2), p(1)), kGood);
  EXPECT_EQ(judge.rating(p(1), p(3)), kGood);
  EXPECT_EQ(judge.rating(p(1), p(4)), kWrong);
  EXPECT_EQ(judge.rating(p(2), p(3)), kUnjudged);
  EXPECT_EQ(judge.rating(p(9), p(1)), kUnjudged);
  EXPECT_EQ(judge.good_pages(p(1)), 2U);
  EXPECT_EQ(judge.good_pages(p(9)), 0U);
  EXPECT_THAT(judge.queries(), ElementsAre(p(1), p(2), p(3), p(4)));
  EXPECT_EQ(judged.judgements, 3U);
}

TEST(GoldJudge, OfAContradictionTakesTheGood) {
  for (const bool first : {true, false}) {
    const Judged judged =
        gold_judge({{p(1), p(2), first}, {p(2), p(1), !first}, {p(1), p(2), first}});
    EXPECT_EQ(judged.judge->rating(p(1), p(2)), kGood);
    EXPECT_EQ(judged.judge->rating(p(2), p(1)), kGood);
    EXPECT_EQ(judged.contradictions, 1U);
    EXPECT_EQ(judged.repeated, 1U);
    EXPECT_EQ(judged.judgements, 1U);
  }
}

TEST(GoldJudge, LeavesOutAPageWithItself) {
  const Judged judged = gold_judge({{p(1), p(1)}});
  EXPECT_EQ(judged.judgements, 0U);
  EXPECT_FALSE(judged.judge->knows(p(1)));
}

TEST(LabelJudge, SharesALabel) {
  const Judged judged =
      label_judge({{p(1), 0}, {p(2), 0}, {p(3), 1}, {p(1), 1}, {p(2), 1}, {p(4), 2}, {p(1), 0}});
  const Judge& judge = *judged.judge;
  EXPECT_EQ(judge.rating(p(1), p(2)), kGood);
  EXPECT_EQ(judge.rating(p(1), p(3)), kGood);
  EXPECT_EQ(judge.rating(p(1), p(4)), kWrong);
  EXPECT_EQ(judge.rating(p(1), p(5)), kUnjudged);
  EXPECT_EQ(judge.good_pages(p(1)), 2U);  // 2 and 3, though 2 shares both
  EXPECT_EQ(judge.good_pages(p(3)), 2U);
  EXPECT_EQ(judge.good_pages(p(4)), 0U);
  EXPECT_THAT(judge.queries(), ElementsAre(p(1), p(2), p(3)));  // 4 is alone with its label
  EXPECT_EQ(judged.repeated, 1U);
}

TEST(RatingJudge, GoesByTheMajority) {
  const Judged judged = rating_judge({{p(1), p(2), kGood, 0},
                                      {p(1), p(2), kGood, 1},
                                      {p(1), p(2), kWrong, 2},
                                      {p(1), p(3), kGood, 0},
                                      {p(1), p(3), kDead, 1},
                                      {p(1), p(4), kDead, 0},
                                      {p(1), p(5), kWrong, 0}});
  const Judge& judge = *judged.judge;
  EXPECT_EQ(judge.rating(p(1), p(2)), kGood);
  EXPECT_EQ(judge.rating(p(1), p(3)), kDead);  // a draw is not enough
  EXPECT_EQ(judge.rating(p(1), p(4)), kDead);
  EXPECT_EQ(judge.rating(p(1), p(5)), kWrong);
  EXPECT_EQ(judge.rating(p(2), p(1)), kUnjudged);  // ratings are of an answer, one way
  EXPECT_EQ(judge.good_pages(p(1)), 1U);
}

TEST(RatingJudge, TakesEachRatersLastWord) {
  const Judged judged = rating_judge({{p(1), p(2), kGood, 0},
                                      {p(1), p(2), kWrong, 0},
                                      {p(1), p(3), kGood, 0},
                                      {p(1), p(3), kGood, 0}});
  EXPECT_EQ(judged.judge->rating(p(1), p(2)), kWrong);
  EXPECT_EQ(judged.judge->rating(p(1), p(3)), kGood);
  EXPECT_EQ(judged.contradictions, 1U);
  EXPECT_EQ(judged.repeated, 1U);
  EXPECT_EQ(judged.judgements, 2U);
}

TEST(RatingJudge, KnowsAQueryPageOfWhichNothingIsGood) {
  const Judged judged = rating_judge({{p(1), p(2), kWrong, 0}});
  EXPECT_TRUE(judged.judge->knows(p(1)));
  EXPECT_EQ(judged.judge->good_pages(p(1)), 0U);
}

TEST(RatingJudge, KnowsAQueryPageThatNobodyAnswered) {
  const Judged judged = rating_judge({{p(1), p(2), kGood, 0}}, {p(1), p(7)});
  EXPECT_THAT(judged.judge->queries(), ElementsAre(p(1), p(7)));
  EXPECT_EQ(judged.judge->rating(p(1), p(2)), kGood);
  EXPECT_EQ(judged.judgements, 1U);
}

}  // namespace
}  // namespace cocite::measure

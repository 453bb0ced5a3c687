// Measures against cases that were worked out by hand.
#include <vector>

#include <gtest/gtest.h>

#include "measure/average_precision.h"
#include "measure/ndcg.h"
#include "measure/overlap.h"
#include "measure/precision.h"
#include "measure/recall.h"

namespace cocite::measure {
namespace {

using enum Rating;
using Ratings = std::vector<Rating>;

TEST(Precision, CountsWhatIsMissingAsWrong) {
  const Ratings ratings = {kGood, kWrong, kGood};
  EXPECT_DOUBLE_EQ(precision_at(ratings, 1), 1);
  EXPECT_DOUBLE_EQ(precision_at(ratings, 2), 0.5);
  EXPECT_DOUBLE_EQ(precision_at(ratings, 3), 2.0 / 3);
  EXPECT_DOUBLE_EQ(precision_at(ratings, 10), 0.2);
  EXPECT_DOUBLE_EQ(precision_at({}, 10), 0);
  EXPECT_DOUBLE_EQ(precision_at(ratings, 0), 0);
}

TEST(Precision, DeadAndUnjudgedAreNotGood) {
  EXPECT_DOUBLE_EQ(precision_at(Ratings{kDead, kUnjudged, kGood, kDead}, 4), 0.25);
}

TEST(AveragePrecision, IsTheMeanOverRanksOfGoodAnswers) {
  // Good at 1, 3 and 4: (1/1 + 2/3 + 3/4) / 3.
  EXPECT_DOUBLE_EQ(average_precision(Ratings{kGood, kWrong, kGood, kGood, kDead}),
                   (1 + 2.0 / 3 + 3.0 / 4) / 3);
  EXPECT_DOUBLE_EQ(average_precision(Ratings{kWrong, kGood}), 0.5);
  EXPECT_DOUBLE_EQ(average_precision(Ratings{kGood}), 1);  // a short answer costs nothing
  EXPECT_DOUBLE_EQ(average_precision(Ratings{kWrong, kDead}), 0);
  EXPECT_DOUBLE_EQ(average_precision({}), 0);
}

TEST(Ndcg, IsOneForTheBestPossibleAnswer) {
  EXPECT_DOUBLE_EQ(ndcg_at(Ratings{kGood, kGood}, 10, 2), 1);
  EXPECT_DOUBLE_EQ(ndcg_at(Ratings{kGood, kGood, kWrong}, 2, 50), 1);
}

TEST(Ndcg, DiscountsByTheLogarithmOfTheRank) {
  // Good at ranks 2 and 4 of three good pages: (1/log2 3 + 1/log2 5) / (1 + 1/log2 3 + 1/2).
  EXPECT_NEAR(ndcg_at(Ratings{kWrong, kGood, kUnjudged, kGood}, 10, 3),
              (0.6309297535714575 + 0.43067655807339306) / (1 + 0.6309297535714575 + 0.5), 1e-15);
  // What stands behind the rank does not count.
  EXPECT_DOUBLE_EQ(ndcg_at(Ratings{kWrong, kGood}, 1, 3), 0);
}

TEST(Ndcg, IsZeroWhereNothingCouldBeGood) {
  EXPECT_DOUBLE_EQ(ndcg_at(Ratings{kWrong}, 10, 0), 0);
  EXPECT_DOUBLE_EQ(ndcg_at({}, 10, 5), 0);
  EXPECT_DOUBLE_EQ(recall_at(Ratings{kWrong}, 10, 0), 0);
}

TEST(Recall, IsTheShareOfGoodPagesThatWereFound) {
  const Ratings ratings = {kGood, kWrong, kGood};
  EXPECT_DOUBLE_EQ(recall_at(ratings, 10, 8), 0.25);
  EXPECT_DOUBLE_EQ(recall_at(ratings, 1, 8), 0.125);
}

TEST(Overlap, CountsPagesInBothAnswers) {
  const auto pages = [](std::vector<uint64_t> numbers) {
    std::vector<PageId> result;
    for (const uint64_t number : numbers) result.push_back(page_id(number));
    return result;
  };
  EXPECT_EQ(shared_answers(pages({1, 2, 3}), pages({3, 4, 1})), 2U);
  EXPECT_EQ(shared_answers(pages({}), pages({3})), 0U);
}

}  // namespace
}  // namespace cocite::measure

#include "study/results.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/judgement_files.h"
#include "study/testing_study.h"

namespace cocite::study {
namespace {

using measure::Rating;
using ::testing::ElementsAre;

KeptStudy kept_study() {
  NewStudy made = fruit_study();
  KeptStudy kept{
      .state = {.title = made.title, .store = made.store, .by = made.by, .top = made.top},
      .queries = made.queries};
  kept.state.unanswered = 1;
  return kept;
}

void rate(KeptStudy& kept, size_t query, const std::string& page, Rating rating,
          const std::string& rater) {
  kept.ratings.push_back({query, page, rating, rater});
}

const EvalRow& row(const EvalAnswer& answer, size_t method) {
  return answer.groups[0].rows[method];
}

TEST(Results, OfOneRaterAreThePapersTables) {
  KeptStudy kept = kept_study();
  rate(kept, 0, "pears.example/", Rating::kGood, "ann");
  rate(kept, 0, "plums.example/", Rating::kWrong, "ann");
  rate(kept, 0, "axes.example/", Rating::kDead, "ann");
  rate(kept, 0, "quinces.example/", Rating::kGood, "ann");
  rate(kept, 1, "seeds.example/", Rating::kGood, "ann");
  const EvalAnswer answer = results_of(kept);
  EXPECT_THAT(answer.by, ElementsAre("companion", "cocitation"));
  const EvalRow& companion = row(answer, 0);
  EXPECT_EQ(companion.queries, 3U);  // the one without answers counts as zero
  EXPECT_EQ(companion.answered, 2U);
  EXPECT_EQ(companion.dead, 1U);
  EXPECT_EQ(companion.good, 2U);
  EXPECT_DOUBLE_EQ(companion.precision.value, (1.0 / 3 + 1.0 / 3 + 0) / 3);
  EXPECT_DOUBLE_EQ(companion.average_precision.value, (1.0 + 1.0 + 0) / 3);
  EXPECT_DOUBLE_EQ(row(answer, 1).average_precision.value, 0.5 / 3);
  EXPECT_TRUE(answer.agreements.empty());  // only one rater
  EXPECT_EQ(answer.overlaps[0].shared, 1U);
}

TEST(Results, OfSeveralRatersGoByTheMajorityAndADrawIsNotEnough) {
  KeptStudy kept = kept_study();
  rate(kept, 0, "pears.example/", Rating::kGood, "ann");
  rate(kept, 0, "plums.example/", Rating::kGood, "ann");
  rate(kept, 0, "pears.example/", Rating::kGood, "bob");
  rate(kept, 0, "plums.example/", Rating::kWrong, "bob");
  EvalAnswer answer = results_of(kept);
  EXPECT_EQ(row(answer, 0).good, 1U);  // plums is a draw
  ASSERT_EQ(answer.agreements.size(), 2U);
  EXPECT_EQ(answer.agreements[0].one, "ann");
  EXPECT_EQ(answer.agreements[0].answers, 2U);
  EXPECT_DOUBLE_EQ(answer.agreements[0].agreement, 0.5);
  rate(kept, 0, "plums.example/", Rating::kGood, "eve");
  answer = results_of(kept);
  EXPECT_EQ(row(answer, 0).good, 2U);
  EXPECT_EQ(answer.agreements.back().one, "all raters");  // Fleiss
}

TEST(Results, WithoutARatingAreAllZero) {
  const EvalAnswer answer = results_of(kept_study());
  EXPECT_EQ(row(answer, 0).good, 0U);
  EXPECT_EQ(row(answer, 0).unjudged, 4U);
  EXPECT_EQ(row(answer, 0).average_precision.value, 0);
  for (const EvalPair& pair : answer.groups[0].pairs) EXPECT_EQ(pair.sign_two_sided, 1);
}

TEST(Results, OfNoQueryPageAtAll) {
  KeptStudy kept = kept_study();
  kept.queries.clear();
  const EvalAnswer answer = results_of(kept);
  EXPECT_EQ(row(answer, 0).queries, 0U);
  EXPECT_FALSE(std::isnan(row(answer, 0).precision.value));
}

TEST(Results, AreAFileThatEvalReads) {
  KeptStudy kept = kept_study();
  rate(kept, 0, "axes.example/", Rating::kDead, "ann");
  rate(kept, 0, "pears.example/", Rating::kGood, "ann");
  const std::string text = ratings_text(kept);
  EXPECT_EQ(text,
            "apples.example/\t?\nnuts.example/\t?\nlonely.example/\t?\n"
            "apples.example/\taxes.example/\t-\tann\napples.example/\tpears.example/\t1\tann\n");
  EXPECT_TRUE(measure::read_ratings(text, "study.tsv"));
}

}  // namespace
}  // namespace cocite::study

#include "measure/tables.h"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/charts.h"

namespace cocite::measure {
namespace {

using enum Rating;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr PageId p(uint64_t number) {
  return page_id(number);
}

Answered answer(std::vector<uint64_t> pages, double ms = 1) {
  Answered answered{.ms = ms};
  for (const uint64_t page : pages) answered.pages.push_back(p(page));
  return answered;
}

// Three query pages. Good: of 1 pages 11 and 12, of 2 page 21, of 3 page 31.
//            one            other
//   1        11 13 12       13 11
//   2        22             (none)
//   3        (none)         (none)
Judged judged() {
  return gold_judge({{p(1), p(11)}, {p(1), p(12)}, {p(2), p(21)}, {p(3), p(31)}});
}

measure::Run run() {
  return {.by = {"one", "other"},
          .queries = {p(1), p(2), p(3)},
          .answers = {{answer({11, 13, 12}, 4), answer({22}, 2), answer({}, 6)},
                      {answer({13, 11}), answer({}), answer({})}}};
}

const EvalGroup& group(const EvalAnswer& answer, const std::string& name) {
  for (const EvalGroup& one : answer.groups) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "no group " << name;
  return answer.groups[0];
}

TEST(Tables, CountUnansweredQueryPagesAsAllWrong) {
  const Judged gold = judged();
  const EvalAnswer tables = make_tables(run(), *gold.judge, {.top = 3});
  const EvalGroup& all = group(tables, "all");
  ASSERT_EQ(all.rows.size(), 2U);
  const EvalRow& one = all.rows[0];
  EXPECT_EQ(one.queries, 3U);
  EXPECT_EQ(one.answered, 2U);
  EXPECT_EQ(one.answers, 4U);
  EXPECT_EQ(one.good, 2U);
  EXPECT_EQ(one.unjudged, 2U);  // 13 and 22
  EXPECT_DOUBLE_EQ(one.coverage, 2.0 / 3);
  // Good ones within the first r / (r * 3).
  EXPECT_THAT(one.precision_at, ElementsAre(1.0 / 3, 1.0 / 6, 2.0 / 9));
  EXPECT_DOUBLE_EQ(one.precision.value, 2.0 / 9);
  EXPECT_DOUBLE_EQ(one.average_precision.value, (1 + 2.0 / 3) / 2 / 3);
  EXPECT_DOUBLE_EQ(one.recall.value, 1.0 / 3);
  EXPECT_DOUBLE_EQ(one.mean_ms, 4);
  EXPECT_DOUBLE_EQ(one.median_ms, 4);
  EXPECT_DOUBLE_EQ(one.p95_ms, 6);
  EXPECT_LE(one.ndcg.low, one.ndcg.value);
  EXPECT_GE(one.ndcg.high, one.ndcg.value);
  EXPECT_THAT(all.rows[1].precision_at, ElementsAre(0, 1.0 / 6, 1.0 / 9));
}

TEST(Tables, GroupQueryPagesByWhoAnswered) {
  const Judged gold = judged();
  const EvalAnswer tables = make_tables(run(), *gold.judge, {.top = 3});
  ASSERT_EQ(tables.groups.size(), 4U);
  EXPECT_THAT(group(tables, "all").queries, ElementsAre(0, 1, 2));
  EXPECT_THAT(group(tables, "answered-by-all").queries, ElementsAre(0));
  EXPECT_THAT(group(tables, "without-one").queries, ElementsAre(2));
  EXPECT_THAT(group(tables, "without-other").queries, ElementsAre(1, 2));
  EXPECT_DOUBLE_EQ(group(tables, "answered-by-all").rows[1].average_precision.value, 0.5);
}

TEST(Tables, CompareEachPairOnEachMeasure) {
  const Judged gold = judged();
  const EvalAnswer tables = make_tables(run(), *gold.judge, {.top = 3});
  const auto& pairs = group(tables, "all").pairs;
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].measure, "average_precision");
  EXPECT_EQ(pairs[1].measure, "precision");
  EXPECT_EQ(pairs[2].measure, "ndcg");
  EXPECT_EQ(pairs[0].wins, 1U);
  EXPECT_EQ(pairs[0].losses, 0U);
  EXPECT_EQ(pairs[0].ties, 2U);
  EXPECT_DOUBLE_EQ(pairs[0].sign_one_sided, 0.5);
  EXPECT_DOUBLE_EQ(pairs[0].sign_two_sided, 1);
  EXPECT_NEAR(pairs[0].difference.value, (5.0 / 6 - 0.5) / 3, 1e-12);
}

TEST(Tables, CountSharedAnswers) {
  const Judged gold = judged();
  const EvalAnswer tables = make_tables(run(), *gold.judge, {.top = 3});
  ASSERT_EQ(tables.overlaps.size(), 2U);
  EXPECT_EQ(tables.overlaps[0].shared, 2U);
  EXPECT_DOUBLE_EQ(tables.overlaps[0].share, 0.5);  // of four answers of one
  EXPECT_DOUBLE_EQ(tables.overlaps[1].share, 1);    // of two of the other
}

TEST(Tables, LetAnswersMoveUpWhereUnjudgedOnesAreSkipped) {
  const Judged gold = judged();
  const EvalAnswer tables = make_tables(run(), *gold.judge, {.top = 2, .skip_unjudged = true});
  const EvalRow& one = group(tables, "all").rows[0];
  EXPECT_EQ(one.answers, 2U);  // 11 and 12
  EXPECT_EQ(one.good, 2U);
  EXPECT_EQ(one.answered, 1U);  // of the second query page nothing is left
  EXPECT_EQ(tables.queries[1].scores[0].why_none, "no answer that is judged");
}

// The strict measures count skipped answers as wrong.
TEST(Tables, TellWhatSkippingHides) {
  const Judged gold = judged();
  measure::Run asked{.by = {"one"}, .queries = {page_id(1)}};
  asked.answers = {{{.pages = {page_id(11), page_id(12)},
                     .shown = {page_id(90), page_id(11), page_id(91), page_id(12)}}}};
  const EvalAnswer tables = make_tables(asked, *gold.judge, {.top = 2, .skip_unjudged = true});
  const EvalRow& row = group(tables, "all").rows[0];
  EXPECT_EQ(row.answers, 2U);
  EXPECT_EQ(row.good, 2U);
  EXPECT_EQ(row.unjudged, 1U);  // 90, among the first two that people see
  EXPECT_DOUBLE_EQ(row.precision.value, 1);
  EXPECT_DOUBLE_EQ(row.precision_strict.value, 0.5);
  EXPECT_DOUBLE_EQ(row.average_precision_strict.value, 0.5);
  EXPECT_LT(row.ndcg_strict.value, row.ndcg.value);
  EXPECT_LT(row.recall_strict.value, row.recall.value);
  EXPECT_THAT(row.unjudged_at, ::testing::ElementsAre(1, 0.5));
  // Where nothing is skipped both are the same.
  asked.answers[0][0].pages = std::exchange(asked.answers[0][0].shown, {});
  const EvalAnswer wrong = make_tables(asked, *gold.judge, {.top = 2});
  const EvalRow& same = group(wrong, "all").rows[0];
  EXPECT_EQ(same.unjudged, 1U);
  EXPECT_DOUBLE_EQ(same.precision.value, same.precision_strict.value);
  EXPECT_DOUBLE_EQ(same.precision.value, row.precision_strict.value);
  EXPECT_DOUBLE_EQ(same.ndcg.value, row.ndcg_strict.value);
}

TEST(Tables, OfNoMethodThatAnsweredAreZero) {
  const Judged gold = judged();
  const measure::Run silent{.by = {"one"}, .queries = {p(1)}, .answers = {{answer({})}}};
  const EvalAnswer tables = make_tables(silent, *gold.judge, {});
  EXPECT_EQ(group(tables, "all").rows[0].ndcg.value, 0);
  EXPECT_TRUE(group(tables, "answered-by-all").queries.empty());
  EXPECT_EQ(group(tables, "answered-by-all").rows[0].ndcg.value, 0);
  EXPECT_EQ(group(tables, "answered-by-all").rows[0].coverage, 0);
}

TEST(Tables, CountDeadAnswersAsWrong) {
  const Judged rated = rating_judge({{p(1), p(2), kDead, 0}, {p(1), p(3), kGood, 0}});
  const measure::Run one{.by = {"one"}, .queries = {p(1)}, .answers = {{answer({2, 3})}}};
  const EvalAnswer tables = make_tables(one, *rated.judge, {.top = 2});
  EXPECT_EQ(group(tables, "all").rows[0].dead, 1U);
  EXPECT_DOUBLE_EQ(group(tables, "all").rows[0].precision.value, 0.5);
}

TEST(Agreement, IsOfEachTwoRatersAndOfAll) {
  const std::vector<std::string> raters = {"ann", "bob", "cal"};
  const std::vector<PageRating> ratings = last_words({{p(1), p(2), kGood, 0},
                                                      {p(1), p(2), kGood, 1},
                                                      {p(1), p(3), kWrong, 0},
                                                      {p(1), p(3), kDead, 1},
                                                      {p(1), p(4), kGood, 2}});
  const std::vector<EvalAgreement> all = agreements(ratings, raters);
  ASSERT_EQ(all.size(), 2U);  // cal shares no answer with anybody
  EXPECT_EQ(all[0].one, "ann");
  EXPECT_EQ(all[0].other, "bob");
  EXPECT_EQ(all[0].answers, 2U);
  EXPECT_DOUBLE_EQ(all[0].agreement, 1);
  EXPECT_DOUBLE_EQ(all[0].kappa, 1);  // a dash counts as 0
  EXPECT_EQ(all[1].one, "all raters");
  EXPECT_DOUBLE_EQ(all[1].kappa, 1);
}

TEST(Agreement, NeedsTwoRaters) {
  const std::vector<std::string> raters = {"ann"};
  const std::vector<PageRating> ratings = {{p(1), p(2), kGood, 0}};
  EXPECT_TRUE(agreements(ratings, raters).empty());
}

TEST(Report, StandsAloneAndEscapesNames) {
  const Judged gold = judged();
  EvalAnswer tables = make_tables(run(), *gold.judge, {.top = 3});
  tables.store = "a<script>alert(1)</script>.cocite";
  tables.queries[0].title = "\"Tom\" & <Jerry>";
  tables.queries[0].edges = 40;
  tables.queries[1].edges = 4000;
  const SpamAnswer spam{
      .rows = {{.farm = "one-host", .by = "one", .queries = 4, .reached = 1, .share = 0.25}}};
  const std::string html = eval_report(&tables, &spam);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("url(")));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, HasSubstr("&quot;Tom&quot; &amp; &lt;Jerry&gt;"));
  EXPECT_THAT(html, HasSubstr("25.0 %"));
  EXPECT_THAT(html, HasSubstr("precision at r"));
  EXPECT_THAT(html, HasSubstr("<svg"));
}

TEST(Charts, SurviveNothingAndOnePoint) {
  EXPECT_THAT(line_chart({}, {}), HasSubstr("</svg>"));
  const std::vector<Series> one = {{"a", {0.0}}};
  EXPECT_THAT(line_chart(one, {}), Not(HasSubstr("nan")));
  EXPECT_THAT(scatter_chart({}, axes_for({}), "a", 0, {}), Not(HasSubstr("nan")));
  const std::vector<std::pair<double, double>> points = {{0, 0}, {5, 5}};
  EXPECT_THAT(scatter_chart(points, axes_for(points), "a", 0, {}), Not(HasSubstr("inf")));
  EXPECT_THAT(difference_chart({}, "a"), HasSubstr("</svg>"));
  EXPECT_THAT(dot_chart({}, "a"), Not(HasSubstr("nan")));
  EXPECT_EQ(fixed(std::nan("")), "–");
}

}  // namespace
}  // namespace cocite::measure

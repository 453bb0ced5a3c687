#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "measure/cross_validation.h"
#include "measure/logistic.h"
#include "measure/measure.h"
#include "measure/pairs.h"
#include "measure/trees.h"
#include "related/model.h"

namespace cocite::measure {
namespace {

const std::vector<std::string> kNames = {"one", "two", "three"};

// Answers to `pages` pages, good by chance(values); untuned is the first term.
template <class Chance>
Table make_table(size_t pages, size_t answers, unsigned seed, const Chance& chance) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(0, 1);
  Table table(kNames.size());
  for (size_t p = 0; p < pages; ++p) {
    std::vector<std::vector<double>> rows;
    for (size_t i = 0; i < answers; ++i) rows.push_back({any(random), any(random), any(random)});
    std::ranges::sort(rows, std::greater<>(), [](const auto& row) { return row[0]; });
    std::vector<bool> is_good;
    for (const auto& row : rows) is_good.push_back(any(random) < chance(row));
    table.begin_page("page" + std::to_string(p),
                     static_cast<uint64_t>(std::ranges::count(is_good, true)));
    for (size_t i = 0; i < answers; ++i) table.add(rows[i], rows[i][0], is_good[i]);
  }
  return table;
}

Table by_second_term(size_t pages, unsigned seed) {
  return make_table(pages, 40, seed, [](const auto& row) { return row[1] > 0.7 ? 0.8 : 0.05; });
}
Table by_chance(size_t pages, unsigned seed) {
  return make_table(pages, 40, seed, [](const auto&) { return 0.2; });
}

std::vector<size_t> all_pages(const Table& table) {
  std::vector<size_t> pages(table.pages().size());
  std::iota(pages.begin(), pages.end(), size_t{0});
  return pages;
}

related::Model linear(const Table& table, std::span<const size_t> pages) {
  return fit_linear(table, pages, Pairs(table, pages), kNames).value();
}

// The same by going downhill in small steps, from the formula.
std::vector<double> naive_weights(const Table& table) {
  const std::vector<size_t> pages = all_pages(table);
  const std::vector<double> scales = scales_of(table, pages);
  const Pairs pairs(table, pages);
  std::vector<double> weights(table.terms(), 0);
  for (int step = 0; step < 20000; ++step) {
    std::vector<double> slope;
    for (const double weight : weights) slope.push_back(2 * kPenalty * weight);
    for (const Pair& pair : pairs.all()) {
      const auto apart = [&](size_t t) {
        return std::sqrt(table.row(pair.good)[t] / scales[t]) -
               std::sqrt(table.row(pair.wrong)[t] / scales[t]);
      };
      double margin = 0;
      for (size_t t = 0; t < weights.size(); ++t) margin += weights[t] * apart(t);
      for (size_t t = 0; t < weights.size(); ++t) {
        slope[t] -= pair.weight / (1 + std::exp(margin)) * apart(t);
      }
    }
    for (size_t t = 0; t < weights.size(); ++t) weights[t] -= 0.02 * slope[t];
  }
  return weights;
}

TEST(Logistic, FindsWhatGoingDownhillFinds) {
  for (const unsigned seed : {1U, 2U}) {
    const Table table =
        make_table(6, 12, seed, [](const auto& row) { return 0.2 + 0.5 * row[1] - 0.2 * row[2]; });
    const related::Model model = linear(table, all_pages(table));
    const std::vector<double> naive = naive_weights(table);
    for (size_t t = 0; t < naive.size(); ++t) {
      EXPECT_NEAR(model.terms[t].weight, naive[t], 1e-6) << "term " << t << " seed " << seed;
    }
  }
}

TEST(Logistic, SeesWhichTermCountsAndChancesAreRightInTheMean) {
  const Table table = by_second_term(60, 3);
  const related::Model model = linear(table, all_pages(table));
  EXPECT_GT(model.terms[1].weight, 10 * std::abs(model.terms[0].weight));
  EXPECT_GT(model.terms[1].share, 0.8);
  double chances = 0;
  double good = 0;
  for (size_t i = 0; i < table.rows(); ++i) {
    chances += model.chance(table.row(i));
    good += table.is_good(i) ? 1 : 0;
  }
  EXPECT_NEAR(chances, good, 1e-6 * good);
}

TEST(Logistic, ATermThatIsZeroEverywhereCountsForNothing) {
  Table table(2);
  for (int p = 0; p < 12; ++p) {
    table.begin_page("p" + std::to_string(p), 1);
    table.add(std::vector<double>{0.9, 0}, 1, true);
    table.add(std::vector<double>{0.1, 0}, 2, false);
  }
  const related::Model model = fit_linear(table, all_pages(table), Pairs(table, all_pages(table)),
                                          std::vector<std::string>{"a", "b"})
                                   .value();
  EXPECT_GT(model.terms[0].weight, 0);
  EXPECT_EQ(model.terms[1].weight, 0);
}

TEST(Measure, OrdersByScoreAndKeepsTheOrderOfTies) {
  Table table(1);
  table.begin_page("p", 2);
  table.add(std::vector<double>{0}, 0, false);
  table.add(std::vector<double>{0}, 0, true);
  table.add(std::vector<double>{0}, 0, true);
  const double ideal = 1 + 1 / std::log2(3.0);
  EXPECT_DOUBLE_EQ(ndcg_of_pages(table, std::vector<double>{1, 2, 3})[0], 1);
  EXPECT_DOUBLE_EQ(ndcg_of_pages(table, std::vector<double>{1, 1, 1})[0],
                   (1 / std::log2(3.0) + 1 / std::log2(4.0)) / ideal);
}

TEST(Pairs, GiveEveryPageTheSameWeight) {
  const Table table = make_table(20, 300, 5, [](const auto& row) { return row[1]; });
  const Pairs pairs(table, all_pages(table));
  EXPECT_EQ(pairs.pages(), 20U);
  EXPECT_LE(pairs.all().size(), 20 * Pairs::kMostPairs);
  std::vector<double> weights(20, 0);
  for (const Pair& pair : pairs.all()) {
    EXPECT_TRUE(table.is_good(pair.good));
    EXPECT_FALSE(table.is_good(pair.wrong));
    EXPECT_EQ(pair.good / 300, pair.wrong / 300) << "of the same page";
    weights[pair.good / 300] += pair.weight;
  }
  for (const double weight : weights) EXPECT_NEAR(weight, 1, 1e-9);
}

TEST(CrossValidation, ClearWhereThereIsSomethingToLearn) {
  const Table table = by_second_term(40, 7);
  const auto fit = [&](std::span<const size_t> pages) -> Result<related::Model> {
    return linear(table, pages);
  };
  const auto tried = cross_validate(table, fit, {});
  ASSERT_TRUE(tried);
  EXPECT_TRUE(tried->is_clear());
  EXPECT_GT(tried->gain.value, 0.2);
  EXPECT_EQ(tried->fold_gains.size(), 5U);
  EXPECT_NEAR(tried->after.value - tried->before.value, tried->gain.value, 1e-12);
}

TEST(CrossValidation, NotClearWhereJudgementsAreByChance) {
  int clear = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Table table = by_chance(30, 100 + seed);
    const auto fit = [&](std::span<const size_t> pages) -> Result<related::Model> {
      return linear(table, pages);
    };
    const auto tried = cross_validate(table, fit, {.seed = seed});
    ASSERT_TRUE(tried);
    clear += tried->is_clear() ? 1 : 0;
  }
  EXPECT_LE(clear, 2) << "one of forty by chance";
}

TEST(CrossValidation, TestPagesAreNotUsedForLearning) {
  const Table table = by_second_term(23, 9);
  const std::vector<size_t> fold_of = folds_of(table, 4, 1);
  std::vector<bool> is_seen(4, false);
  const auto fit = [&](std::span<const size_t> pages) -> Result<related::Model> {
    std::vector<size_t> counts(4, 0);
    for (const size_t page : pages) ++counts[fold_of[page]];
    EXPECT_EQ(std::ranges::count(counts, size_t{0}), 1) << "exactly one fold is left out";
    is_seen[static_cast<size_t>(std::ranges::find(counts, size_t{0}) - counts.begin())] = true;
    return linear(table, pages);
  };
  ASSERT_TRUE(cross_validate(table, fit, {.folds = 4, .seed = 1}));
  EXPECT_EQ(std::ranges::count(is_seen, true), 4);
  EXPECT_NE(folds_of(table, 4, 1), folds_of(table, 4, 2)) << "the seed deals them";
}

TEST(CrossValidation, StopsWhenAskedTo) {
  const Table table = by_second_term(20, 1);
  const auto fit = [&](std::span<const size_t> pages) -> Result<related::Model> {
    return linear(table, pages);
  };
  const auto tried = cross_validate(table, fit, {.goes_on = [] { return false; }});
  ASSERT_FALSE(tried);
  EXPECT_EQ(tried.error().code, ErrorCode::kCancelled);
}

related::Model some_trees() {
  related::Model model{
      .kind = related::Model::Kind::kTrees, .about = "trees, made up", .intercept = -1.5};
  model.terms = {{.name = "a", .share = 0.25}, {.name = "b", .share = 0.75}};
  model.trees = {{{.term = 1, .value = 0.1F, .left = 1, .right = 2},
                  {.term = related::Node::kLeaf, .value = -0.3F},
                  {.term = 0, .value = 7e-9F, .left = 3, .right = 4},
                  {.term = related::Node::kLeaf, .value = 0.2F},
                  {.term = related::Node::kLeaf, .value = 1.0F / 3}},
                 {{.term = related::Node::kLeaf, .value = 0.5F}}};
  return model;
}

TEST(Model, ComesBackAsItWasWritten) {
  related::Model weights{.about = "linear, made up", .intercept = 0.1};
  weights.terms = {{"a", 1.0 / 3, -2.5, 0.5}, {"b", 1e-9, 1e9 / 7, 0.5}};
  for (const related::Model& model : {weights, some_trees()}) {
    const auto again = related::parse_model(related::model_text(model));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(related::model_text(*again), related::model_text(model));
    EXPECT_EQ(again->about, model.about);
    for (const double x : {0.0, 1e-9, 0.05, 0.1, 0.2, 5.0}) {
      const std::vector<double> values = {x, 0.3 - x / 2};
      EXPECT_EQ(again->chance(values), model.chance(values));
    }
  }
}

TEST(Model, TreesLeadWhereTheySay) {
  const related::Model model = some_trees();
  EXPECT_FLOAT_EQ(static_cast<float>(model.value(std::vector<double>{1, 0.05})), -0.3F + 0.5F);
  EXPECT_FLOAT_EQ(static_cast<float>(model.value(std::vector<double>{0, 0.2})), 0.2F + 0.5F);
  EXPECT_FLOAT_EQ(static_cast<float>(model.value(std::vector<double>{1, 0.1})), 1.0F / 3 + 0.5F);
}

TEST(Model, WhatIsDamagedIsToldAndNeverCrashes) {
  const std::string text = related::model_text(some_trees());
  for (size_t length = 0; length < text.size(); ++length) {
    const auto cut = related::parse_model(std::string_view(text).substr(0, length));
    if (length + 1 < text.size()) {
      ASSERT_FALSE(cut) << length;
      EXPECT_EQ(cut.error().code, ErrorCode::kCorrupt);
    }
  }
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string spoilt = text;
    spoilt[random() % spoilt.size()] = static_cast<char>("0123456789 -.\nex"[random() % 16]);
    const auto model = related::parse_model(spoilt);
    if (!model) continue;
    const double chance = model->chance(std::vector<double>(model->terms.size(), 0.5));
    EXPECT_TRUE(chance >= 0 && chance <= 1) << spoilt;
  }
}

TEST(Model, ALoopIsNoTree) {
  const std::string head =
      "cocite tuning 1\nabout x\nkind trees\nintercept 0\nterm a 1 0 1\ntree 2\n";
  EXPECT_FALSE(related::parse_model(head + "0 1 0 1\n- 1\nend\n"));
  EXPECT_FALSE(related::parse_model(head + "0 1 1 2\n- 1\nend\n"));
  EXPECT_FALSE(related::parse_model(head + "1 1 1 1\n- 1\nend\n")) << "there is no second term";
  EXPECT_TRUE(related::parse_model(head + "0 1 1 1\n- 1\nend\n"));
}

// What a sum of weights cannot say: the first two terms agree.
Table by_agreement(size_t pages, unsigned seed) {
  return make_table(pages, 40, seed,
                    [](const auto& row) { return (row[0] > 0.5) == (row[1] > 0.5) ? 0.5 : 0.02; });
}

TEST(Trees, LearnWhatWeightsCannotSay) {
  if (!why_no_trees().empty()) GTEST_SKIP() << why_no_trees();
  const Table table = by_agreement(60, 4);
  const auto trees = cross_validate(
      table, [&](std::span<const size_t> pages) { return grow_trees(table, pages, kNames); },
      {.folds = 3});
  ASSERT_TRUE(trees) << trees.error().message;
  const auto weights = cross_validate(
      table,
      [&](std::span<const size_t> pages) -> Result<related::Model> { return linear(table, pages); },
      {.folds = 3});
  ASSERT_TRUE(weights);
  EXPECT_TRUE(trees->is_clear());
  EXPECT_GT(trees->gain.value, weights->gain.value + 0.1);
}

TEST(Trees, AreTheSameAgainAndComeBackAsWritten) {
  if (!why_no_trees().empty()) GTEST_SKIP() << why_no_trees();
  const Table table = by_agreement(20, 6);
  const auto one = grow_trees(table, all_pages(table), kNames);
  const auto other = grow_trees(table, all_pages(table), kNames);
  ASSERT_TRUE(one) << one.error().message;
  ASSERT_TRUE(other);
  EXPECT_EQ(related::model_text(*one), related::model_text(*other));
  const auto again = related::parse_model(related::model_text(*one));
  ASSERT_TRUE(again) << again.error().message;
  for (size_t i = 0; i < table.rows(); ++i) {
    EXPECT_EQ(again->value(table.row(i)), one->value(table.row(i)));
  }
}

TEST(Trees, AskBeforeEachRoundWhetherToGoOn) {
  if (!why_no_trees().empty()) GTEST_SKIP() << why_no_trees();
  const Table table = by_agreement(10, 6);
  size_t rounds = 0;
  ASSERT_TRUE(grow_trees(table, all_pages(table), kNames, [&] { return ++rounds > 0; }));
  EXPECT_EQ(rounds, kTreeRounds);
  rounds = 0;
  const auto stopped = grow_trees(table, all_pages(table), kNames, [&] { return ++rounds < 3; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(rounds, 3U);
}

TEST(Linear, AsksBeforeEachStepWhetherToGoOn) {
  const Table table = by_agreement(10, 6);
  const auto pages = all_pages(table);
  const auto stopped = fit_linear(table, pages, Pairs(table, pages), kNames, [] { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace cocite::measure

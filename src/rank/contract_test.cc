// What every rank must keep to, whichever it is: run over all of ranks.def.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rank/rank.h"
#include "rank/testing/naive_ranks.h"

namespace cocite::rank {
namespace {

using testing::drawn;
using testing::random_web;
using testing::Web;
using testing::WebStore;

std::map<std::string, std::vector<double>> all_scores(const store::Store& store,
                                                      const Options& options) {
  std::map<std::string, std::vector<double>> scores;
  for (const Kind* kind : kinds()) {
    auto found = kind->compute(store, options);
    EXPECT_TRUE(found) << kind->ranks[0].name << ": " << found.error().message;
    if (!found) continue;
    for (const auto& [name, values] : found->columns) {
      scores[std::string(name)].assign(values.begin(), values.end());
    }
  }
  return scores;
}

TEST(Contract, NamesAreThoseThatTheCommandLinePromises) {
  std::vector<std::string> names;
  for (const Kind* kind : kinds()) {
    for (const RankName& rank : kind->ranks) {
      names.emplace_back(rank.name);
      EXPECT_FALSE(rank.summary.empty()) << rank.name;
    }
  }
  EXPECT_THAT(names,
              ::testing::UnorderedElementsAre(
                  "indegree", "host-indegree", "pagerank", "hubrank", "hubrank-authority",
                  "hits-authority", "hits-hub", "randomized-hits-authority", "randomized-hits-hub",
                  "salsa-authority", "salsa-hub", "personalized-pagerank", "trustrank",
                  "anti-trustrank", "katz", "harmonic", "broken-links"));
  EXPECT_THAT(find_kind("pagerang").error().message, ::testing::HasSubstr("pagerank"));
}

TEST(Contract, ScoresAreFiniteAndNotNegativeAndForEachPage) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const WebStore store(random_web(seed, 50, 200));
    for (const auto& [name, values] : all_scores(*store, {.seeds = {{page_id(3), 1.0}}})) {
      EXPECT_EQ(values.size(), 50U) << name;
      for (const double value : values) EXPECT_TRUE(std::isfinite(value) && value >= 0) << name;
    }
  }
}

TEST(Contract, SumsAreWhatTheFormulasSay) {
  const WebStore store(random_web(7, 80, 300));
  for (const auto& [name, values] : all_scores(*store, {.seeds = {{page_id(0), 1.0}}})) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    double squares = 0;
    for (const double value : values) squares += value * value;
    if (name == "indegree") {
      EXPECT_EQ(sum, static_cast<double>(store->links()));
    } else if (name.starts_with("hits-")) {
      EXPECT_NEAR(squares, 1, 1e-9) << name;
    } else if (!name.starts_with("randomized") && name != "host-indegree" &&
               name != "broken-links" && name != "harmonic") {
      EXPECT_NEAR(sum, 1, 1e-12) << name;
    }
  }
}

TEST(Contract, TheSameBitsTwiceAndNearlyTheSameOnAnyNumberOfThreads) {
  const WebStore store(random_web(5, 3000, 450'000));
  const Options base{.max_iterations = 3, .seeds = {{page_id(8), 1.0}, {page_id(99), 3.0}}};
  const auto one = all_scores(*store, base);
  for (const unsigned threads : {2U, 7U}) {
    Options options = base;
    options.threads = threads;
    const auto first = all_scores(*store, options);
    if (threads == 7) {
      EXPECT_EQ(first, all_scores(*store, options));
    }
    for (const auto& [name, values] : first) {
      const std::vector<double>& expected = one.at(name);
      for (size_t i = 0; i < values.size(); ++i) {
        ASSERT_NEAR(values[i], expected[i], 1e-12 * expected[i]) << name << ' ' << threads;
      }
    }
  }
}

TEST(Contract, StreamedIsTheSameAsUnpacked) {
  const WebStore store(random_web(6, 400, 5000));
  Options options{.seeds = {{page_id(8), 1.0}}, .memory_bytes = uint64_t{1} << 30, .threads = 2};
  const auto unpacked = all_scores(*store, options);
  options.memory_bytes = 0;
  EXPECT_EQ(unpacked, all_scores(*store, options));
}

// Renumbering the pages renumbers the scores.
TEST(Contract, PagesHaveNoOrder) {
  std::mt19937 random(3);
  const Web web = random_web(11, 40, 200);
  std::vector<uint32_t> place(web.size());
  std::iota(place.begin(), place.end(), 0U);
  std::ranges::shuffle(place, random);
  Web moved(web.size());
  for (size_t i = 0; i < web.size(); ++i) {
    for (const uint32_t child : web[i]) moved[place[i]].push_back(place[child]);
  }
  const WebStore store(web);
  const WebStore other(moved);
  Options options{.tolerance = 1e-13, .max_iterations = 100000, .seeds = {{page_id(5), 1.0}}};
  const auto scores = all_scores(*store, options);
  options.seeds[0].first = page_id(place[5]);
  auto others = all_scores(*other, options);
  for (const auto& [name, values] : scores) {
    if (name == "host-indegree") continue;  // hosts stay where they are
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], others[name][place[i]], 1e-9 * values[i]) << name;
    }
  }
}

TEST(Contract, ReversedIsTheRankOfTheReversedWeb) {
  const Web web = random_web(12, 40, 200);
  const WebStore store(web);
  const WebStore turned(testing::reversed(web));
  Options options{.tolerance = 1e-13, .max_iterations = 100000, .seeds = {{page_id(5), 1.0}}};
  const auto expected = all_scores(*turned, options);
  options.reversed = true;
  for (const auto& [name, values] : all_scores(*store, options)) {
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], expected.at(name)[i], 1e-9 * values[i]) << name;
    }
  }
}

TEST(Contract, OnePageAndNoLinksAreWebsToo) {
  for (const uint32_t pages : {1U, 5U}) {
    const WebStore store{Web(pages)};
    for (const Kind* kind : kinds()) {
      const auto scores = kind->compute(*store, {.seeds = {{page_id(0), 1.0}}});
      const std::string name(kind->ranks[0].name);
      if (name.starts_with("hubrank")) {
        ASSERT_FALSE(scores);
        EXPECT_EQ(scores.error().code, ErrorCode::kInvalidArgument);
        EXPECT_THAT(scores.error().message, ::testing::HasSubstr("no links"));
        continue;
      }
      ASSERT_TRUE(scores) << name;
      for (const auto& [rank, values] : scores->columns) {
        for (uint32_t page = 0; page < pages; ++page) {
          const double expected = rank == "pagerank" || rank == "katz" ? 1.0 / pages
                                  : kind->needs_seeds                  ? (page == 0 ? 1.0 : 0.0)
                                  : rank.starts_with("randomized")     ? 0.15
                                                                       : 0.0;
          EXPECT_NEAR(values[page], expected, 1e-15) << rank;
        }
      }
    }
  }
}

TEST(Contract, AnEmptyStoreHasNoScores) {
  const WebStore store{Web()};
  for (const Kind* kind : kinds()) {
    const auto scores = kind->compute(*store, {});
    if (!scores) continue;
    for (const auto& [rank, values] : scores->columns) EXPECT_EQ(values.size(), 0U) << rank;
  }
}

// No tolerance makes it go on for ever, and the result says so.
TEST(Contract, AToleranceThatDoublesCannotReachEnds) {
  for (const double tolerance : {1e-30, 0.0}) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
      const WebStore store(random_web(seed, 60, 250));
      for (const Kind* kind : kinds()) {
        const auto scores = kind->compute(*store, {.tolerance = tolerance,
                                                   .max_iterations = uint64_t{1} << 40,
                                                   .seeds = {{page_id(1), 1.0}}});
        ASSERT_TRUE(scores);
        if (!kind->is_iterated) continue;
        // A change of exactly 0 meets any tolerance.
        EXPECT_TRUE(scores->run.ended == RankEnded::kPrecision || scores->run.residual == 0)
            << kind->ranks[0].name;
        EXPECT_LT(scores->run.residual, 1e-11);
        EXPECT_LT(scores->run.iterations, 100000U);
      }
    }
  }
}

TEST(Contract, TheIterationLimitEndsAndIsTold) {
  const WebStore store(random_web(2, 60, 250));
  for (const Kind* kind : kinds()) {
    if (!kind->is_iterated) continue;
    const auto scores = kind->compute(
        *store, {.max_iterations = 3, .seeds = {{page_id(1), 1.0}, {page_id(55), 1.0}}});
    ASSERT_TRUE(scores);
    EXPECT_EQ(scores->run.iterations, 3U) << kind->ranks[0].name;
    EXPECT_EQ(scores->run.ended, RankEnded::kIterationLimit);
    EXPECT_GT(scores->run.residual, 1e-9);
  }
}

TEST(Contract, StopsWhenAsked) {
  const WebStore store(random_web(2, 60, 250));
  const std::atomic<bool> stop = true;
  for (const uint64_t memory : {uint64_t{0}, uint64_t{1} << 30}) {
    for (const Kind* kind : kinds()) {
      const auto scores = kind->compute(
          *store, {.seeds = {{page_id(1), 1.0}}, .memory_bytes = memory, .stop = &stop});
      ASSERT_FALSE(scores) << kind->ranks[0].name;
      EXPECT_EQ(scores.error().code, ErrorCode::kCancelled);
    }
  }
}

TEST(Contract, TellsHowFarItIs) {
  const WebStore store(random_web(2, 60, 250));
  for (const Kind* kind : kinds()) {
    std::vector<Progress> told;
    Options options{.seeds = {{page_id(1), 1.0}}};
    options.progress = [&](const Progress& progress) { told.push_back(progress); };
    ASSERT_TRUE(kind->compute(*store, options));
    ASSERT_FALSE(told.empty()) << kind->ranks[0].name;
    EXPECT_EQ(told.back().done, told.back().total) << kind->ranks[0].name;
    if (kind->is_iterated) {
      EXPECT_THAT(told.back().detail, ::testing::HasSubstr("iteration")) << kind->ranks[0].name;
    }
  }
}

TEST(Contract, ADamagedStoreIsAnErrorOrGivesTheRightScores) {
  const WebStore store(random_web(4, 300, 3000));
  const Options options{.seeds = {{page_id(1), 1.0}}, .memory_bytes = uint64_t{1} << 30};
  const auto right = all_scores(*store, options);
  const std::string whole = store.files().read("in");
  int found = 0;
  for (size_t at = whole.size() / 3; at < whole.size(); at += whole.size() / 9) {
    std::string spoilt = whole;
    spoilt[at] = static_cast<char>(spoilt[at] ^ 8);
    store.files().write("in", spoilt);
    const auto opened = store::Store::open(store.files().path());
    if (!opened) continue;
    for (const uint64_t memory : {uint64_t{0}, uint64_t{1} << 30}) {
      Options now = options;
      now.memory_bytes = memory;
      for (const Kind* kind : kinds()) {
        const auto scores = kind->compute(*opened, now);
        if (!scores) {
          EXPECT_EQ(scores.error().code, ErrorCode::kCorrupt);
          ++found;
          continue;
        }
        for (const auto& [name, values] : scores->columns) {
          EXPECT_TRUE(std::ranges::equal(values, right.at(std::string(name)))) << name;
        }
      }
    }
  }
  EXPECT_GT(found, 10);
}

TEST(Contract, OptionsThatMakeNoSenseAreRefused) {
  EXPECT_TRUE(check({}));
  EXPECT_TRUE(check({.epsilon = 1}));
  EXPECT_TRUE(check({.tolerance = 0}));
  for (const double epsilon : {0.0, -0.1, 1.5, std::nan("")}) {
    EXPECT_FALSE(check({.epsilon = epsilon})) << epsilon;
  }
  for (const double tolerance : {-1e-9, 1.0, std::nan("")}) {
    EXPECT_FALSE(check({.tolerance = tolerance})) << tolerance;
  }
  EXPECT_FALSE(check({.max_iterations = 0}));
}

// a and f have the same parents, one before and one behind them: the order of pages must not show.
TEST(Pagerank, PagesWithTheSameParentsHaveTheSameScore) {
  const WebStore store(drawn("c>a f d; d>a f; e>c d; a>b; b>e; f>b e"));
  for (const char* name : {"pagerank", "personalized-pagerank"}) {
    const auto scores = find_kind(name).value()->compute(*store, {.seeds = {{page_id(4), 1.0}}});
    ASSERT_TRUE(scores);
    EXPECT_GT(scores->run.iterations, 5U);
    EXPECT_EQ(scores->columns[0].second[0], scores->columns[0].second[5]) << name;
  }
}

TEST(PersonalizedPagerank, RefusesWeightsThatMakeNoSense) {
  const WebStore store(drawn("a>b; b>c"));
  const auto kind = find_kind("personalized-pagerank");
  ASSERT_TRUE(kind);
  const auto code = [&](std::vector<std::pair<PageId, double>> seeds) {
    const auto scores = (*kind)->compute(*store, {.seeds = std::move(seeds)});
    return scores ? "none" : scores.error().message;
  };
  EXPECT_THAT(code({}), ::testing::HasSubstr("at least one page"));
  EXPECT_THAT(code({{page_id(0), 0.0}, {page_id(1), 0.0}}), ::testing::HasSubstr("all 0"));
  EXPECT_THAT(code({{page_id(0), -1.0}}), ::testing::HasSubstr("not below 0"));
  EXPECT_THAT(code({{page_id(0), std::nan("")}}), ::testing::HasSubstr("not below 0"));
  EXPECT_THAT(code({{page_id(0), 1e308}, {page_id(1), 1e308}}), ::testing::HasSubstr("too large"));
  EXPECT_EQ(code({{page_id(0), 1e-300}}), "none");
}

TEST(PersonalizedPagerank, WeightsCountBySharesOnly) {
  const WebStore store(random_web(9, 30, 100));
  const auto kind = find_kind("personalized-pagerank");
  const auto small = (*kind)->compute(*store, {.seeds = {{page_id(2), 1.0}, {page_id(4), 3.0}}});
  const auto large = (*kind)->compute(*store, {.seeds = {{page_id(4), 6e9}, {page_id(2), 2e9}}});
  ASSERT_TRUE(small && large);
  EXPECT_TRUE(std::ranges::equal(small->columns[0].second, large->columns[0].second));
}

// a and b are never reached from c.
TEST(PersonalizedPagerank, GivesNothingToWhatCannotBeReached) {
  const WebStore store(drawn("a>b c; b>a; c>d; d>c e"));
  const auto kind = find_kind("personalized-pagerank");
  const auto scores = (*kind)->compute(*store, {.seeds = {{page_id(2), 1.0}}});
  ASSERT_TRUE(scores);
  const Numbers& values = scores->columns[0].second;
  EXPECT_EQ(values[0], 0);
  EXPECT_EQ(values[1], 0);
  EXPECT_GT(values[4], 0);
}

}  // namespace
}  // namespace cocite::rank

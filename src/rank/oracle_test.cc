// Every rank against its formula, computed naively.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "rank/rank.h"
#include "rank/testing/naive_ranks.h"

namespace cocite::rank {
namespace {

using testing::drawn;
using testing::naive_scores;
using testing::numbered_web;
using testing::random_web;
using testing::Web;
using testing::WebStore;

void expect_naive(const Web& web, const WebStore& store, Options options, const std::string& what) {
  for (const Kind* kind : kinds()) {
    const auto scores = kind->compute(*store, options);
    for (const RankName& rank : kind->ranks) {
      const auto naive = naive_scores(rank.name, web, options);
      ASSERT_EQ(scores.has_value(), naive.has_value()) << rank.name << ' ' << what;
      if (!naive) continue;
      const Numbers& found = scores->of(rank.name);
      ASSERT_EQ(found.size(), naive->size());
      for (size_t page = 0; page < naive->size(); ++page) {
        const double expected = (*naive)[page];
        const double allowed =
            options.tolerance == 1e-9 ? 1e-6 * expected + 1e-13 : 1e-9 * expected + 1e-14;
        ASSERT_NEAR(found[page], expected, kind->is_iterated ? allowed : 1e-9 * expected)
            << rank.name << " of page " << page << ' ' << what << ", " << scores->run.iterations
            << " iterations";
      }
    }
  }
}

std::vector<std::pair<PageId, double>> some_seeds(size_t pages, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<PageId, double>> seeds = {{page_id(random() % pages), 2.0}};
  const PageId other = page_id(random() % pages);
  if (other != seeds[0].first) seeds.emplace_back(other, 0.5);
  return seeds;
}

TEST(Oracle, AgreesOnEveryWebOfUpToThreePages) {
  for (uint32_t pages = 1; pages <= 3; ++pages) {
    for (uint64_t code = 0; code < uint64_t{1} << (pages * (pages - 1)); ++code) {
      const Web web = numbered_web(pages, code);
      const WebStore store(web);
      for (const bool reversed : {false, true}) {
        expect_naive(web, store,
                     {.tolerance = 1e-14,
                      .max_iterations = 100000,
                      .reversed = reversed,
                      .seeds = some_seeds(pages, static_cast<unsigned>(code))},
                     "in web " + std::to_string(code) + (reversed ? " reversed" : ""));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(OracleSlow, AgreesOnEveryWebOfFourPages) {
  for (uint64_t code = 0; code < 4096; ++code) {
    const Web web = numbered_web(4, code);
    const WebStore store(web);
    expect_naive(web, store,
                 {.epsilon = code % 2 == 0 ? 0.15 : 0.4,
                  .tolerance = 1e-14,
                  .max_iterations = 100000,
                  .seeds = some_seeds(4, static_cast<unsigned>(code))},
                 "in web " + std::to_string(code));
    if (HasFatalFailure()) return;
  }
}

TEST(Oracle, AgreesOnRandomWebs) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const Web web = random_web(seed, 20 + seed * 5, seed * 40);
    const WebStore store(web);
    for (const uint64_t memory : {uint64_t{0}, uint64_t{1} << 30}) {
      expect_naive(web, store,
                   {.tolerance = 1e-13,
                    .max_iterations = 100000,
                    .reversed = seed % 3 == 0,
                    .seeds = some_seeds(web.size(), seed),
                    .memory_bytes = memory,
                    .threads = 1 + seed % 4},
                   "in random web " + std::to_string(seed));
      if (HasFatalFailure()) return;
    }
  }
}

// The tolerance that users have if they ask for none.
TEST(Oracle, AgreesWithinAMillionthAtTheUsualTolerance) {
  for (unsigned seed = 100; seed <= 102; ++seed) {
    const Web web = random_web(seed, 60, 300);
    const WebStore store(web);
    expect_naive(web, store, {.seeds = some_seeds(web.size(), seed)},
                 "in random web " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace cocite::rank

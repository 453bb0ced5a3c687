#include "rank/link_sweep.h"

#include <atomic>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "rank/components.h"
#include "rank/testing/naive_ranks.h"
#include "rank/walk.h"

namespace cocite::rank {
namespace {

using testing::random_web;
using testing::Web;
using testing::WebStore;

constexpr uint64_t kMuch = uint64_t{1} << 30;

// Large enough for several parts of whole chunks.
const Web& large_web() {
  static const Web kWeb = random_web(21, 20000, 60000);
  return kWeb;
}

TEST(LinkSweep, VisitsEveryPageOnceInOrderWithItsSources) {
  const WebStore store(large_web());
  const Web parents = testing::reversed(large_web());
  struct Way {
    uint64_t memory;
    std::vector<std::string> scratch;
  };
  for (const auto& [memory, scratch] :
       {Way{kMuch, {}}, Way{0, {}}, Way{0, {"/nowhere", ::testing::TempDir()}}}) {
    for (const uint64_t parts : {1U, 2U, 4U, 100U}) {
      for (const bool marks : {false, true}) {
        const auto sweep = LinkSweep::prepare(store->in(), {.parts = parts,
                                                            .marks_others = marks,
                                                            .opposite = &store->out(),
                                                            .memory_bytes = memory,
                                                            .scratch = scratch,
                                                            .threads = 2});
        ASSERT_TRUE(sweep);
        EXPECT_EQ(sweep->is_streamed(), memory == 0);
        EXPECT_EQ(sweep->scratch_bytes() > 0, !scratch.empty());
        EXPECT_EQ(sweep->parts(), std::min<uint64_t>(parts, 5));
        uint64_t next = 0;
        for (size_t part = 0; part < sweep->parts(); ++part) {
          const auto& range = sweep->part(part);
          EXPECT_EQ(range.first, next);
          ASSERT_TRUE(sweep->visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
            ASSERT_EQ(page, next++);
            std::vector<uint32_t> expected = parents[page];
            for (uint32_t& source : expected) {
              const bool is_own = source >= range.first && source < range.last;
              if (marks && parts > 1 && !is_own) source += 20000;
            }
            ASSERT_EQ(std::vector<uint32_t>(sources.begin(), sources.end()), expected);
          }));
          EXPECT_EQ(range.last, next);
        }
        EXPECT_EQ(next, 20000U);
        for (size_t page = 0; page < large_web().size(); ++page) {
          ASSERT_EQ(sweep->targets()[page], large_web()[page].size());
        }
      }
    }
  }
}

TEST(LinkSweep, PartsHaveAboutTheSameWork) {
  const WebStore store(large_web());
  const auto sweep = LinkSweep::prepare(store->in(), {.parts = 2, .memory_bytes = kMuch});
  ASSERT_TRUE(sweep);
  ASSERT_EQ(sweep->parts(), 2U);
  const auto first = sweep->part(1).first_link + 3 * sweep->part(1).first;
  const auto all = sweep->links() + 3 * sweep->pages();
  EXPECT_NEAR(static_cast<double>(first) / static_cast<double>(all), 0.5, 0.15);
}

// Lists longer than a block, none at all, and in any order (the out-links of a crawl), with the
// largest numbers.
TEST(LinkSweep, OddListsAreSpooled) {
  Web web(9000);
  for (const uint32_t page : {5000U, 5001U, 8999U}) {
    for (uint32_t other = 0; other < 9000; ++other) {
      if (other != page) web[page].push_back(other);
    }
  }
  web[0] = {8999, 3, 8998, 7};
  const WebStore store(web);
  const auto sweep = LinkSweep::prepare(
      store->out(), {.parts = 1, .scratch = {::testing::TempDir()}, .threads = 1});
  ASSERT_TRUE(sweep);
  ASSERT_GT(sweep->scratch_bytes(), 0U);
  uint32_t next = 0;
  graph::ListBuffer buffer;
  ASSERT_TRUE(sweep->visit(0, [&](uint32_t page, std::span<const uint32_t> sources) {
    ASSERT_EQ(page, next++);
    const auto list = store->out().list(page_id(page), buffer).value();
    ASSERT_EQ(sources.size(), list.size());
    for (size_t i = 0; i < list.size(); ++i) ASSERT_EQ(sources[i], index(list[i]));
  }));
  EXPECT_EQ(next, 9000U);
}

TEST(LinkSweep, WithoutRoomForAScratchFileTheStoreIsRead) {
  const WebStore store(large_web());
  file::fail_write_after(2);
  const auto sweep = LinkSweep::prepare(
      store->in(), {.parts = 1, .scratch = {::testing::TempDir()}, .threads = 2});
  file::fail_write_after(0);
  ASSERT_TRUE(sweep);
  EXPECT_TRUE(sweep->is_streamed());
  EXPECT_EQ(sweep->scratch_bytes(), 0U);
  uint64_t links = 0;
  ASSERT_TRUE(sweep->visit(
      0, [&](uint32_t, std::span<const uint32_t> sources) { links += sources.size(); }));
  EXPECT_EQ(links, store->links());
}

TEST(LinkSweep, StopsWhileSpooling) {
  const WebStore store(large_web());
  const std::atomic<bool> stop = true;
  const auto sweep = LinkSweep::prepare(
      store->in(), {.scratch = {::testing::TempDir()}, .threads = 1, .stop = &stop});
  ASSERT_FALSE(sweep);
  EXPECT_EQ(sweep.error().code, ErrorCode::kCancelled);
}

// Walks over several parts end where one over a single part does, on any number of threads the same
// bits, streamed or not.
TEST(Walk, InPartsGivesTheSame) {
  const WebStore store(large_web());
  const auto scores = [&](uint64_t parts, unsigned threads, uint64_t memory,
                          const std::vector<std::string>& scratch = {}) {
    Options options{.tolerance = 1e-14, .threads = threads};
    const auto sweep = LinkSweep::prepare(store->in(), {.parts = parts,
                                                        .marks_others = true,
                                                        .opposite = &store->out(),
                                                        .memory_bytes = memory,
                                                        .scratch = scratch,
                                                        .threads = threads});
    Walk walk(*sweep, UniformJump{1.0 / 20000}, options);
    EXPECT_TRUE(walk.start());
    Convergence convergence("pagerank", options, store->links());
    for (bool goes_on = true; goes_on;) {
      const auto change = walk.iterate();
      EXPECT_TRUE(change);
      goes_on = convergence.goes_on(change->l1 / change->total, change->unsettled == 0);
    }
    const Numbers values = walk.finish().value();
    return std::vector<double>(values.begin(), values.end());
  };
  const std::vector<double> whole = scores(1, 1, kMuch);
  const std::vector<double> four = scores(4, 1, kMuch);
  EXPECT_EQ(four, scores(4, 2, kMuch));
  EXPECT_EQ(four, scores(4, 3, 0));
  EXPECT_EQ(four, scores(4, 2, 0, {::testing::TempDir()}));
  for (size_t i = 0; i < whole.size(); ++i) ASSERT_NEAR(four[i], whole[i], 1e-12 * whole[i]);
}

TEST(Components, AreThoseOfANaiveSearch) {
  Components sets(1000);
  std::vector<uint32_t> naive(1000);
  for (uint32_t i = 0; i < 1000; ++i) naive[i] = i;
  std::mt19937 random(1);
  for (int round = 0; round < 600; ++round) {
    const auto a = static_cast<uint32_t>(random() % 1000);
    const auto b = static_cast<uint32_t>(random() % 1000);
    sets.unite(a, b);
    const uint32_t smaller = std::min(naive[a], naive[b]);
    const uint32_t larger = std::max(naive[a], naive[b]);
    for (uint32_t& set : naive) set = set == larger ? smaller : set;
  }
  for (uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(sets.find(i), naive[i]);
}

TEST(Components, UniteOnManyThreadsAlike) {
  constexpr uint32_t kPages = 20000;
  const auto links = [](uint32_t i) {
    return std::pair{i * 7919U % kPages, (i * 104729U + i / 3) % kPages};
  };
  Components one(kPages);
  Components many(kPages);
  for (uint32_t i = 0; i < kPages; ++i) one.unite(links(i).first, links(i).second);
  parallel_for(kPages, 4, [&](size_t i) {
    const auto [a, b] = links(static_cast<uint32_t>(i));
    many.unite(a, b);
  });
  for (uint32_t i = 0; i < kPages; ++i) ASSERT_EQ(one.find(i), many.find(i));
}

TEST(BigArray, KeepsWhatIsKept) {
  BigArray<double> values(3'000'000);
  EXPECT_EQ(values[2'999'999], 0);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  values.shrink(1'000'001);
  BigArray<double> moved = std::move(values);
  EXPECT_EQ(moved.size(), 1'000'001U);
  EXPECT_EQ(moved[1'000'000], 1'000'000.0);
  moved = BigArray<double>(0);
  EXPECT_EQ(moved.size(), 0U);
}

}  // namespace
}  // namespace cocite::rank

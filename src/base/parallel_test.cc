#include "base/parallel.h"

#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

namespace cocite {
namespace {

TEST(ParallelFor, DoesEveryPieceOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 3U, 8U}) {
    for (const size_t count : {0U, 1U, 2U, 7U, 1000U}) {
      std::vector<std::atomic<int>> done(count);
      parallel_for(count, threads, [&](size_t i) { ++done[i]; });
      for (const auto& times : done) ASSERT_EQ(times.load(), 1);
    }
  }
}

TEST(ParallelFor, HandsAnExceptionToTheCaller) {
  for (const unsigned threads : {1U, 4U}) {
    std::atomic<int> done = 0;
    EXPECT_THROW(parallel_for(1000, threads,
                              [&](size_t i) {
                                if (i == 5) throw std::runtime_error("piece 5");
                                ++done;
                              }),
                 std::runtime_error);
    EXPECT_LT(done.load(), 1000);
  }
}

TEST(ParallelFor, TakesPiecesInOrder) {
  std::vector<size_t> order;
  parallel_for(100, 1, [&](size_t i) { order.push_back(i); });
  std::vector<size_t> expected(100);
  std::iota(expected.begin(), expected.end(), 0U);
  EXPECT_EQ(order, expected);
}

TEST(HardwareThreads, AreAtLeastOne) {
  EXPECT_GE(hardware_threads(), 1U);
}

}  // namespace
}  // namespace cocite

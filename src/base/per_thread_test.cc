#include "base/per_thread.h"

#include <thread>

#include <gtest/gtest.h>

namespace cocite {
namespace {

struct One;
struct Other;

TEST(PerThread, IsKeptFromUseToUse) {
  per_thread<int, One>() = 7;
  EXPECT_EQ((per_thread<int, One>()), 7);
}

TEST(PerThread, IsAnotherOneByAnotherName) {
  per_thread<int, One>() = 1;
  per_thread<int, Other>() = 2;
  EXPECT_EQ((per_thread<int, One>()), 1);
}

TEST(PerThread, IsAnotherOneOnAnotherThread) {
  int& here = per_thread<int, One>();
  here = 7;
  std::thread([&] {
    EXPECT_NE((&per_thread<int, One>()), &here);
    per_thread<int, One>() = 8;
  }).join();
  EXPECT_EQ(here, 7);
}

}  // namespace
}  // namespace cocite

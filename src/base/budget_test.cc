#include "base/budget.h"

#include <gtest/gtest.h>

namespace cocite {
namespace {

TEST(Budget, ThatNobodyLivesToSeeTheEndOfIsNotSpent) {
  for (const uint64_t budget_ms : {uint64_t{1} << 63, ~uint64_t{0}, uint64_t{1} << 45}) {
    EXPECT_FALSE(Budget(budget_ms).is_spent()) << budget_ms;
  }
}

TEST(Budget, OfLooksIsSpentAfterThatManyAndStaysSpent) {
  Budget budget = Budget::of_looks(2);
  EXPECT_FALSE(budget.is_spent());
  EXPECT_FALSE(budget.is_spent());
  EXPECT_FALSE(budget.was_spent());
  EXPECT_TRUE(budget.is_spent());
  EXPECT_TRUE(budget.is_spent());
  EXPECT_TRUE(budget.was_spent());
}

TEST(Budget, LooksOnlyAfterManySteps) {
  Budget budget = Budget::of_looks(0);
  uint64_t steps = 0;
  while (!budget.is_spent_after(100)) steps += 100;
  EXPECT_GT(steps, 10'000U);
  EXPECT_LT(steps, 20'000U);
  // Once spent, it says so at every step.
  EXPECT_TRUE(budget.is_spent_after(1));
}

TEST(Budget, EndsWhenItIsStopped) {
  std::atomic<bool> stop = false;
  Budget budget(0, &stop);
  EXPECT_FALSE(budget.is_spent());
  stop = true;
  EXPECT_FALSE(budget.was_spent());
  EXPECT_TRUE(budget.is_spent());
}

TEST(Budget, ReadsTheClockThatATestGives) {
  static std::chrono::nanoseconds now{0};
  Budget::set_clock([] { return now; });
  Budget budget(100);
  now = std::chrono::milliseconds(99);
  EXPECT_FALSE(budget.is_spent());
  now = std::chrono::milliseconds(100);
  EXPECT_TRUE(budget.is_spent());
  Budget::set_clock(nullptr);
  EXPECT_FALSE(Budget(1'000'000).is_spent());
}

TEST(Budget, ThatIsNotGivenIsNeverSpent) {
  EXPECT_FALSE(is_spent(nullptr));
  EXPECT_FALSE(is_spent_after(nullptr, ~uint64_t{0}));
}

}  // namespace
}  // namespace cocite

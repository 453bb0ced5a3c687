#include "serve/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <latch>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::serve {
namespace {

using std::chrono::milliseconds;

void wait_until(const std::function<bool()>& is_true) {
  while (!is_true()) std::this_thread::sleep_for(milliseconds(1));
}

// A clock that the test moves.
std::atomic<int64_t> now_ms = 0;
Clock::time_point now() {
  return Clock::time_point(milliseconds(now_ms.load()));
}

TEST(WorkerPool, RunsWhatItIsOffered) {
  std::atomic<int> ran = 0;
  {
    WorkerPool pool({.threads = 2});
    for (int i = 0; i < 100; ++i) {
      EXPECT_TRUE(pool.offer(Weight::kLight,
                             [&](const Turn& turn) {
                               EXPECT_FALSE(turn.is_too_late);
                               EXPECT_GT(turn.left.count(), 0);
                               ++ran;
                             })
                      .is_taken);
    }
    wait_until([&] { return pool.is_idle(); });
  }
  EXPECT_EQ(ran, 100);
}

TEST(WorkerPool, RefusesWhenTooManyWait) {
  std::promise<void> go;
  const std::shared_future<void> gate = go.get_future();
  std::atomic<int> ran = 0;
  WorkerPool pool({.threads = 1, .most_waiting = 3});
  const auto job = [&](const Turn&) {
    gate.wait();
    ++ran;
  };
  ASSERT_TRUE(pool.offer(Weight::kLight, job).is_taken);
  wait_until([&] { return pool.counts().running == 1; });
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(pool.offer(Weight::kLight, job).is_taken);
  const auto refused = pool.offer(Weight::kLight, job);
  EXPECT_FALSE(refused.is_taken);
  EXPECT_GE(refused.retry_seconds, 1U);
  EXPECT_EQ(pool.counts().waiting, 3U);
  EXPECT_EQ(pool.counts().refused, 1U);
  go.set_value();
  wait_until([&] { return pool.is_idle(); });
  EXPECT_EQ(ran, 4);
  EXPECT_TRUE(pool.offer(Weight::kLight, job).is_taken);  // and takes again
}

TEST(WorkerPool, TellsOfPressureWhileTheQueueIsLong) {
  // Requests are expected to take 0.2 ms, and the longest wait is 50 ms: so 250 of them wait at most.
  std::promise<void> go;
  const std::shared_future<void> gate = go.get_future();
  std::vector<unsigned> pressures;
  WorkerPool pool({.threads = 1, .now = now});
  ASSERT_TRUE(pool.offer(Weight::kLight, [&](const Turn&) { gate.wait(); }).is_taken);
  wait_until([&] { return pool.counts().running == 1; });
  const auto job = [&](const Turn& turn) { pressures.push_back(turn.pressure); };
  size_t taken = 0;
  while (pool.offer(Weight::kLight, job).is_taken) ++taken;
  EXPECT_EQ(taken, 251U);
  EXPECT_EQ(pool.counts().refused, 1U);
  go.set_value();
  wait_until([&] { return pool.is_idle(); });
  ASSERT_EQ(pressures.size(), taken);
  EXPECT_EQ(pressures.front(), 2U);
  EXPECT_EQ(pressures.back(), 0U);
  EXPECT_TRUE(std::ranges::is_sorted(pressures, std::greater<>()));
  EXPECT_EQ(pool.counts().reduced, taken - std::ranges::count(pressures, 0U));
}

TEST(WorkerPool, TellsThoseThatWaitedTooLong) {
  std::promise<void> go;
  const std::shared_future<void> gate = go.get_future();
  std::vector<bool> late;
  WorkerPool pool({.threads = 1, .now = now});
  ASSERT_TRUE(pool.offer(Weight::kLight, [&](const Turn&) { gate.wait(); }).is_taken);
  wait_until([&] { return pool.counts().running == 1; });
  const auto job = [&](const Turn& turn) { late.push_back(turn.is_too_late); };
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(pool.offer(Weight::kLight, job).is_taken);
  now_ms += 5000;
  go.set_value();
  wait_until([&] { return pool.is_idle(); });
  // The last one has no request behind it: a slow machine, not load.
  EXPECT_EQ(late, (std::vector<bool>{true, true, false}));
  EXPECT_EQ(pool.counts().too_late, 2U);
}

TEST(WorkerPool, LeavesAThreadToLightRequests) {
  std::promise<void> go;
  const std::shared_future<void> gate = go.get_future();
  std::atomic<int> heavy = 0;
  std::atomic<int> most_heavy = 0;
  WorkerPool pool({.threads = 2});
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(pool.offer(Weight::kHeavy,
                           [&](const Turn&) {
                             const int now = ++heavy;
                             if (now > most_heavy) most_heavy = now;
                             gate.wait();
                             --heavy;
                           })
                    .is_taken);
  }
  std::latch is_answered(1);
  ASSERT_TRUE(pool.offer(Weight::kLight, [&](const Turn&) { is_answered.count_down(); }).is_taken);
  is_answered.wait();  // which it would be for good, if heavy ones had both threads
  // A request counts as running until its thread has read the clock and taken it off the
  // list.
  wait_until([&] { return pool.counts().running == 1; });
  EXPECT_EQ(pool.counts().waiting, 3U);
  go.set_value();
  wait_until([&] { return pool.is_idle(); });
  EXPECT_EQ(most_heavy, 1);
}

TEST(WorkerPool, StopsWhoIsPastTheDeadline) {
  WorkerPool pool({.threads = 1, .deadline = milliseconds(10)});
  std::latch is_stopped(1);
  ASSERT_TRUE(pool.offer(Weight::kLight,
                         [&](const Turn& turn) {
                           while (!turn.stop->load()) std::this_thread::sleep_for(milliseconds(1));
                           is_stopped.count_down();
                         })
                  .is_taken);
  while (!is_stopped.try_wait()) {
    pool.watch_deadlines();
    std::this_thread::sleep_for(milliseconds(1));
  }
  // The next one begins with a fresh flag.
  std::promise<bool> seen;
  ASSERT_TRUE(
      pool.offer(Weight::kLight, [&](const Turn& turn) { seen.set_value(turn.stop->load()); })
          .is_taken);
  EXPECT_FALSE(seen.get_future().get());
}

TEST(WorkerPool, TellsThoseWhoWaitWhenItEnds) {
  std::atomic<int> late = 0;
  WorkerPool pool({.threads = 1});
  std::latch has_begun(1);
  ASSERT_TRUE(pool.offer(Weight::kLight,
                         [&](const Turn& turn) {
                           has_begun.count_down();
                           while (!*turn.ending) std::this_thread::yield();
                         })
                  .is_taken);
  has_begun.wait();
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(
        pool.offer(Weight::kLight, [&](const Turn& turn) { late += turn.is_too_late ? 1 : 0; })
            .is_taken);
  }
  pool.end();
  EXPECT_EQ(late, 5);
  EXPECT_FALSE(pool.offer(Weight::kLight, [](const Turn&) {}).is_taken);
}

TEST(WorkerPool, WaitsLongerWhereRequestsTakeLonger) {
  EXPECT_EQ(WorkerPool::longest_wait_ms(0.1, 2000), 50);
  EXPECT_EQ(WorkerPool::longest_wait_ms(10, 2000), 200);
  EXPECT_EQ(WorkerPool::longest_wait_ms(500, 2000), 1000);
  EXPECT_EQ(WorkerPool::longest_wait_ms(500, 20), 50);
  EXPECT_EQ(WorkerPool::pressure_of(0.1), 0U);
  EXPECT_EQ(WorkerPool::pressure_of(0.3), 1U);
  EXPECT_EQ(WorkerPool::pressure_of(0.9), 2U);
}

TEST(WorkerPool, EndingStopsWhatRuns) {
  WorkerPool pool({.threads = 2, .deadline = std::chrono::hours(1)});
  std::promise<void> runs;
  ASSERT_TRUE(pool.offer(Weight::kLight,
                         [&](const Turn& turn) {
                           runs.set_value();
                           while (!*turn.stop || !*turn.ending) std::this_thread::yield();
                         })
                  .is_taken);
  runs.get_future().wait();
  pool.end();  // comes back
  EXPECT_TRUE(pool.is_idle());
}

TEST(WorkerPool, OutlivesAJobThatThrows) {
  WorkerPool pool({.threads = 1});
  ASSERT_TRUE(pool.offer(Weight::kLight, [](const Turn&) { throw std::bad_alloc(); }).is_taken);
  std::promise<void> ran;
  ASSERT_TRUE(pool.offer(Weight::kLight, [&](const Turn&) { ran.set_value(); }).is_taken);
  ran.get_future().wait();
}

}  // namespace
}  // namespace cocite::serve

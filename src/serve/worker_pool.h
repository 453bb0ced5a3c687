// The threads that compute answers, with a bounded queue and back-pressure.
//
//   WorkerPool pool({.threads = 2});
//   auto entry = pool.offer(Weight::kLight, [](const Turn& turn) { … turn.pressure … });
//   if (!entry.is_taken) return try_later(503, …, entry.retry_seconds);
//
// A bounded queue before a few threads. As it fills, requests are run with a `pressure`, to do
// less; a request that would wait too long is rejected immediately.
// Too long is relative to what requests take: 20 times the mean, but between 50 ms and half the
// deadline. Heavy requests never hold all threads. Any number of threads may offer.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/route.h"

namespace cocite::serve {

using Clock = std::chrono::steady_clock;

struct Turn {
  bool is_too_late = false;                   // it waited longer than clients wait
  unsigned pressure = 0;                      // 0: none; 1: do less; 2: do as little as makes sense
  std::chrono::milliseconds left{};           // of the deadline
  const std::atomic<bool>* stop = nullptr;    // set when the deadline is over, or all is
  const std::atomic<bool>* ending = nullptr;  // set when all is
};

class WorkerPool {
 public:
  struct Options {
    unsigned threads = 2;
    uint64_t most_waiting = 1000;
    std::chrono::milliseconds deadline{2000};
    Clock::time_point (*now)() = &Clock::now;
  };
  explicit WorkerPool(const Options& options);
  ~WorkerPool() { end(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  struct Entry {
    bool is_taken = true;
    unsigned retry_seconds = 1;
  };
  using Job = std::function<void(const Turn&)>;
  [[nodiscard]] Entry offer(Weight weight, Job job);

  // Sets `stop` of requests past their deadline; to be called every few milliseconds.
  void watch_deadlines();
  // Stops what is running and waits for it; queued requests get `is_too_late`, new ones
  // are rejected.
  void end();
  // No request waits or runs.
  [[nodiscard]] bool is_idle() const;

  struct Counts {
    uint64_t waiting = 0;
    uint64_t running = 0;
    uint64_t refused = 0;   // at once
    uint64_t too_late = 0;  // after waiting
    uint64_t reduced = 0;   // under pressure
  };
  [[nodiscard]] Counts counts() const;

  // How long a wait is too long, when requests take `mean_ms` on average.
  [[nodiscard]] static double longest_wait_ms(double mean_ms, double deadline_ms);
  // From the wait that the newest has before it, as a share of the longest.
  [[nodiscard]] static unsigned pressure_of(double share);

 private:
  struct Waiting {
    Job job;
    Clock::time_point since;
  };
  struct Lane {
    std::deque<Waiting> waiting;
    uint64_t running = 0;
    uint64_t most_running = 1;
    double mean_ms = 0.2;  // of the last requests, the newest counting most
  };
  // What a thread is doing; watched from outside.
  struct Slot {
    std::atomic<int64_t> deadline_ns = 0;  // 0: nothing
    std::atomic<bool> stop = false;
    std::atomic<bool> ending = false;
  };

  void work(Slot& slot);
  [[nodiscard]] Lane* next_lane();
  [[nodiscard]] double expected_wait_ms(const Lane& lane) const;

  Options options_;
  mutable std::mutex mutex_;
  std::condition_variable is_work_;
  bool is_ending_ = false;
  Lane lanes_[2];
  Counts counts_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<std::thread> threads_;
};

}  // namespace cocite::serve

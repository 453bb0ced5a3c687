#include "serve/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace cocite::serve {
namespace {

double ms_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

int64_t nanoseconds(Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

}  // namespace

double WorkerPool::longest_wait_ms(double mean_ms, double deadline_ms) {
  constexpr double kTimesMean = 20;
  constexpr double kAtLeast = 50;
  return std::clamp(kTimesMean * mean_ms, kAtLeast, std::max(kAtLeast, deadline_ms / 2));
}

unsigned WorkerPool::pressure_of(double share) {
  if (share >= 0.5) return 2;
  return share >= 0.25 ? 1 : 0;
}

WorkerPool::WorkerPool(const Options& options) : options_(options) {
  const unsigned threads = std::max(1U, options_.threads);
  lanes_[static_cast<size_t>(Weight::kLight)].most_running = threads;
  lanes_[static_cast<size_t>(Weight::kHeavy)].most_running = std::max(1U, threads - 1);
  for (unsigned i = 0; i < threads; ++i) {
    slots_.push_back(std::make_unique<Slot>());
    threads_.emplace_back([this, slot = slots_.back().get()] { work(*slot); });
  }
}

void WorkerPool::end() {
  std::vector<Job> unanswered;
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
    for (Lane& lane : lanes_) {
      for (Waiting& waiting : lane.waiting) unanswered.push_back(std::move(waiting.job));
      lane.waiting.clear();
    }
    for (const auto& slot : slots_) slot->stop = slot->ending = true;
  }
  is_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  for (const Job& job : unanswered) job({.is_too_late = true});
}

double WorkerPool::expected_wait_ms(const Lane& lane) const {
  return static_cast<double>(lane.waiting.size()) * lane.mean_ms /
         static_cast<double>(lane.most_running);
}

WorkerPool::Entry WorkerPool::offer(Weight weight, Job job) {
  const auto deadline_ms = static_cast<double>(options_.deadline.count());
  {
    const std::scoped_lock lock(mutex_);
    Lane& lane = lanes_[static_cast<size_t>(weight)];
    const double wait_ms = expected_wait_ms(lane);
    if (is_ending_ || lane.waiting.size() >= options_.most_waiting ||
        wait_ms > longest_wait_ms(lane.mean_ms, deadline_ms)) {
      ++counts_.refused;
      return {.is_taken = false,
              .retry_seconds = static_cast<unsigned>(std::clamp(wait_ms / 1000, 0.0, 60.0)) + 1};
    }
    lane.waiting.push_back({std::move(job), options_.now()});
  }
  is_work_.notify_one();
  return {};
}

WorkerPool::Lane* WorkerPool::next_lane() {
  Lane* next = nullptr;
  for (Lane& lane : lanes_) {
    if (lane.waiting.empty() || lane.running >= lane.most_running) continue;
    if (next == nullptr || lane.waiting.front().since < next->waiting.front().since) next = &lane;
  }
  return next;
}

void WorkerPool::work(Slot& slot) {
  std::unique_lock lock(mutex_);
  for (;;) {
    Lane* lane = nullptr;
    is_work_.wait(lock, [&] { return is_ending_ || (lane = next_lane()) != nullptr; });
    if (is_ending_) return;
    Waiting waiting = std::move(lane->waiting.front());
    lane->waiting.pop_front();
    ++lane->running;
    const auto begin = options_.now();
    const auto deadline_ms = static_cast<double>(options_.deadline.count());
    const double longest_ms = longest_wait_ms(lane->mean_ms, deadline_ms);
    const double waited_ms = ms_between(waiting.since, begin);
    Turn turn{.stop = &slot.stop, .ending = &slot.ending};
    // A long wait with an empty queue behind it comes from a slow machine, not from load.
    if (!lane->waiting.empty()) {
      turn.is_too_late = waited_ms > 1.5 * longest_ms;
      turn.pressure = pressure_of(std::max(expected_wait_ms(*lane), waited_ms) / longest_ms);
    }
    const auto left = options_.deadline - std::chrono::milliseconds(std::lround(waited_ms));
    turn.left = std::max(left, std::chrono::milliseconds(1));
    counts_.too_late += turn.is_too_late ? 1 : 0;
    counts_.reduced += !turn.is_too_late && turn.pressure > 0 ? 1 : 0;
    slot.stop.store(false, std::memory_order_relaxed);
    lock.unlock();
    slot.deadline_ns.store(nanoseconds(waiting.since + options_.deadline),
                           std::memory_order_release);
    try {
      waiting.job(turn);
    } catch (const std::exception&) {
      // Jobs answer for themselves; one that cannot must not end the process.
    }
    waiting.job = nullptr;
    slot.deadline_ns.store(0, std::memory_order_release);
    const double took_ms = ms_between(begin, options_.now());
    lock.lock();
    --lane->running;
    if (!turn.is_too_late) {
      constexpr double kNewest = 0.05;
      lane->mean_ms += kNewest * (took_ms - lane->mean_ms);
    }
    // A place for a heavy one may have become free, of which a sleeping thread knows nothing.
    if (next_lane() != nullptr) is_work_.notify_one();
  }
}

void WorkerPool::watch_deadlines() {
  const int64_t now = nanoseconds(options_.now());
  for (const auto& slot : slots_) {
    const int64_t deadline = slot->deadline_ns.load(std::memory_order_acquire);
    if (deadline != 0 && now > deadline) {
      slot->stop.store(true, std::memory_order_relaxed);
    }
  }
}

bool WorkerPool::is_idle() const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::all_of(
      lanes_, [](const Lane& lane) { return lane.waiting.empty() && lane.running == 0; });
}

WorkerPool::Counts WorkerPool::counts() const {
  const std::scoped_lock lock(mutex_);
  Counts counts = counts_;
  for (const Lane& lane : lanes_) {
    counts.waiting += lane.waiting.size();
    counts.running += lane.running;
  }
  return counts;
}

}  // namespace cocite::serve

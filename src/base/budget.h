// The time budget of a query, and its stop flag.
//
//   Budget budget(50);                        // milliseconds; 0: as long as it takes
//   if (budget.is_spent()) ...                // return what was found so far
//   if (budget.is_spent_after(block.size)) .. // in a loop of short steps: reads the clock rarely
//
// Every loop that can run longer than 10 ms checks it. Once spent it stays spent, and the answer says
// that it is not complete. Functions take a Budget*; nullptr is no limit (is_spent(budget) below).
// One thread, except that any thread may set `stop`.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace cocite {

class Budget {
 public:
  explicit Budget(uint64_t budget_ms = 0, const std::atomic<bool>* stop = nullptr)
      : stop_(stop),
        has_end_(budget_ms != 0 && budget_ms < kForeverMs),
        end_(has_end_ ? now() + std::chrono::milliseconds(budget_ms)
                      : std::chrono::nanoseconds(0)) {}
  // Spent after this many looks, whatever the time: for tests of loops.
  [[nodiscard]] static Budget of_looks(uint64_t looks) {
    Budget budget;
    budget.looks_left_ = looks;
    return budget;
  }

  // What all budgets read from now on, such as processor time; nullptr: the steady clock. For tests.
  using Clock = std::chrono::nanoseconds (*)();
  static void set_clock(Clock clock) { clock_.store(clock, std::memory_order_relaxed); }

  [[nodiscard]] bool is_spent() {
    steps_ = 0;
    if (is_spent_) return true;
    is_spent_ = (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) ||
                looks_left_-- == 0 || (has_end_ && now() >= end_);
    return is_spent_;
  }
  // `steps` of work were done, each of a few nanoseconds (a posting, a position, a link). Looks
  // every 16,384 steps.
  [[nodiscard]] bool is_spent_after(uint64_t steps) {
    steps_ += steps;
    return steps_ < kStepsALook ? is_spent_ : is_spent();
  }
  // What is left, at least 1; 0 without an end.
  [[nodiscard]] uint64_t left_ms() const {
    if (!has_end_) return 0;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - now()).count();
    return left > 1 ? static_cast<uint64_t>(left) : 1;
  }
  // Whether some answer was cut short by it.
  [[nodiscard]] bool was_spent() const { return is_spent_; }

 private:
  // A year: clocks count in nanoseconds, in which a far larger number would lie in the past.
  static constexpr uint64_t kForeverMs = 365ULL * 24 * 60 * 60 * 1000;
  static constexpr uint64_t kStepsALook = 16384;

  [[nodiscard]] static std::chrono::nanoseconds now() {
    const Clock clock = clock_.load(std::memory_order_relaxed);
    return clock != nullptr ? clock() : std::chrono::steady_clock::now().time_since_epoch();
  }

  inline static std::atomic<Clock> clock_ = nullptr;

  const std::atomic<bool>* stop_;
  bool has_end_;
  std::chrono::nanoseconds end_;
  uint64_t looks_left_ = std::numeric_limits<uint64_t>::max();
  uint64_t steps_ = 0;  // since the last look
  bool is_spent_ = false;
};

[[nodiscard]] inline bool is_spent(Budget* budget) {
  return budget != nullptr && budget->is_spent();
}
[[nodiscard]] inline bool is_spent_after(Budget* budget, uint64_t steps) {
  return budget != nullptr && budget->is_spent_after(steps);
}

}  // namespace cocite

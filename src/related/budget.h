// How long may this query take?
//
//   Budget budget(50);                  // milliseconds; 0: as long as it takes
//   if (budget.is_spent()) ...          // stop collecting, answer with what there is
//
// Once spent it stays spent, and whoever gives the answer says that it is not the full one. One
// thread, except that `stop` may be set by anybody.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace cocite::related {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Budget(uint64_t budget_ms = 0, const std::atomic<bool>* stop = nullptr)
      : stop_(stop),
        has_end_(budget_ms != 0 && budget_ms < kForeverMs),
        end_(has_end_ ? Clock::now() + std::chrono::milliseconds(budget_ms) : Clock::time_point()) {
  }

  [[nodiscard]] bool is_spent() {
    if (is_spent_) return true;
    is_spent_ = (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) ||
                (has_end_ && Clock::now() >= end_);
    return is_spent_;
  }
  // Whether some answer was cut short by it.
  [[nodiscard]] bool was_spent() const { return is_spent_; }

 private:
  // A year: clocks count in nanoseconds, in which a far larger number would lie in the past.
  static constexpr uint64_t kForeverMs = 365ULL * 24 * 60 * 60 * 1000;

  const std::atomic<bool>* stop_;
  bool has_end_;
  Clock::time_point end_;
  bool is_spent_ = false;
};

}  // namespace cocite::related

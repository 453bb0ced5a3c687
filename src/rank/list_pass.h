// One pass over all pages on several threads: for ranks that need no iteration.
//
//   COCITE_CHECK(for_each_range("indegree", store, options, [&](uint64_t first, uint64_t last) {
//     …; return Result<void>(); }));
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "base/parallel.h"
#include "rank/rank.h"

namespace cocite::rank {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

// Calls work(first, last) for ranges of pages; the first error of all ends it.
template <class Work>
[[nodiscard]] Result<void> for_each_range(std::string_view rank, const store::Store& store,
                                          const Options& options, const Work& work) {
  constexpr uint64_t kRange = 8192;  // whole groups of lists
  static_assert(kRange % graph::kGroupPages == 0);
  const uint64_t pages = store.pages();
  const uint64_t ranges = (pages + kRange - 1) / kRange;
  std::atomic<bool> has_failed = false;
  std::mutex mutex;
  uint64_t done = 0;
  Result<void> status;
  parallel_for(ranges, options.threads, [&](size_t range) {
    if (has_failed.load(std::memory_order_relaxed)) return;
    const bool is_stopped =
        options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
    const Result<void> result = is_stopped
                                    ? fail(ErrorCode::kCancelled, "stopped; nothing was changed")
                                    : work(range * kRange, std::min(pages, (range + 1) * kRange));
    const std::scoped_lock lock(mutex);
    ++done;
    if (!result && status) {
      status = result;
      has_failed = true;
    } else if (options.progress) {
      Progress progress;
      progress.stage = rank;
      progress.done = std::min(pages, done * kRange);
      progress.total = pages;
      progress.unit = "pages";
      options.progress(progress);
    }
  });
  return status;
}

}  // namespace cocite::rank

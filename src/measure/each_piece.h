// Work for several threads, piece by piece, that stops at the first error and reports progress.
//
//   const auto work = [&](size_t i) -> Result<void> {…};
//   COCITE_CHECK(for_each_piece(queries.size(), request, "asking", work));
//
// Pieces are taken in order; any thread may have any of them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include <cocite/eval.h>
#include <cocite/progress.h>
#include <cocite/result.h>

#include "base/parallel.h"

namespace cocite::measure {

template <class Work>
Result<void> for_each_piece(size_t count, const EvalRequest& request, const std::string& stage,
                            const Work& work) {
  const unsigned threads = request.threads == 0 ? hardware_threads() : request.threads;
  std::mutex mutex;
  std::optional<Error> error;
  std::atomic<bool> is_over = false;
  uint64_t done = 0;
  auto told = std::chrono::steady_clock::now();
  parallel_for(count, threads, [&](size_t i) {
    if (is_over.load(std::memory_order_relaxed)) return;
    if (request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) {
      is_over = true;
      return;
    }
    const Result<void> result = work(i);
    const std::scoped_lock lock(mutex);
    ++done;
    if (!result && !error) {
      error = result.error();
      is_over = true;
    }
    constexpr auto kBetween = std::chrono::milliseconds(200);
    if (request.progress && std::chrono::steady_clock::now() - told >= kBetween) {
      told = std::chrono::steady_clock::now();
      request.progress({.stage = stage, .done = done, .total = count, .unit = "answers"});
    }
  });
  if (request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped");
  }
  if (error) return tl::unexpected<Error>(*error);
  return {};
}

}  // namespace cocite::measure

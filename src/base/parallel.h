// Runs independent pieces of work on several threads.
//
//   parallel_for(chunks.size(), threads, [&](size_t i) { encode(chunks[i]); });
//
// Free threads take pieces in order; the call returns when all are done. An exception of
// a piece reaches the caller (one of them, if several). Why not a library: docs/decisions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace cocite {

[[nodiscard]] inline unsigned hardware_threads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

template <class Work>
void parallel_for(size_t count, unsigned threads, const Work& work) {
  if (threads <= 1 || count <= 1) {
    for (size_t i = 0; i < count; ++i) work(i);
    return;
  }
  std::atomic<size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&] {
    try {
      for (size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(i);
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next.store(count);
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (size_t t = 1; t < std::min<size_t>(threads, count); ++t) helpers.emplace_back(run);
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cocite

// Threads that read what was fetched, while one other thread fetches.
//
//   ReaderPool pool(threads, make_reader, [&] { transfers->wake(); });
//   pool.give(std::move(fetched));
//   for (ReadPage& page : pool.take()) …
//
// Answers come back in the order in which they were given. One thread gives and takes.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "crawl/page_reader.h"

namespace cocite::crawl {

class ReaderPool {
 public:
  using MakeReader = std::function<std::unique_ptr<PageReader>()>;
  // `is_done`: called by any thread after each page.
  ReaderPool(unsigned threads, const MakeReader& make, std::function<void()> is_done);
  ReaderPool(const ReaderPool&) = delete;
  ReaderPool& operator=(const ReaderPool&) = delete;
  ~ReaderPool();

  void give(FetchedPage fetched);
  // What is finished, in order.
  [[nodiscard]] std::vector<ReadPage> take();
  // Given and not taken yet.
  [[nodiscard]] size_t waiting() const { return given_ - taken_; }
  // All that was given: waits for it.
  [[nodiscard]] std::vector<ReadPage> take_all();

 private:
  void run(PageReader& reader);

  std::function<void()> is_done_;
  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable has_result_;
  std::deque<std::pair<uint64_t, FetchedPage>> work_;
  std::map<uint64_t, ReadPage> results_;
  bool is_over_ = false;
  uint64_t given_ = 0;
  uint64_t taken_ = 0;
  std::vector<std::unique_ptr<PageReader>> readers_;
  std::vector<std::jthread> threads_;
};

}  // namespace cocite::crawl

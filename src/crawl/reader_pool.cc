#include "crawl/reader_pool.h"

namespace cocite::crawl {

ReaderPool::ReaderPool(unsigned threads, const MakeReader& make, std::function<void()> is_done)
    : is_done_(std::move(is_done)) {
  for (unsigned i = 0; i < threads; ++i) readers_.push_back(make());
  for (const auto& reader : readers_) threads_.emplace_back([this, &reader] { run(*reader); });
}

ReaderPool::~ReaderPool() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
    work_.clear();
  }
  has_work_.notify_all();
}

void ReaderPool::give(FetchedPage fetched) {
  {
    const std::scoped_lock lock(mutex_);
    work_.emplace_back(given_++, std::move(fetched));
  }
  has_work_.notify_one();
}

std::vector<ReadPage> ReaderPool::take() {
  std::vector<ReadPage> pages;
  const std::scoped_lock lock(mutex_);
  while (!results_.empty() && results_.begin()->first == taken_) {
    pages.push_back(std::move(results_.begin()->second));
    results_.erase(results_.begin());
    ++taken_;
  }
  return pages;
}

std::vector<ReadPage> ReaderPool::take_all() {
  {
    std::unique_lock lock(mutex_);
    has_result_.wait(lock, [&] { return taken_ + results_.size() == given_; });
  }
  return take();
}

void ReaderPool::run(PageReader& reader) {
  for (;;) {
    std::pair<uint64_t, FetchedPage> job;
    {
      std::unique_lock lock(mutex_);
      has_work_.wait(lock, [&] { return is_over_ || !work_.empty(); });
      if (work_.empty()) return;
      job = std::move(work_.front());
      work_.pop_front();
    }
    ReadPage page = reader.read(std::move(job.second));
    {
      const std::scoped_lock lock(mutex_);
      results_.emplace(job.first, std::move(page));
    }
    has_result_.notify_all();
    is_done_();
  }
}

}  // namespace cocite::crawl

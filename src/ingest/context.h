// What every stage of an import shares: limits, progress, and whether to stop.
//
//   COCITE_CHECK(context.report("packing out-links", done, total, "links"));
//
// report() passes progress on a few times a second and fails with kCancelled once the user asked to
// stop; called between pieces of work, never for each link. One thread at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/ingest.h"

namespace cocite::ingest {

class Context {
 public:
  Context(const ImportRequest& request, const Limits& limits, uint64_t memory_bytes,
          unsigned threads)
      : request_(&request), limits_(limits), memory_bytes_(memory_bytes), threads_(threads) {}

  [[nodiscard]] const ImportRequest& request() const { return *request_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] uint64_t memory_bytes() const { return memory_bytes_; }
  [[nodiscard]] unsigned threads() const { return threads_; }

  [[nodiscard]] bool is_stopped() const {
    return request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed);
  }
  [[nodiscard]] Result<void> report(std::string_view stage, uint64_t done, uint64_t total,
                                    std::string_view unit) {
    if (is_stopped()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    const auto now = Clock::now();
    if (request_->progress && (stage != last_stage_ || now - last_report_ > kInterval)) {
      last_report_ = now;
      last_stage_ = stage;
      request_->progress({.stage = std::string(stage),
                          .done = done,
                          .total = total,
                          .unit = std::string(unit),
                          .links = links_read.load()});
    }
    return {};
  }

  std::atomic<uint64_t> links_read = 0;  // counted by one thread while another reports

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kInterval{200};

  const ImportRequest* request_;
  Limits limits_;
  uint64_t memory_bytes_;
  unsigned threads_;
  Clock::time_point last_report_;
  std::string last_stage_;
};

}  // namespace cocite::ingest

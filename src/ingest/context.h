// What every stage of an import shares: limits, progress, and whether to stop.
//
//   COCITE_CHECK(context.report("packing out-links", done, total, "links"));
//
// report() passes progress on a few times a second and fails with kCancelled once the user asked to
// stop; called between pieces of work, never for each link. One thread at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/ingest.h"
#include "read/archive_date.h"

namespace cocite::ingest {

class Context {
 public:
  Context(const ImportRequest& request, const Limits& limits, uint64_t memory_bytes,
          unsigned threads)
      : request_(&request), limits_(limits), memory_bytes_(memory_bytes), threads_(threads) {}

  [[nodiscard]] const ImportRequest& request() const { return *request_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] uint64_t memory_bytes() const { return memory_bytes_; }
  // What is held for each page or alias to the end and cannot be put aside; any thread.
  void hold(uint64_t bytes) { held_bytes_ += bytes; }
  // What is left for that which can wait in files: never less than a quarter.
  [[nodiscard]] uint64_t free_bytes() const {
    return memory_bytes_ - std::min<uint64_t>(held_bytes_.load(), memory_bytes_ / 4 * 3);
  }
  // Of these, what a file::Spill may keep of what waits to be written.
  [[nodiscard]] uint64_t spill_bytes() const { return memory_bytes_ / 64; }
  [[nodiscard]] unsigned threads() const { return threads_; }

  // Seconds since 1970.
  [[nodiscard]] uint32_t from_date() const { return from_date_; }
  [[nodiscard]] uint32_t to_date() const { return to_date_; }
  // Of the request; kInvalidArgument for an invalid date.
  [[nodiscard]] Result<void> read_dates() {
    COCITE_CHECK(read_date(request_->from_date, from_date_));
    return read_date(request_->to_date, to_date_);
  }

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
  static Result<void> read_date(const std::string& text, uint32_t& date) {
    if (text.empty()) return {};
    const auto seconds = read::parse_date(text);
    if (!seconds) {
      return fail(ErrorCode::kInvalidArgument,
                  "'" + text + "' is no date; write it like 2024-05-01 or 2024-05-01T12:00:00Z");
    }
    constexpr int64_t kLatest = std::numeric_limits<uint32_t>::max();
    date = static_cast<uint32_t>(std::clamp<int64_t>(*seconds, 0, kLatest));
    return {};
  }
  static constexpr std::chrono::milliseconds kInterval{200};

  const ImportRequest* request_;
  Limits limits_;
  uint64_t memory_bytes_;
  std::atomic<uint64_t> held_bytes_ = 0;
  unsigned threads_;
  uint32_t from_date_ = 0;
  uint32_t to_date_ = std::numeric_limits<uint32_t>::max();
  Clock::time_point last_report_;
  std::string last_stage_;
};

}  // namespace cocite::ingest

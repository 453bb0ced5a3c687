// Who asked what, a line each.
//
//   AccessLog log(AccessLogKind::kFull, write_line);
//   log.add(request, 200, 5123, 0.0012);   // 127.0.0.1 2026-11-16T03:00:00Z GET /api/… 200 5123 1.2ms
//   log.flush();                           // called a few times a second
//
// Lines are gathered and written together; when the reader of the log is too slow they are dropped
// and counted, because requests come first. Any thread; one flushes at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include <cocite/service.h>

#include "serve/message.h"

namespace cocite::serve {

class AccessLog {
 public:
  using Write = std::function<void(std::string_view line)>;
  AccessLog(AccessLogKind kind, Write write) : kind_(kind), write_(std::move(write)) {}

  [[nodiscard]] bool is_on() const { return kind_ != AccessLogKind::kOff && write_; }
  void add(std::string_view client, std::string_view method, std::string_view target,
           unsigned status, uint64_t bytes, double seconds);
  void flush();

 private:
  static constexpr size_t kMostBytes = size_t{4} << 20;

  AccessLogKind kind_;
  Write write_;
  std::mutex mutex_;
  std::string lines_;
  uint64_t dropped_ = 0;
};

}  // namespace cocite::serve

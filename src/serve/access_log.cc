#include "serve/access_log.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

#include "base/ascii.h"

namespace cocite::serve {
namespace {

std::string time_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> room{};
  return {room.data(), std::strftime(room.data(), room.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

void AccessLog::add(std::string_view client, std::string_view method, std::string_view target,
                    unsigned status, uint64_t bytes, double seconds) {
  if (!is_on()) return;
  const bool is_full = kind_ == AccessLogKind::kFull;
  constexpr size_t kLongest = 2000;
  target = target.substr(0, std::min(is_full ? kLongest : target.find('?'), target.size()));
  std::string line(is_full ? client : "-");
  line += ' ' + time_text() + ' ';
  line += method.substr(0, 20);
  line += ' ';
  for (const char c : target) {
    line += is_visible(c) ? c : '?';
  }
  std::array<char, 64> room{};
  std::snprintf(room.data(), room.size(), " %u %llu %.2fms\n", status,
                static_cast<unsigned long long>(bytes), seconds * 1000);
  line += room.data();
  const std::scoped_lock lock(mutex_);
  if (lines_.size() + line.size() > kMostBytes) {
    ++dropped_;
  } else {
    lines_ += line;
  }
}

void AccessLog::flush() {
  std::string lines;
  {
    const std::scoped_lock lock(mutex_);
    lines.swap(lines_);
    if (dropped_ > 0) lines += "- " + std::to_string(dropped_) + " lines are missing here\n";
    dropped_ = 0;
  }
  if (lines.empty()) return;
  lines.pop_back();  // the writer ends its line
  write_(lines);
}

}  // namespace cocite::serve

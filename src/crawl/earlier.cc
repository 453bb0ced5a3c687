#include "crawl/earlier.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

#include "base/ascii.h"

namespace cocite::crawl {
namespace {

constexpr size_t kMaxFieldBytes = 512;

// A field as it may be sent back; empty where it may not.
std::string sendable(std::string_view value) {
  value = trim(value);
  const bool is_text = std::ranges::none_of(value, [](char c) { return is_control(c); });
  return value.size() <= kMaxFieldBytes && is_text ? std::string(value) : std::string();
}

}  // namespace

std::string http_date(uint32_t date) {
  // Not strftime, whose names of days depend on the locale.
  static constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const time_t seconds = date;
  struct tm parts {};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> room{};
  std::snprintf(room.data(), room.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                kDays[static_cast<size_t>(parts.tm_wday)], parts.tm_mday,
                kMonths[static_cast<size_t>(parts.tm_mon)], parts.tm_year + 1900, parts.tm_hour,
                parts.tm_min, parts.tm_sec);
  return room.data();
}

std::vector<std::string> conditions(const PageVersion& version) {
  std::vector<std::string> lines;
  const std::string etag = sendable(version.etag);
  if (!etag.empty()) lines.push_back("If-None-Match: " + etag);
  const std::string modified = sendable(version.modified);
  if (!modified.empty()) {
    lines.push_back("If-Modified-Since: " + modified);
  } else if (etag.empty() && version.date > 0) {
    lines.push_back("If-Modified-Since: " + http_date(version.date));
  }
  return lines;
}

void read_version(std::string_view etag, std::string_view modified, PageVersion& version) {
  if (std::string text = sendable(etag); !text.empty()) version.etag = std::move(text);
  if (std::string text = sendable(modified); !text.empty()) version.modified = std::move(text);
}

}  // namespace cocite::crawl

#include "crawl/politeness.h"

#include <charconv>
#include <cstring>
#include <string>

#include <time.h>

#include "base/ascii.h"

namespace cocite::crawl {

std::optional<double> retry_after(std::string_view value, int64_t now) {
  constexpr double kDay = 86400;
  value = trim(value);
  if (value.empty()) return {};
  uint64_t seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (end == value.data() + value.size()) {
    return error == std::errc() ? std::min(static_cast<double>(seconds), kDay) : kDay;
  }
  struct tm parts {};
  // The one form that servers send; the C locale's names, since no other is set.
  const std::string text(value);
  const char* const rest = ::strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (rest == nullptr) return {};
  const auto then = static_cast<int64_t>(::timegm(&parts));
  return std::clamp(static_cast<double>(then - now), 0.0, kDay);
}

}  // namespace cocite::crawl

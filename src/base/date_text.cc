#include "base/date_text.h"

#include <ctime>

namespace cocite {

std::string date_text(uint32_t seconds) {
  if (seconds == 0) return "";
  const std::time_t time = seconds;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[32];
  const size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, size};
}

}  // namespace cocite

// A moment as text.
//
//   date_text(1714564800)    // "2024-05-01T12:00:00Z"
//
// Pure function; any thread.
#pragma once

#include <cstdint>
#include <string>

namespace cocite {

// Seconds since 1970, in UTC; nothing for 0.
[[nodiscard]] std::string date_text(uint32_t seconds);

}  // namespace cocite

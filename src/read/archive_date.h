// When was this fetched? Dates as archives write them, in seconds since 1970.
//
//   parse_date("2006-09-19T17:20:24Z")   // WARC; fractions are cut, "2006-09" is its beginning
//   parse_date("20060919172024")         // ARC, 4 to 14 digits and more
//
// Nothing for what is no date, or one before the year 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cocite::read {

[[nodiscard]] std::optional<int64_t> parse_date(std::string_view text);

// In what whole numbers count time. kNone: a number that is written as a date, 20240501.
enum class TimeUnit : uint8_t { kNone, kDays, kSeconds, kMillis, kMicros, kNanos };
// Seconds since 1970; those that do not fit are the nearest that do.
[[nodiscard]] uint32_t seconds_of(int64_t value, TimeUnit unit);

}  // namespace cocite::read

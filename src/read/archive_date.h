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

}  // namespace cocite::read

// What people type after an option, as numbers.
//
//   parse_size("6G")      // 6 GiB in bytes; nothing for "6 gigs"
//   parse_count("20")     // 20; nothing for "-1", "1e3", ""
//
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cocite::cli {

[[nodiscard]] std::optional<uint64_t> parse_count(std::string_view text);
// "0.15", "1e-9", "-2"; nothing for "nan", "inf", "1,5".
[[nodiscard]] std::optional<double> parse_number(std::string_view text);
// Bytes, with K, M, G or T (of 1024) behind a number that may have a fraction: "512M", "1.5GiB".
[[nodiscard]] std::optional<uint64_t> parse_size(std::string_view text);

}  // namespace cocite::cli

// What people type after an option, as numbers.
//
//   parse_count("20")     // 20; nothing for "-1", "1e3", ""
//
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <cocite/parse_size.h>

namespace cocite::cli {

[[nodiscard]] std::optional<uint64_t> parse_count(std::string_view text);
// "0.15", "1e-9", "-2"; nothing for "nan", "inf", "1,5".
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

}  // namespace cocite::cli

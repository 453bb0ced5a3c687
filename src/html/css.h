// Which files does this style sheet need? Images, fonts and further sheets.
//
//   css_addresses("@import 'a.css'; p { background: url(b.png) }")    // {"a.css", "b.png"}
//
// Addresses as written, with escapes decoded, in the order of the file. Comments are passed over; any
// bytes are a style sheet. Pure function; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::html {

inline constexpr size_t kMaxCssAddresses = 10'000;

[[nodiscard]] std::vector<std::string> css_addresses(std::string_view css);

}  // namespace cocite::html

// What the crawler calls itself.
//
//   user_agent("https://example.org/bot")   // "Cocite/0.1.0 (+https://example.org/bot)"
//
// Pure function; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cocite::fetch {

// The name by which robots.txt means it.
inline constexpr std::string_view kProduct = "cocite";

[[nodiscard]] std::string user_agent(const std::string& contact);

}  // namespace cocite::fetch

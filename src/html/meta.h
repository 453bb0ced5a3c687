// The small languages inside attributes: rel, meta refresh, meta robots, content types.
//
//   auto refresh = read_refresh("5; url='next.html'"); // {5.0, "next.html"}
//   read_rel("nofollow UGC")                            // kRelNofollow | kRelUgc
//   charset_of_content_type("text/html; charset=utf-8") // "utf-8"
//
// All take decoded attribute values and return views of them. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cocite::html {

inline constexpr uint8_t kRelNofollow = 1;
inline constexpr uint8_t kRelUgc = 2;
inline constexpr uint8_t kRelSponsored = 4;
inline constexpr uint8_t kRelCanonical = 8;

// The flags of a rel attribute; tokens may be set apart by space or, as often seen, by commas.
[[nodiscard]] uint8_t read_rel(std::string_view rel);

struct Refresh {
  double delay_s = 0;
  std::string_view url;  // empty: the page itself, again
};

// The standard's shared declarative refresh steps; empty if the value is not a refresh.
[[nodiscard]] std::optional<Refresh> read_refresh(std::string_view content);

struct Robots {
  bool nofollow = false;
  bool noindex = false;
};
[[nodiscard]] Robots read_robots(std::string_view content);

// The charset parameter, empty when there is none.
[[nodiscard]] std::string_view charset_of_content_type(std::string_view content);

}  // namespace cocite::html

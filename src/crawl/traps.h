// Is this address one of endlessly many that a machine makes up?
//
//   endless_path("/a/b/a/b/a/b")                   // true
//   without_session("/x;jsessionid=1F?sid=9&q=1")  // "/x?q=1"
//   shape_of("/2031/05/?month=5")                  // "/0/0/?month=": what a calendar has in common
//
// What a trap is, no machine knows for sure; these are the bounds that a crawl keeps to, each
// reported where it was met. Pure functions on path and query; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cocite::crawl {

// Why an address was not followed.
enum class Trap : uint8_t {
  kNone,
  kEndlessPath,
  kLongAddress,
  kSession,
  kChain,
  kHostFull,
  kCopies
};
inline constexpr size_t kTraps = 7;
// "endless path", "session id" and so on.
[[nodiscard]] std::string_view trap_name(Trap trap);

inline constexpr size_t kMaxAddressBytes = 2000;
inline constexpr size_t kMaxSegments = 25;

// More than kMaxSegments folders, or one or several in a row that come three times in a row, or one
// that comes four times.
[[nodiscard]] bool endless_path(std::string_view path);

// Without what tells visitors apart: ;jsessionid=…, and the parameters PHPSESSID, sid, session and
// their like. Equal to `path` where there is none.
[[nodiscard]] std::string without_session(std::string_view path);

// Numbers become 0, and parameters lose their values. Addresses of one shape, each found on the one
// before, are a chain: the pages of a calendar, or of a counter.
[[nodiscard]] std::string shape_of(std::string_view path);
// Whether a shape has numbers, or values, at all: without them it is one page.
[[nodiscard]] bool has_numbers(std::string_view shape);

}  // namespace cocite::crawl

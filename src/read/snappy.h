// Snappy's block format, unpacked. By hand: the format is four kinds of copies, and a library would be one more
// package to build and ship.
//
//   std::string text;
//   if (!unpack_snappy(packed, 1 << 20, text)) ...     // damaged, or longer than allowed
//
// Pure function; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cocite::read {

[[nodiscard]] bool unpack_snappy(std::string_view packed, size_t max_bytes, std::string& out);

}  // namespace cocite::read

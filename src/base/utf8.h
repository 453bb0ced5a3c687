// Is this UTF-8, and if not, what could be saved?
//
//   if (is_utf8(bytes)) ...                    // 16 bytes at a time while they are ASCII
//   std::string text; repair_utf8(bytes, text) // each broken sequence becomes one U+FFFD
//
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cocite {

// U+FFFD, which stands for what is no character.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes of the character that `text` begins with; 0: it begins with none. REQUIRES: not empty.
[[nodiscard]] size_t utf8_size(std::string_view text);
// The length of the longest start that is ASCII.
[[nodiscard]] size_t ascii_prefix(std::string_view bytes);
// The length of the longest start that is whole, valid UTF-8.
[[nodiscard]] size_t utf8_prefix(std::string_view bytes);
[[nodiscard]] inline bool is_ascii(std::string_view bytes) {
  return ascii_prefix(bytes) == bytes.size();
}
[[nodiscard]] inline bool is_utf8(std::string_view bytes) {
  return utf8_prefix(bytes) == bytes.size();
}
// Replaces `out`. Sequences are broken off as the Encoding standard does: at the first byte that
// cannot go on.
void repair_utf8(std::string_view bytes, std::string& out);

}  // namespace cocite

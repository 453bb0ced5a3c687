// Untrusted text on one line, safe for a terminal or a message.
//
//   readable("\x1B[2Jbad")             // "?[2Jbad"
//   readable(std::string(999, 'a'), 3)  // "aaa…"
//
// Pure function; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cocite {

inline constexpr size_t kReadableBytes = 300;  // a message is read, not parsed

// Without what would steer a terminal (C0, DEL, and C1 as UTF-8 writes it), each as "?"; cut
// between characters after `most` bytes. 0: not cut.
[[nodiscard]] std::string readable(std::string_view text, size_t most = kReadableBytes);

}  // namespace cocite

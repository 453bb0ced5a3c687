// The spelling of addresses: escapes, schemes, slashes.
//
//   escape_at("a%E9", 1)     // 0xE9; -1 where no "%XX" starts
//   append_escape(0xE9, out) // "%E9"
//   scheme_length("http:/")  // 4
//
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace cocite::url {

constexpr bool is_slash(char c) {
  return c == '/' || c == '\\';
}
constexpr char to_upper_hex(int value) {
  return "0123456789ABCDEF"[value & 15];
}

// The byte that the escape at text[i] stands for, or -1 where no "%XX" starts at i.
constexpr int escape_at(std::string_view text, size_t i) {
  if (i + 2 >= text.size() || text[i] != '%') return -1;
  const int high = hex_value(text[i + 1]);
  const int low = hex_value(text[i + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

// RFC 3986: characters that mean the same with or without their escape.
constexpr bool is_unreserved(char c) {
  return is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

inline void append_escape(uint8_t byte, std::string& out) {
  const char escape[3] = {'%', to_upper_hex(byte >> 4), to_upper_hex(byte)};
  out.append(escape, 3);
}

// Length of "name" where text opens with "name:" and name is written as a scheme is, else 0.
constexpr size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return 0;
  size_t i = 1;
  while (i < text.size() &&
         (is_alphanumeric(text[i]) || text[i] == '+' || text[i] == '-' || text[i] == '.')) {
    ++i;
  }
  return i < text.size() && text[i] == ':' ? i : 0;
}

}  // namespace cocite::url

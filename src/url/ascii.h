// Bytes of addresses: small questions that every file of this folder asks, free of the locale.
//
//   is_alpha('x')            // true; bytes from 0x80 on are never letters
//   hex_value('f')           // 15; -1 for what is no hex digit
//   append_escape(0xE9, out) // "%E9"
//
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cocite::url {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || is_upper(c);
}
constexpr bool is_slash(char c) {
  return c == '/' || c == '\\';
}
constexpr char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}
constexpr bool is_hex(char c) {
  return hex_value(c) >= 0;
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
  return is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

inline void append_escape(uint8_t byte, std::string& out) {
  const char escape[3] = {'%', to_upper_hex(byte >> 4), to_upper_hex(byte)};
  out.append(escape, 3);
}

// Length of "name" where text opens with "name:" and name is written as a scheme is, else 0.
constexpr size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_alpha(text[0])) return 0;
  size_t i = 1;
  while (i < text.size() && (is_alpha(text[i]) || is_digit(text[i]) || text[i] == '+' ||
                             text[i] == '-' || text[i] == '.')) {
    ++i;
  }
  return i < text.size() && text[i] == ':' ? i : 0;
}

// `lower` is in lower case.
constexpr bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (to_lower(text[i]) != lower[i]) return false;
  }
  return true;
}

}  // namespace cocite::url

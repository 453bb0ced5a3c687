// Bytes of ASCII: the small questions that every reader of text asks, free of the locale.
//
//   is_letter('x')                        // true; bytes from 0x80 on are never letters
//   is_control('\x7F')                    // true; and what is below the space
//   hex_value('f')                        // 15; -1 for what is no hex digit
//   equals_ignore_case("HTTP", "http")    // true; the second is in lower case
//   trim(" a b\n")                        // "a b"
//
// One table, looked up once a byte. Pure functions; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cocite {
namespace ascii_internal {

inline constexpr uint8_t kSpace = 1;
inline constexpr uint8_t kUpper = 2;
inline constexpr uint8_t kLower = 4;
inline constexpr uint8_t kDigit = 8;
inline constexpr uint8_t kControl = 16;

constexpr std::array<uint8_t, 256> make_classes() {
  std::array<uint8_t, 256> classes{};
  for (size_t i = 0; i < 0x20; ++i) classes[i] = kControl;
  classes[0x7F] = kControl;
  for (const char c : {'\t', '\n', '\f', '\r', ' '}) classes[static_cast<uint8_t>(c)] |= kSpace;
  for (size_t i = 0; i < 26; ++i) {
    classes['A' + i] = kUpper;
    classes['a' + i] = kLower;
  }
  for (size_t i = 0; i < 10; ++i) classes['0' + i] = kDigit;
  return classes;
}
inline constexpr std::array<uint8_t, 256> kClasses = make_classes();

constexpr bool is(char c, unsigned classes) {
  return (kClasses[static_cast<uint8_t>(c)] & classes) != 0;
}

}  // namespace ascii_internal

// As HTML has it: tab, LF, FF, CR, space.
[[nodiscard]] constexpr bool is_space(char c) {
  return ascii_internal::is(c, ascii_internal::kSpace);
}
[[nodiscard]] constexpr bool is_upper(char c) {
  return ascii_internal::is(c, ascii_internal::kUpper);
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return ascii_internal::is(c, ascii_internal::kUpper | ascii_internal::kLower);
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return ascii_internal::is(c, ascii_internal::kDigit);
}
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return ascii_internal::is(
      c, ascii_internal::kUpper | ascii_internal::kLower | ascii_internal::kDigit);
}
// What a terminal may obey: tabs and line ends too.
[[nodiscard]] constexpr bool is_control(char c) {
  return ascii_internal::is(c, ascii_internal::kControl);
}
// What leaves ink: neither a space, nor a control character, nor outside ASCII.
[[nodiscard]] constexpr bool is_visible(char c) {
  return c > ' ' && c < '\x7F';
}
[[nodiscard]] constexpr char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

[[nodiscard]] constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}
[[nodiscard]] constexpr bool is_hex(char c) {
  return hex_value(c) >= 0;
}

// REQUIRES: `lower` is in lower case.
[[nodiscard]] constexpr bool equals_ignore_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (to_lower(text[i]) != lower[i]) return false;
  }
  return true;
}

[[nodiscard]] constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace cocite

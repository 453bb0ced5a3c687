// Bytes as the HTML standard classes them, and fast searches for one byte.
//
//   size_t lt = find_byte(page, from, '<');            // page.size() when there is none
//   if (equals_ignore_case(name, "http-equiv")) ...
//
// Pure functions; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cocite::html {

// What a byte can mean inside a tag; one table look-up instead of a chain of comparisons.
inline constexpr uint8_t kSpaceByte = 1;         // tab, LF, FF, CR, space
inline constexpr uint8_t kNameEndByte = 2;       // ends a tag name: space, '/', '>'
inline constexpr uint8_t kAttributeEndByte = 4;  // ends an attribute name: the same and '='
inline constexpr uint8_t kUnquotedEndByte = 8;   // ends an unquoted value: space, '>'
inline constexpr uint8_t kLetterByte = 16;
inline constexpr uint8_t kDigitByte = 32;

namespace internal {
constexpr std::array<uint8_t, 256> make_byte_classes() {
  std::array<uint8_t, 256> classes{};
  for (const char c : {'\t', '\n', '\f', '\r', ' '}) {
    classes[static_cast<uint8_t>(c)] =
        kSpaceByte | kNameEndByte | kAttributeEndByte | kUnquotedEndByte;
  }
  classes[static_cast<uint8_t>('/')] = kNameEndByte | kAttributeEndByte;
  classes[static_cast<uint8_t>('>')] = kNameEndByte | kAttributeEndByte | kUnquotedEndByte;
  classes[static_cast<uint8_t>('=')] = kAttributeEndByte;
  for (size_t i = 0; i < 26; ++i) classes['a' + i] = classes['A' + i] = kLetterByte;
  for (size_t i = 0; i < 10; ++i) classes['0' + i] = kDigitByte;
  return classes;
}
}  // namespace internal

inline constexpr std::array<uint8_t, 256> kByteClasses = internal::make_byte_classes();

[[nodiscard]] constexpr bool is(char c, uint8_t classes) {
  return (kByteClasses[static_cast<uint8_t>(c)] & classes) != 0;
}
[[nodiscard]] constexpr bool is_space(char c) {
  return is(c, kSpaceByte);
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return is(c, kLetterByte);
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return is(c, kDigitByte);
}
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is(c, kLetterByte | kDigitByte);
}
[[nodiscard]] constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
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

// The position of the first `byte` at or after `from`, or text.size(). Runs between tags are mostly
// shorter than 32 bytes, where a call to memchr costs more than the search itself.
[[nodiscard]] inline size_t find_byte(std::string_view text, size_t from, char byte) {
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8(byte);
  for (int round = 0; round < 2 && from + 16 <= text.size(); ++round, from += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + from));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)));
    if (mask != 0) return from + static_cast<size_t>(__builtin_ctz(mask));
  }
#endif
  if (from >= text.size()) return text.size();
  const void* hit = std::memchr(text.data() + from, byte, text.size() - from);
  return hit == nullptr ? text.size()
                        : static_cast<size_t>(static_cast<const char*>(hit) - text.data());
}

// The position of the first byte at or after `from` that ends a tag name (or, with
// kAttributeEndByte, an attribute name), or text.size(). Looks at 16 bytes at once: names are
// short, and a loop whose length nobody can predict costs more than all its comparisons.
template <uint8_t kEnd>
[[nodiscard]] inline size_t find_name_end(std::string_view text, size_t from) {
  static_assert(kEnd == kNameEndByte || kEnd == kAttributeEndByte);
#if defined(__SSE2__)
  if (from + 16 <= text.size()) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + from));
    const __m128i space = _mm_set1_epi8(' ');
    __m128i ends = _mm_cmpeq_epi8(_mm_min_epu8(bytes, space), bytes);  // space and control bytes
    ends = _mm_or_si128(ends, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('/')));
    ends = _mm_or_si128(ends, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('>')));
    if constexpr (kEnd == kAttributeEndByte) {
      ends = _mm_or_si128(ends, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('=')));
    }
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(ends));
    from += mask == 0 ? 16 : static_cast<size_t>(__builtin_ctz(mask));
  }
#endif
  while (from < text.size() && !is(text[from], kEnd)) ++from;
  return from;
}

}  // namespace cocite::html

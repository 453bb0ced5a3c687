// Which bytes end a name or a value inside a tag, and fast searches for one byte.
//
//   size_t lt = find_byte(page, 0, '<');                      // page.size() when there is none
//   size_t end = find_name_end<kNameEndByte>(page, lt + 1);   // behind the "a" of "<a href"
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
inline constexpr uint8_t kNameEndByte = 1;       // ends a tag name: space, '/', '>'
inline constexpr uint8_t kAttributeEndByte = 2;  // ends an attribute name: the same and '='
inline constexpr uint8_t kUnquotedEndByte = 4;   // ends an unquoted value: space, '>'

namespace internal {
constexpr std::array<uint8_t, 256> make_byte_classes() {
  std::array<uint8_t, 256> classes{};
  for (const char c : {'\t', '\n', '\f', '\r', ' '}) {
    classes[static_cast<uint8_t>(c)] = kNameEndByte | kAttributeEndByte | kUnquotedEndByte;
  }
  classes[static_cast<uint8_t>('/')] = kNameEndByte | kAttributeEndByte;
  classes[static_cast<uint8_t>('>')] = kNameEndByte | kAttributeEndByte | kUnquotedEndByte;
  classes[static_cast<uint8_t>('=')] = kAttributeEndByte;
  return classes;
}
}  // namespace internal

inline constexpr std::array<uint8_t, 256> kByteClasses = internal::make_byte_classes();

[[nodiscard]] constexpr bool is(char c, uint8_t classes) {
  return (kByteClasses[static_cast<uint8_t>(c)] & classes) != 0;
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
// short, and a loop of unpredictable length costs more than all its comparisons.
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

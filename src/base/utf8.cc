#include "base/utf8.h"

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cocite {
namespace {

struct Sequence {
  size_t length = 1;  // of the whole sequence, or of the broken start of one
  bool valid = false;
};

// The sequence at bytes[at], which is not ASCII (Unicode, table 3-7).
Sequence read_sequence(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  const uint8_t lead = byte(at);
  size_t follow = 0;
  uint8_t low = 0x80;
  uint8_t high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    follow = 1;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    follow = 2;
    if (lead == 0xE0) low = 0xA0;   // shorter forms exist
    if (lead == 0xED) high = 0x9F;  // surrogates
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    follow = 3;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;  // past the last code point
  } else {
    return {};
  }
  for (size_t i = 1; i <= follow; ++i) {
    if (at + i >= bytes.size() || byte(at + i) < low || byte(at + i) > high) return {i, false};
    low = 0x80;
    high = 0xBF;
  }
  return {follow + 1, true};
}

}  // namespace

size_t utf8_size(std::string_view text) {
  if (static_cast<uint8_t>(text[0]) < 0x80) return 1;
  const Sequence sequence = read_sequence(text, 0);
  return sequence.valid ? sequence.length : 0;
}

size_t ascii_prefix(std::string_view bytes) {
  size_t pos = 0;
#if defined(__SSE2__)
  const auto load = [&](size_t at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + at));
  };
  while (pos + 64 <= bytes.size()) {
    const __m128i all = _mm_or_si128(_mm_or_si128(load(pos), load(pos + 16)),
                                     _mm_or_si128(load(pos + 32), load(pos + 48)));
    if (_mm_movemask_epi8(all) != 0) break;
    pos += 64;
  }
  while (pos + 16 <= bytes.size()) {
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(load(pos)));
    if (mask != 0) return pos + static_cast<size_t>(__builtin_ctz(mask));
    pos += 16;
  }
#endif
  while (pos < bytes.size() && static_cast<uint8_t>(bytes[pos]) < 0x80) ++pos;
  return pos;
}

size_t utf8_prefix(std::string_view bytes) {
  size_t pos = 0;
  for (;;) {
    pos += ascii_prefix(bytes.substr(pos));
    // Texts that are not Latin hold long runs of sequences; ASCII between them is short.
    while (pos < bytes.size() && static_cast<uint8_t>(bytes[pos]) >= 0x80) {
      const Sequence sequence = read_sequence(bytes, pos);
      if (!sequence.valid) return pos;
      pos += sequence.length;
    }
    if (pos >= bytes.size()) return bytes.size();
  }
}

void repair_utf8(std::string_view bytes, std::string& out) {
  out.clear();
  out.reserve(bytes.size() + bytes.size() / 8);
  while (!bytes.empty()) {
    const size_t good = utf8_prefix(bytes);
    out += bytes.substr(0, good);
    bytes.remove_prefix(good);
    if (bytes.empty()) return;
    out += kReplacement;
    bytes.remove_prefix(read_sequence(bytes, 0).length);
  }
}

}  // namespace cocite

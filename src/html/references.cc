#include "html/references.h"

#include <algorithm>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/ascii.h"

namespace cocite::html {
namespace {

struct Entity {
  uint16_t name_end;
  uint16_t legacy;
  uint32_t first;
  uint32_t second;
};
#include "html/entities.inc"

std::string_view entity_name(size_t i) {
  const size_t begin = i == 0 ? 0 : kEntities[i - 1].name_end;
  return {kEntityNames + begin, kEntities[i].name_end - begin};
}

const Entity* find_entity(std::string_view name) {
  const char initial = name.front();
  const auto letter = static_cast<size_t>(initial <= 'Z' ? initial - 'A' : initial - 'a' + 26);
  size_t low = kEntityStart[letter];
  size_t high = kEntityStart[letter + 1];
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const int order = entity_name(middle).compare(name);
    if (order == 0) return &kEntities[middle];
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return nullptr;
}

uint8_t put_utf8(uint32_t point, char* out) {
  const auto byte = [](uint32_t value) { return static_cast<char>(static_cast<uint8_t>(value)); };
  if (point < 0x80) {
    out[0] = byte(point);
    return 1;
  }
  if (point < 0x800) {
    out[0] = byte(0xC0 | (point >> 6));
    out[1] = byte(0x80 | (point & 0x3F));
    return 2;
  }
  if (point < 0x10000) {
    out[0] = byte(0xE0 | (point >> 12));
    out[1] = byte(0x80 | ((point >> 6) & 0x3F));
    out[2] = byte(0x80 | (point & 0x3F));
    return 3;
  }
  out[0] = byte(0xF0 | (point >> 18));
  out[1] = byte(0x80 | ((point >> 12) & 0x3F));
  out[2] = byte(0x80 | ((point >> 6) & 0x3F));
  out[3] = byte(0x80 | (point & 0x3F));
  return 4;
}

Reference make_reference(size_t length, uint32_t first, uint32_t second) {
  Reference reference;
  reference.length = length;
  reference.size = put_utf8(first, reference.bytes.data());
  if (second != 0) {
    // No name stands for two code points that take more than four bytes each.
    reference.size = static_cast<uint8_t>(
        reference.size + put_utf8(second, reference.bytes.data() + reference.size));
  }
  return reference;
}

// Numbers 0x80 to 0x9F mean windows-1252, because that is what pages meant when they wrote them.
constexpr std::array<uint16_t, 32> kC1Meaning = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

Reference read_number(std::string_view text, size_t at) {
  size_t pos = at + 2;
  const bool hex = pos < text.size() && (text[pos] == 'x' || text[pos] == 'X');
  if (hex) ++pos;
  const size_t digits_from = pos;
  uint32_t point = 0;
  for (; pos < text.size(); ++pos) {
    const int digit = hex_value(text[pos]);
    if (digit < 0 || (!hex && digit > 9)) break;
    // Past the last code point the exact number no longer matters, only that it is too large.
    if (point <= 0x10FFFF) point = point * (hex ? 16U : 10U) + static_cast<uint32_t>(digit);
  }
  if (pos == digits_from) return {};
  if (pos < text.size() && text[pos] == ';') ++pos;
  if (point >= 0x80 && point <= 0x9F) {
    point = kC1Meaning[point - 0x80];
  } else if (point == 0 || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) {
    point = 0xFFFD;
  }
  return make_reference(pos - at, point, 0);
}

}  // namespace

Reference read_reference(std::string_view text, size_t at, Place place) {
  if (at + 1 >= text.size()) return {};
  if (text[at + 1] == '#') return read_number(text, at);
  if (!is_letter(text[at + 1])) return {};

  const size_t from = at + 1;
  const size_t limit = std::min(text.size(), from + kLongestEntity + 1);
  size_t to = from;
  while (to < limit && is_alphanumeric(text[to])) ++to;

  if (to < text.size() && text[to] == ';') {
    const std::string_view name = text.substr(from, to - from);
    // Three names make up nearly all references of real pages.
    if (name == "lt") return make_reference(4, '<', 0);
    if (name == "gt") return make_reference(4, '>', 0);
    if (name == "amp") return make_reference(5, '&', 0);
    if (const Entity* entity = find_entity(name)) {
      return make_reference(to + 1 - at, entity->first, entity->second);
    }
  }
  // Names hold letters and digits only, so without the semicolon just the old names can match: the
  // longest one that the run of letters starts with.
  for (size_t size = std::min(to - from, kLongestLegacyEntity); size >= 2; --size) {
    const Entity* entity = find_entity(text.substr(from, size));
    if (entity == nullptr || entity->legacy == 0) continue;
    const size_t next = from + size;
    if (place == Place::kAttribute && next < text.size() &&
        (text[next] == '=' || is_alphanumeric(text[next]))) {
      return {};
    }
    return make_reference(next - at, entity->first, entity->second);
  }
  return {};
}

std::string_view decode_attribute(std::string_view raw, std::string& buffer) {
  const auto special = [](char c) { return c == '&' || c == '\0' || c == '\r'; };
  size_t pos = 0;
#if defined(__SSE2__)
  // Most values are addresses without any of these.
  for (; pos + 16 <= raw.size(); pos += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(raw.data() + pos));
    const __m128i found = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('&')),
                                                    _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r'))),
                                       _mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    if (_mm_movemask_epi8(found) != 0) break;
  }
#endif
  while (pos < raw.size() && !special(raw[pos])) ++pos;
  if (pos == raw.size()) return raw;

  buffer.assign(raw.substr(0, pos));
  while (pos < raw.size()) {
    if (raw[pos] == '&') {
      const Reference reference = read_reference(raw, pos, Place::kAttribute);
      if (reference.length == 0) {
        buffer += '&';
        ++pos;
      } else {
        buffer += reference.utf8();
        pos += reference.length;
      }
    } else if (raw[pos] == '\0') {
      buffer += kReplacement;
      ++pos;
    } else {
      buffer += '\n';
      pos += pos + 1 < raw.size() && raw[pos + 1] == '\n' ? 2 : 1;
    }
    const size_t plain = pos;
    while (pos < raw.size() && !special(raw[pos])) ++pos;
    buffer += raw.substr(plain, pos - plain);
  }
  return buffer;
}

void append_utf8(char32_t point, std::string& out) {
  std::array<char, 4> bytes{};
  out.append(bytes.data(), put_utf8(static_cast<uint32_t>(point), bytes.data()));
}

}  // namespace cocite::html

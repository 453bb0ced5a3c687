#include "text/terms.h"

#include <algorithm>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "text/characters.h"

namespace cocite::text {

namespace {

constexpr size_t kPadBytes = 64;

[[nodiscard]] bool is_ascii_term_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

#if defined(__SSE2__)
// 16 bytes: made small into `out`; the masks of letters and digits and of bytes beyond ASCII.
inline void fold_16(const char* in, char* out, uint32_t& in_term, uint32_t& beyond) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
  beyond = static_cast<uint32_t>(_mm_movemask_epi8(bytes));
  // A comparison of signed bytes: those beyond ASCII are negative and in no range.
  const auto between = [&](char low, char high) {
    return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(low - 1))),
                         _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(high + 1))));
  };
  const __m128i upper = between('A', 'Z');
  const __m128i term = _mm_or_si128(_mm_or_si128(upper, between('a', 'z')), between('0', '9'));
  in_term = static_cast<uint32_t>(_mm_movemask_epi8(term));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                   _mm_or_si128(bytes, _mm_and_si128(upper, _mm_set1_epi8(0x20))));
}
#else
inline void fold_16(const char* in, char* out, uint32_t& in_term, uint32_t& beyond) {
  in_term = 0;
  beyond = 0;
  for (unsigned i = 0; i < 16; ++i) {
    const char c = in[i];
    out[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    in_term |= uint32_t{is_ascii_term_byte(c)} << i;
    beyond |= uint32_t{static_cast<unsigned char>(c) >= 0x80} << i;
  }
}
#endif

}  // namespace

TextRun next_run(std::string_view text, size_t at) {
  text = text.substr(0, std::min<size_t>(text.size(), INT32_MAX));
  size_t place = std::min(at, text.size());
  TextRun run{text.size(), text.size()};
  bool is_in = false;
  while (place < text.size()) {
    const size_t begin = place;
    const bool is_ascii = static_cast<unsigned char>(text[place]) < 0x80;
    const bool is_part = is_ascii ? is_ascii_term_byte(text[place++])
                                  : kind_of(next_character(text, place)) != Kind::kSeparator;
    if (is_part && !is_in) run.begin = begin;
    if (is_part) run.end = place;
    if (!is_part && is_in) break;
    is_in = is_part;
  }
  if (run.begin == text.size()) run.end = run.begin;
  return run;
}

bool TermReader::fold_ascii(std::string_view text) {
  const size_t words = text.size() / kWordBits + 1;
  if (folded_.size() < words * kWordBits + kPadBytes) {
    folded_.resize(words * kWordBits + kPadBytes);
    in_term_.resize(words);
    beyond_ascii_.resize(words);
  }
  uint64_t any = 0;
  for (size_t word = 0; word < words; ++word) {
    const char* in = text.data() + word * kWordBits;
    char rest[kWordBits] = {};
    if (word + 1 == words) {
      const size_t left = text.size() - word * kWordBits;
      if (left > 0) std::memcpy(rest, in, left);
      in = rest;
    }
    uint64_t in_term = 0;
    uint64_t beyond = 0;
    for (unsigned part = 0; part < 4; ++part) {
      uint32_t term_bits = 0;
      uint32_t beyond_bits = 0;
      fold_16(in + part * 16, folded_.data() + word * kWordBits + part * 16, term_bits,
              beyond_bits);
      in_term |= uint64_t{term_bits} << (part * 16);
      beyond |= uint64_t{beyond_bits} << (part * 16);
    }
    in_term_[word] = in_term;
    beyond_ascii_[word] = beyond;
    any |= beyond;
  }
  return any == 0;
}

// A character beyond ASCII may join the run before it and the one after it, and compose with the
// one character before it ('=' and U+0338 are one sign). An ASCII character never changes what
// stands before it, so a stretch may end at any that is in no term.
TermReader::Stretch TermReader::next_stretch(std::string_view text, size_t at) const {
  size_t first = at;
  while (first < text.size()) {
    const uint64_t bits = beyond_ascii_[first / kWordBits] >> (first % kWordBits);
    if (bits != 0) {
      first += static_cast<size_t>(std::countr_zero(bits));
      break;
    }
    first = (first / kWordBits + 1) * kWordBits;
  }
  if (first >= text.size()) return {text.size(), text.size()};
  size_t begin = first;
  while (begin > at && is_ascii_term_byte(text[begin - 1])) --begin;
  if (begin == first && begin > at) --begin;
  size_t end = first;
  while (end < text.size() &&
         (static_cast<unsigned char>(text[end]) >= 0x80 || is_ascii_term_byte(text[end]))) {
    ++end;
  }
  return {begin, end};
}

void TermReader::fold_stretch(std::string_view stretch) {
  pieces_.clear();
  fold_characters(stretch, wide_);
  const size_t size = wide_.size();
  wide_.append(kPadBytes, '\0');
  size_t begin = 0;
  Kind kind = Kind::kSeparator;
  const auto end_run = [&](size_t end) {
    if (kind == Kind::kWord) add_piece(begin, end);
    if (kind == Kind::kPairs) add_run(begin, end);
  };
  const std::string_view folded(wide_.data(), size);
  for (size_t at = 0; at < size;) {
    const size_t here = at;
    const Kind next = kind_of(next_character(folded, at));
    if (next == kind) continue;
    end_run(here);
    begin = here;
    kind = next;
  }
  end_run(size);
}

// Overlapping pairs of characters, or the one that is alone.
void TermReader::add_run(size_t begin, size_t end) {
  const auto next = [&](size_t at) {
    for (++at; at < end && (static_cast<unsigned char>(wide_[at]) & 0xC0U) == 0x80; ++at) {
    }
    return at;
  };
  size_t second = next(begin);
  if (second == end) {
    add_piece(begin, end);
    return;
  }
  for (size_t first = begin; second < end;) {
    const size_t stop = next(second);
    add_piece(first, stop);
    first = second;
    second = stop;
  }
}

void TermReader::add_piece(size_t begin, size_t end) {
  if (end - begin <= kMaxTermBytes) {
    pieces_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end - begin)});
  }
}

}  // namespace cocite::text

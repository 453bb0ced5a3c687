#include "html/word_sink.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/ascii.h"
#include "html/references.h"

namespace cocite::html {
namespace {

// Bytes that end a plain run: space, '&', NUL, and the first byte of a no-break space.
constexpr std::array<bool, 256> make_stops() {
  std::array<bool, 256> stops{};
  for (size_t i = 0; i < 256; ++i) stops[i] = is_space(static_cast<char>(i));
  stops['&'] = stops[0] = stops[0xC2] = true;
  return stops;
}
constexpr std::array<bool, 256> kStops = make_stops();
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

}  // namespace

void WordSink::clear(size_t max_bytes, size_t max_words) {
  size_ = 0;
  max_bytes_ = max_bytes;
  max_words_ = max_words;
  words_ = 0;
  in_word_ = false;
  full_ = max_bytes == 0 || max_words == 0;
}

void WordSink::append(std::string_view raw, TextKind kind) {
  size_t pos = 0;
  while (pos < raw.size() && !full_) {
    pos += add_words(raw.substr(pos));
    const size_t from = pos;
    while (pos < raw.size() && !kStops[static_cast<uint8_t>(raw[pos])]) ++pos;
    if (pos > from) add(raw.substr(from, pos - from));
    if (pos == raw.size()) return;

    const char c = raw[pos];
    if (is_space(c)) {
      in_word_ = false;
      ++pos;
    } else if (c == '&') {
      const Reference reference =
          kind == TextKind::kRaw ? Reference{} : read_reference(raw, pos, Place::kText);
      if (reference.length == 0) {
        add("&");
        ++pos;
      } else {
        const std::string_view text = reference.utf8();
        if (text == kNoBreakSpace || is_space(text.front())) {
          in_word_ = false;
        } else {
          add(text);
        }
        pos += reference.length;
      }
    } else if (c == '\0') {
      if (kind != TextKind::kData) add(kReplacement);
      ++pos;
    } else if (raw.substr(pos, 2) == kNoBreakSpace) {
      in_word_ = false;
      pos += 2;
    } else {
      add(raw.substr(pos, 1));
      ++pos;
    }
  }
}

#if defined(__SSE2__)
// Of 16 bits; std::popcount is a call where the processor is not known to have it.
constexpr size_t count_ones(unsigned bits) {
  bits -= bits >> 1 & 0x5555U;
  bits = (bits & 0x3333U) + (bits >> 2 & 0x3333U);
  bits = (bits + (bits >> 4)) & 0x0F0FU;
  return (bits + (bits >> 8)) & 0x1FU;
}
static_assert(count_ones(0xFFFF) == 16 && count_ones(0x8101) == 3 && count_ones(0) == 0);

// Sixteen bytes at once: what is a space, what asks for a closer look, and the rest is copied with
// its spaces. Handling each word alone would cost a loop of unpredictable length.
size_t WordSink::add_words(std::string_view raw) {
  constexpr size_t kStep = 16;
  constexpr size_t kMostWords = kStep / 2;
  const auto equal = [](__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  const auto bits = [](__m128i bytes) { return static_cast<unsigned>(_mm_movemask_epi8(bytes)); };
  size_t pos = 0;
  while (max_words_ - words_ >= kMostWords && max_bytes_ > size_ + kStep) {
    if (!in_word_) {
      while (pos < raw.size() && is_space(raw[pos])) ++pos;
    }
    const size_t left = std::min(kStep, raw.size() - pos);
    if (left == 0) break;
    __m128i bytes;
    if (left == kStep) {
      bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(raw.data() + pos));
    } else {
      alignas(kStep) std::array<char, kStep> end{};  // not a byte behind the text is touched
      std::memcpy(end.data(), raw.data() + pos, left);
      bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(end.data()));
    }
    const __m128i blank = _mm_set1_epi8(' ');
    const __m128i space = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, blank), equal(bytes, '\n')),
        _mm_or_si128(_mm_or_si128(equal(bytes, '\t'), equal(bytes, '\r')), equal(bytes, '\f')));
    const unsigned spaces = bits(space);
    const unsigned odd = bits(
        _mm_or_si128(_mm_or_si128(equal(bytes, '&'), equal(bytes, '\xC2')), equal(bytes, '\0')));
    const unsigned stops = odd | (spaces & (spaces << 1)) | 1U << left;
    const auto count = static_cast<size_t>(std::countr_zero(stops));
    if (count == 0) break;
    const unsigned begins = ~spaces & (spaces << 1 | (in_word_ ? 0U : 1U)) & ((1U << count) - 1);
    make_room(kStep + 1);
    if (!in_word_ && words_ != 0) buffer_[size_++] = ' ';
    words_ += count_ones(begins);
    // All spaces become the same one.
    const __m128i text = _mm_or_si128(_mm_andnot_si128(space, bytes), _mm_and_si128(space, blank));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(buffer_.data() + size_), text);
    size_ += count;
    pos += count;
    // A space waits for the word behind it.
    in_word_ = (spaces >> (count - 1) & 1U) == 0;
    if (!in_word_) --size_;
    if ((odd >> count & 1U) != 0 && count < left) break;
  }
  return pos;
}
#else
size_t WordSink::add_words(std::string_view /*raw*/) {
  return 0;
}
#endif

void WordSink::make_room(size_t bytes) {
  if (buffer_.size() - size_ < bytes) buffer_.resize(std::max(buffer_.size() * 2, size_ + bytes));
}

void WordSink::put(std::string_view plain) {
  make_room(plain.size());
  std::memcpy(buffer_.data() + size_, plain.data(), plain.size());
  size_ += plain.size();
}

void WordSink::add(std::string_view plain) {
  if (full_) return;
  if (!in_word_) {
    if (words_ == max_words_) {
      full_ = true;
      return;
    }
    if (words_ != 0) put(" ");
    ++words_;
    in_word_ = true;
  }
  const size_t room = max_bytes_ > size_ ? max_bytes_ - size_ : 0;
  if (plain.size() <= room) {
    put(plain);
    return;
  }
  put(plain.substr(0, room));
  cut();
}

// A character that the limit cuts in two goes altogether, and with it a space left at the end.
void WordSink::cut() {
  full_ = true;
  size_t lead = size_;
  while (lead > 0 && size_ - lead < 3 &&
         (static_cast<uint8_t>(buffer_[lead - 1]) & 0xC0U) == 0x80) {
    --lead;
  }
  if (lead > 0) {
    const auto byte = static_cast<uint8_t>(buffer_[lead - 1]);
    const size_t need = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    if (size_ - (lead - 1) < need) size_ = lead - 1;
  }
  if (size_ > 0 && buffer_[size_ - 1] == ' ') {
    --size_;
    --words_;
  }
}

}  // namespace cocite::html

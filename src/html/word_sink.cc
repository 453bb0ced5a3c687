#include "html/word_sink.h"

#include <array>
#include <cstdint>

#include "html/ascii.h"
#include "html/references.h"

namespace cocite::html {
namespace {

// Bytes that end a plain run: space, '&', NUL, and the first byte of a no-break space.
constexpr std::array<bool, 256> make_stops() {
  std::array<bool, 256> stops{};
  for (size_t i = 0; i < 256; ++i) stops[i] = (kByteClasses[i] & kSpaceByte) != 0;
  stops['&'] = stops[0] = stops[0xC2] = true;
  return stops;
}
constexpr std::array<bool, 256> kStops = make_stops();
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

}  // namespace

void WordSink::clear(size_t max_bytes, size_t max_words) {
  text_.clear();
  max_bytes_ = max_bytes;
  max_words_ = max_words;
  words_ = 0;
  in_word_ = false;
  full_ = max_bytes == 0 || max_words == 0;
}

void WordSink::append(std::string_view raw, TextKind kind) {
  size_t pos = 0;
  while (pos < raw.size() && !full_) {
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

void WordSink::add(std::string_view plain) {
  if (full_) return;
  if (!in_word_) {
    if (words_ == max_words_) {
      full_ = true;
      return;
    }
    if (words_ != 0) text_ += ' ';
    ++words_;
    in_word_ = true;
  }
  const size_t room = max_bytes_ > text_.size() ? max_bytes_ - text_.size() : 0;
  if (plain.size() <= room) {
    text_ += plain;
    return;
  }
  text_ += plain.substr(0, room);
  cut();
}

// A character that the limit cuts in two goes altogether, and with it a space left at the end.
void WordSink::cut() {
  full_ = true;
  size_t lead = text_.size();
  while (lead > 0 && text_.size() - lead < 3 &&
         (static_cast<uint8_t>(text_[lead - 1]) & 0xC0U) == 0x80) {
    --lead;
  }
  if (lead > 0) {
    const auto byte = static_cast<uint8_t>(text_[lead - 1]);
    const size_t need = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    if (text_.size() - (lead - 1) < need) text_.resize(lead - 1);
  }
  if (!text_.empty() && text_.back() == ' ') {
    text_.pop_back();
    --words_;
  }
}

}  // namespace cocite::html

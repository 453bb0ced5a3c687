#include "read/text_pieces.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/utf8.h"

namespace cocite::read {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kLittleMark = "\xFF\xFE";
constexpr std::string_view kBigMark = "\xFE\xFF";

enum class Shape : uint8_t { kUtf8, kLittle, kBig };

// By its mark, or without one by zeros at every other place, as ASCII has them in UTF-16. The mark alone could
// be a name in another encoding: separators, line ends and addresses of UTF-16 have zeros, and only on one side.
Shape shape_of(std::string_view bytes) {
  const auto has_zeros = [&](size_t side) {
    std::array<size_t, 2> zeros{};
    for (size_t i = 0; i < bytes.size(); ++i) zeros[i % 2] += bytes[i] == '\0' ? 1 : 0;
    return zeros[side] * 16 > bytes.size() && zeros[1 - side] == 0;
  };
  if (bytes.starts_with(kLittleMark) && has_zeros(1)) return Shape::kLittle;
  if (bytes.starts_with(kBigMark) && has_zeros(0)) return Shape::kBig;
  if (bytes.size() < 4) return Shape::kUtf8;
  if (bytes[0] != '\0' && bytes[1] == '\0' && bytes[2] != '\0' && bytes[3] == '\0') {
    return Shape::kLittle;
  }
  if (bytes[0] == '\0' && bytes[1] != '\0' && bytes[2] == '\0' && bytes[3] != '\0') {
    return Shape::kBig;
  }
  return Shape::kUtf8;
}

// Appends the text; returns how many bytes were taken, fewer where a pair of surrogates is cut.
size_t from_utf16(std::string_view bytes, bool is_big, bool is_last, std::vector<char>& text) {
  const auto unit = [&](size_t at) {
    const auto a = static_cast<unsigned char>(bytes[at]);
    const auto b = static_cast<unsigned char>(bytes[at + 1]);
    return is_big ? a * 256U + b : b * 256U + a;
  };
  const auto put = [&](uint32_t c) {
    if (c < 0x80) {
      text.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
      text.push_back(static_cast<char>(0xC0U | c >> 6));
      text.push_back(static_cast<char>(0x80U | (c & 63U)));
    } else if (c < 0x10000) {
      text.push_back(static_cast<char>(0xE0U | c >> 12));
      text.push_back(static_cast<char>(0x80U | (c >> 6 & 63U)));
      text.push_back(static_cast<char>(0x80U | (c & 63U)));
    } else {
      text.push_back(static_cast<char>(0xF0U | c >> 18));
      text.push_back(static_cast<char>(0x80U | (c >> 12 & 63U)));
      text.push_back(static_cast<char>(0x80U | (c >> 6 & 63U)));
      text.push_back(static_cast<char>(0x80U | (c & 63U)));
    }
  };
  size_t at = 0;
  for (; at + 2 <= bytes.size(); at += 2) {
    const uint32_t c = unit(at);
    if (c < 0xD800 || c > 0xDFFF) {
      put(c);
      continue;
    }
    if (c < 0xDC00 && at + 4 > bytes.size() && !is_last) break;
    const uint32_t low = c < 0xDC00 && at + 4 <= bytes.size() ? unit(at + 2) : 0;
    if (low >= 0xDC00 && low <= 0xDFFF) {
      put(0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00));
      at += 2;
    } else {
      put(0xFFFD);
    }
  }
  return at;
}

size_t mark_size(std::string_view bytes, Shape shape) {
  if (shape == Shape::kUtf8) return bytes.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
  return bytes.starts_with(shape == Shape::kLittle ? kLittleMark : kBigMark) ? 2 : 0;
}

}  // namespace

std::string text_head(std::string_view first_bytes) {
  first_bytes = first_bytes.substr(0, kTextHead);
  const Shape shape = shape_of(first_bytes);
  first_bytes.remove_prefix(mark_size(first_bytes, shape));
  if (shape == Shape::kUtf8) return std::string(first_bytes);
  std::vector<char> text;
  from_utf16(first_bytes, shape == Shape::kBig, false, text);
  return {text.begin(), text.end()};
}

size_t record_end(std::string_view text, char delimiter, size_t max_bytes, bool is_last) {
  const size_t newline = text.find('\n');
  const size_t line_end = newline == std::string_view::npos ? text.size() : newline + 1;
  const size_t of_line = newline != std::string_view::npos || is_last ? line_end : 0;
  if (text.substr(0, line_end).find('"') == std::string_view::npos) return of_line;
  const std::string_view window = text.substr(0, max_bytes);
  const bool is_cut = window.size() < text.size() || is_last;  // more text changes nothing
  for (size_t at = 0;;) {
    if (at < window.size() && window[at] == '"') {
      size_t quote = at + 1;
      for (;; quote += 2) {
        quote = window.find('"', quote);
        if (quote == std::string_view::npos) return is_cut ? of_line : 0;
        if (quote + 1 >= window.size() && !is_cut) return 0;
        if (quote + 1 >= window.size() || window[quote + 1] != '"') break;
      }
      at = quote + 1;
    }
    // To the end of the field, or of the record.
    while (at < window.size() && window[at] != delimiter && window[at] != '\n') ++at;
    if (at >= window.size()) {
      if (!is_cut) return 0;
      return window.size() == text.size() && is_last ? text.size() : of_line;
    }
    if (window[at] == '\n') return at + 1;
    ++at;
  }
}

void TextPieces::decode(std::span<const char> bytes, bool is_last, std::vector<char>& text) {
  if (encoding_ == Encoding::kUtf8) {
    text.insert(text.end(), bytes.begin(), bytes.end());
    return;
  }
  half_.insert(half_.end(), bytes.begin(), bytes.end());
  const size_t taken =
      from_utf16({half_.data(), half_.size()}, encoding_ == Encoding::kUtf16Big, is_last, text);
  half_.erase(half_.begin(), half_.begin() + static_cast<ptrdiff_t>(taken));
}

Result<size_t> TextPieces::read_into(std::vector<char>& text) {
  const size_t old = text.size();
  if (encoding_ == Encoding::kUtf8) {
    text.resize(old + options_.piece_bytes);
    COCITE_TRY(const size_t got, stream_->read(std::span(text).subspan(old)));
    text.resize(old + got);
    return got;
  }
  while (text.size() == old) {
    raw_.resize(encoding_ == Encoding::kUnknown ? kTextHead : options_.piece_bytes);
    COCITE_TRY(const size_t got, stream_->read(raw_));
    std::span<const char> bytes = std::span(raw_).first(got);
    if (encoding_ == Encoding::kUnknown) {
      const std::string_view all(bytes.data(), bytes.size());
      const Shape shape = shape_of(all);
      encoding_ = shape == Shape::kUtf8     ? Encoding::kUtf8
                  : shape == Shape::kLittle ? Encoding::kUtf16Little
                                            : Encoding::kUtf16Big;
      bytes = bytes.subspan(mark_size(all, shape));
    }
    decode(bytes, got == 0, text);
    if (got == 0) break;
  }
  return text.size() - old;
}

Result<std::string_view> TextPieces::head() {
  if (encoding_ == Encoding::kUnknown) COCITE_CHECK(read_into(rest_));
  return std::string_view(rest_.data(), rest_.size());
}

size_t TextPieces::whole(const std::vector<char>& text) const {
  const std::string_view all(text.data(), text.size());
  if (delimiter_ == '\0' || all.find('"') == std::string_view::npos) return all.rfind('\n') + 1;
  size_t at = 0;
  for (;;) {
    const size_t size =
        record_end(all.substr(at), delimiter_, options_.max_line_bytes, /*is_last=*/false);
    if (size == 0) return at;
    at += size;
  }
}

Result<TextPieces::Text> TextPieces::next() {
  // The head tells the encoding, and is no piece of its own: where pieces begin must not depend on
  // whether a caller asked for it.
  COCITE_CHECK(head());
  for (;;) {
    Text text;
    text.bytes = std::exchange(rest_, {});
    COCITE_TRY(const size_t got, read_into(text.bytes));
    if (text.bytes.empty()) return text;
    if (got > 0) {
      // Cut behind the last whole record; the rest waits for more.
      const auto end = static_cast<ptrdiff_t>(whole(text.bytes));
      rest_.assign(text.bytes.begin() + end, text.bytes.end());
      text.bytes.resize(static_cast<size_t>(end));
      if (rest_.size() > options_.max_line_bytes + 1) COCITE_CHECK(cut_line(text.bytes));
      if (text.bytes.empty()) continue;
    }
    text.first_line = line_;
    line_ += static_cast<uint64_t>(std::count(text.bytes.begin(), text.bytes.end(), '\n'));
    return text;
  }
}

// The line in rest_ is too long. As much of it as shows that goes to the end of `text`; the
// remainder is read and not kept, and what follows it becomes the rest.
Result<void> TextPieces::cut_line(std::vector<char>& text) {
  const auto show = [&](std::vector<char>::iterator end) {
    // One byte more than allowed, and one for the \r that does not count.
    const auto most = static_cast<ptrdiff_t>(options_.max_line_bytes + 2);
    text.insert(text.end(), rest_.begin(), std::min(end, rest_.begin() + most));
    text.push_back('\n');
  };
  const auto here = std::find(rest_.begin(), rest_.end(), '\n');
  show(here);
  if (here != rest_.end()) {
    rest_.erase(rest_.begin(), here + 1);
    return {};
  }
  rest_.clear();
  std::vector<char> more;
  for (;;) {
    more.clear();
    COCITE_TRY(const size_t got, read_into(more));
    if (got == 0) return {};
    const auto newline = std::find(more.begin(), more.end(), '\n');
    if (newline == more.end()) continue;
    rest_.assign(newline + 1, more.end());
    return {};
  }
}

}  // namespace cocite::read

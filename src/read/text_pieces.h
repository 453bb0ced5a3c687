// A text in pieces of whole records: lines, or lines whose quoted fields hold line breaks.
//
//   TextPieces pieces(std::move(stream), {.piece_bytes = 2 << 20});
//   COCITE_TRY(std::string_view head, pieces.head());       // the first kilobytes, not taken yet
//   COCITE_TRY(auto piece, pieces.next());                  // empty text: the end
//
// A byte order mark is dropped, and UTF-16 becomes UTF-8. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "read/input_stream.h"

namespace cocite::read {

// What of a text decides how it is read: the same bytes for every reader.
inline constexpr size_t kTextHead = 4096;

// The beginning of a text as readers see it: without byte order mark, in UTF-8.
[[nodiscard]] std::string text_head(std::string_view first_bytes);

// Where the record that begins at `text` ends: behind its line break, or 0 if more text is needed to
// tell. A field that begins with a quote ends at the next single quote, whatever is between; without
// one within `max_bytes`, the quote is a character like any other and the record is its line.
[[nodiscard]] size_t record_end(std::string_view text, char delimiter, size_t max_bytes,
                                bool is_last);

class TextPieces {
 public:
  struct Options {
    size_t piece_bytes = size_t{2} << 20;
    // A longer line is cut behind as many bytes as show that it is too long.
    size_t max_line_bytes = size_t{1} << 18;
  };
  struct Text {
    std::vector<char> bytes;
    uint64_t first_line = 1;
  };

  TextPieces(std::unique_ptr<InputStream> stream, const Options& options)
      : stream_(std::move(stream)), options_(options) {}

  // As text_head() gives it. REQUIRES: before next().
  [[nodiscard]] Result<std::string_view> head();
  // From here on, fields in quotes may hold line breaks.
  void set_delimiter(char delimiter) { delimiter_ = delimiter; }
  void set_max_line(size_t bytes) { options_.max_line_bytes = bytes; }
  [[nodiscard]] Result<Text> next();
  [[nodiscard]] const InputStream& stream() const { return *stream_; }

 private:
  enum class Encoding : uint8_t { kUnknown, kUtf8, kUtf16Little, kUtf16Big };
  // Appends up to piece_bytes of decoded text; 0: the end.
  [[nodiscard]] Result<size_t> read_into(std::vector<char>& text);
  void decode(std::span<const char> bytes, bool is_last, std::vector<char>& text);
  // How much of the text is whole records.
  [[nodiscard]] size_t whole(const std::vector<char>& text) const;
  [[nodiscard]] Result<void> cut_line(std::vector<char>& text);

  std::unique_ptr<InputStream> stream_;
  Options options_;
  Encoding encoding_ = Encoding::kUnknown;
  char delimiter_ = '\0';  // '\0': records are lines
  std::vector<char> rest_;
  std::vector<char> raw_;
  std::vector<char> half_;  // of a UTF-16 character
  uint64_t line_ = 1;
};

}  // namespace cocite::read

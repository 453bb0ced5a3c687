// Text of a page as words with one space between them, up to a limit.
//
//   WordSink title(300);                              // bytes
//   title.append("  Tom &amp;\n Jerry", TextKind::kRcdata);
//   title.text()                                      // "Tom & Jerry"
//
// Pieces may be cut anywhere between references: a word goes on from one piece to the next unless
// separate() is called. Space is what HTML calls so and the no-break space. One thread at a time.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "html/tokenizer.h"

namespace cocite::html {

class WordSink {
 public:
  static constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

  explicit WordSink(size_t max_bytes = 0, size_t max_words = kNoLimit) {
    clear(max_bytes, max_words);
  }

  // Starts again; keeps the memory.
  void clear(size_t max_bytes, size_t max_words = kNoLimit);
  void append(std::string_view raw, TextKind kind);
  // The words before and after this are two words.
  void separate() { in_word_ = false; }

  // Nothing more fits: append() does nothing from here on.
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] std::string_view text() const { return {buffer_.data(), size_}; }
  [[nodiscard]] size_t words() const { return words_; }

 private:
  // As much of the start of `raw` as is words and spaces far from any limit; returns how much.
  size_t add_words(std::string_view raw);
  void add(std::string_view plain);
  void put(std::string_view plain);
  void make_room(size_t bytes);
  void cut();

  std::string buffer_;  // size_ bytes of it are the text
  size_t size_ = 0;
  size_t max_bytes_ = 0;
  size_t max_words_ = 0;
  size_t words_ = 0;
  bool in_word_ = false;
  bool full_ = true;
};

}  // namespace cocite::html

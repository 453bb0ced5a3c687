// The words of a text with their places, as numbers that are equal for equal words.
//
//   Tokenizer tokenizer;
//   for (const Token& token : tokenizer.read("Honey bees")) text.substr(token.begin, …)
//   phrase_hash(tokens)                  // of "honey bee" and of "Honey Bees"
//
// Words are those of text/terms.h; an s at the end of a word of four letters or more is left off. One
// thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/terms.h"

namespace cocite::suggest {

struct Token {
  uint64_t hash = 0;
  uint32_t begin = 0;  // in the text; several tokens of one run of letters share its place
  uint32_t end = 0;
};

class Tokenizer {
 public:
  // Valid until the next call.
  [[nodiscard]] std::span<const Token> read(std::string_view text);

 private:
  text::TermReader terms_;
  std::vector<Token> tokens_;
};

// A phrase grows by a token: extend(extend(0, a), b).
[[nodiscard]] uint64_t extend(uint64_t phrase, uint64_t token);
[[nodiscard]] uint64_t phrase_hash(std::span<const Token> tokens);

}  // namespace cocite::suggest

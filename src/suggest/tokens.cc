#include "suggest/tokens.h"

#include <algorithm>
#include <string>

#include "base/hash.h"

namespace cocite::suggest {
namespace {

// English plurals, and enough of other languages' to do no harm: both sides are cut alike.
uint64_t hash_of(std::string_view term) {
  constexpr size_t kLeast = 4;
  if (term.size() >= kLeast && term.ends_with('s') && !term.ends_with("ss")) term.remove_suffix(1);
  return hash64(term);
}

}  // namespace

std::span<const Token> Tokenizer::read(std::string_view text) {
  tokens_.clear();
  for (size_t at = 0;;) {
    const auto [begin, end] = text::next_run(text, at);
    if (begin == end) return tokens_;
    at = end;
    terms_.read(text.substr(begin, end - begin), [&, begin = begin, end = end](auto term) {
      tokens_.push_back({hash_of(term), static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
    });
  }
}

uint64_t extend(uint64_t phrase, uint64_t token) {
  return mix(phrase ^ token);
}

uint64_t phrase_hash(std::span<const Token> tokens) {
  uint64_t phrase = 0;
  for (const Token& token : tokens) phrase = extend(phrase, token.hash);
  return phrase;
}

}  // namespace cocite::suggest

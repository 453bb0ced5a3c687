// The piece of a text that shows best why it was found, its words marked.
//
//   Snippet snippet = make_snippet(text, terms, maker);       // terms as the index has them
//   for (const SnippetPart& part : snippet) … part.text, part.is_match
//
// About 200 bytes, cut between words, around the place where most of the words occur together;
// the beginning where none does. Any thread, with its own TermMaker.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "words/term_maker.h"

namespace cocite::words {

struct SnippetPart {
  std::string text;
  bool is_match = false;
  friend bool operator==(const SnippetPart&, const SnippetPart&) = default;
};
using Snippet = std::vector<SnippetPart>;

[[nodiscard]] Snippet make_snippet(std::string_view text,
                                   const std::unordered_set<std::string>& terms, TermMaker& maker);

// All of a text, its words marked.
[[nodiscard]] Snippet mark_words(std::string_view text,
                                 const std::unordered_set<std::string>& terms, TermMaker& maker);

}  // namespace cocite::words

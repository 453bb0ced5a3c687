// What of a page's text is its own: without menus, headers and footers, for people to read.
//
//   COCITE_TRY(const text::Shingles menus, menu_runs(store, pages, 400, budget));   // own_texts.h
//   plain_text(text, menus)               // what is left, pieces with " … " between them
//   beginning_of(text, menus, 140)        // its beginning, cut between words
//
// A word goes if a run of four words that it is part of stands on a fifth of the pages. Pieces of fewer than three
// words between two menus go, too. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/resemblance.h"

namespace cocite::words {

struct TextPiece {
  size_t begin = 0;  // in bytes
  size_t end = 0;
};

// In order. All of the text if no menu is known.
[[nodiscard]] std::vector<TextPiece> own_pieces(std::string_view text, const text::Shingles& menus);
[[nodiscard]] std::string plain_text(std::string_view text, const text::Shingles& menus);
// At most about `most` bytes; ends with "…" if there is more.
[[nodiscard]] std::string beginning_of(std::string_view text, const text::Shingles& menus,
                                       size_t most);

}  // namespace cocite::words

// A name, or the beginning of one, folded for comparison while a user types.
//
//   FoldedName name;
//   fold_name("The Café — 東京", name);
//   name.text == "the café 東京"; name.starts == {0, 4, 10, 13}
//
// Folded by Unicode's NFKC_Casefold; runs of letters, marks and numbers with one space between them.
// Starts are where typing may begin: at each run, and, in scripts that are written without spaces,
// at each character. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::text {

struct FoldedName {
  std::string text;
  std::vector<uint32_t> starts;
  bool ends_run = false;  // something that separates stands behind the last run
};

// In place of what `name` holds.
void fold_name(std::string_view text, FoldedName& name);

}  // namespace cocite::text

// What Unicode says of characters, as terms and names need it: folding, and which characters are
// part of words.
//
//   fold_characters("Größe", folded);                     // "grösse"
//   for (size_t at = 0; at < folded.size();) {
//     if (kind_of(next_character(folded, at)) == Kind::kSeparator) ...
//   }
//
// Pure functions. The one place of this folder that knows ICU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cocite::text {

// NFKC_Casefold, in place of what `folded` holds. Broken UTF-8 becomes U+FFFD, which separates.
void fold_characters(std::string_view text, std::string& folded);

// The character at `at`, which then stands behind it; negative if the bytes are not valid. REQUIRES: at
// < text.size() <= INT32_MAX.
[[nodiscard]] int32_t next_character(std::string_view text, size_t& at);

// Is this character part of terms, and if so, of a script written without spaces?
enum class Kind : uint8_t { kSeparator, kWord, kPairs };

// What is no character separates.
[[nodiscard]] Kind kind_of(int32_t character);

}  // namespace cocite::text

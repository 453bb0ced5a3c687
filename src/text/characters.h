// What Unicode says of characters, as terms and names need it: folding, and which characters are
// part of words.
//
//   fold_characters("Größe", folded);      // "grösse"
//   kind_of(U'東') == Kind::kPairs
//
// ICU's headers come with it: for the files of this folder that read characters one by one. Pure
// functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

namespace cocite::text {

[[nodiscard]] inline const icu::Normalizer2& normalizer() {
  // Built into the library: it cannot fail once ICU's data is there, which linking sees to.
  static const icu::Normalizer2& instance = []() -> const icu::Normalizer2& {
    UErrorCode status = U_ZERO_ERROR;
    return *icu::Normalizer2::getNFKCCasefoldInstance(status);
  }();
  return instance;
}

// NFKC_Casefold, in place of what `folded` holds. Broken UTF-8 becomes U+FFFD, which separates.
inline void fold_characters(std::string_view text, std::string& folded) {
  folded.clear();
  icu::StringByteSink<std::string> sink(&folded, static_cast<int32_t>(text.size()));
  UErrorCode status = U_ZERO_ERROR;
  normalizer().normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())),
                             sink, nullptr, status);
  if (U_FAILURE(status) != 0) folded.clear();  // memory only
}

// Is this character part of terms, and if so, of a script written without spaces?
enum class Kind : uint8_t { kSeparator, kWord, kPairs };

[[nodiscard]] inline Kind kind_of(UChar32 c) {
  constexpr uint32_t kTermMask = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK;
  if ((U_GET_GC_MASK(c) & kTermMask) == 0) return Kind::kSeparator;
  if (c < 0x0E00) return Kind::kWord;  // the scripts asked for begin with Thai
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(c, &status)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return Kind::kPairs;
    default:
      return Kind::kWord;
  }
}

}  // namespace cocite::text

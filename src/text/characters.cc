#include "text/characters.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

namespace cocite::text {
namespace {

const icu::Normalizer2& normalizer() {
  // Built into the library: it cannot fail once ICU's data is there, which linking sees to.
  static const icu::Normalizer2& instance = []() -> const icu::Normalizer2& {
    UErrorCode status = U_ZERO_ERROR;
    return *icu::Normalizer2::getNFKCCasefoldInstance(status);
  }();
  return instance;
}

}  // namespace

void fold_characters(std::string_view text, std::string& folded) {
  folded.clear();
  icu::StringByteSink<std::string> sink(&folded, static_cast<int32_t>(text.size()));
  UErrorCode status = U_ZERO_ERROR;
  normalizer().normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())),
                             sink, nullptr, status);
  if (U_FAILURE(status) != 0) folded.clear();  // memory only
}

int32_t next_character(std::string_view text, size_t& at) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
  const auto size = static_cast<int32_t>(text.size());
  auto place = static_cast<int32_t>(at);
  UChar32 c = 0;
  U8_NEXT(bytes, place, size, c);
  at = static_cast<size_t>(place);
  return c;
}

Kind kind_of(int32_t character) {
  if (character < 0) return Kind::kSeparator;
  const UChar32 c = character;
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

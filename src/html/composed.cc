#include "html/composed.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include "base/utf8.h"

namespace cocite::html {

void compose(std::string& text) {
  if (is_ascii(text) || !is_utf8(text)) return;
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* const nfc = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error) || nfc->isNormalizedUTF8(text, error) || U_FAILURE(error)) return;
  std::string composed;
  icu::StringByteSink<std::string> sink(&composed);
  nfc->normalizeUTF8(0, text, sink, nullptr, error);
  if (U_SUCCESS(error)) text = std::move(composed);
}

}  // namespace cocite::html

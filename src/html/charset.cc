#include "html/charset.h"

#include <algorithm>
#include <array>
#include <map>

#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/utf16.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/meta.h"
#include "html/references.h"
#include "html/tokenizer.h"

namespace cocite::html {
namespace {

// The standard reads 1024 bytes; servers put more in front of it (comments, scripts).
constexpr size_t kPrescanBytes = 4096;
// More bytes make the detector slower, not surer.
constexpr size_t kDetectBytes = 64 << 10;

const Encoding& required(std::string_view label) {
  return *find_encoding(label);
}

// ISO-8859-16 from 0xA0 on: the conversion library has every other encoding, but not this one.
constexpr std::array<uint16_t, 96> kLatin10 = {
    0x00A0, 0x0104, 0x0105, 0x0141, 0x20AC, 0x201E, 0x0160, 0x00A7, 0x0161, 0x00A9, 0x0218, 0x00AB,
    0x0179, 0x00AD, 0x017A, 0x017B, 0x00B0, 0x00B1, 0x010C, 0x0142, 0x017D, 0x201D, 0x00B6, 0x00B7,
    0x017E, 0x010D, 0x0219, 0x00BB, 0x0152, 0x0153, 0x0178, 0x017C, 0x00C0, 0x00C1, 0x00C2, 0x0102,
    0x00C4, 0x0106, 0x00C6, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x0110, 0x0143, 0x00D2, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x015A, 0x0170, 0x00D9, 0x00DA, 0x00DB,
    0x00DC, 0x0118, 0x021A, 0x00DF, 0x00E0, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x0107, 0x00E6, 0x00E7,
    0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00ED, 0x00EE, 0x00EF, 0x0111, 0x0144, 0x00F2, 0x00F3,
    0x00F4, 0x0151, 0x00F6, 0x015B, 0x0171, 0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x0119, 0x021B, 0x00FF};

// The library's own substitute is U+001A for some encodings, not U+FFFD.
void substitute(const void* /*context*/, UConverterToUnicodeArgs* arguments, const char* /*units*/,
                int32_t /*length*/, UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;
  constexpr UChar kSubstitute = 0xFFFD;
  *status = U_ZERO_ERROR;
  ucnv_cbToUWriteUChars(arguments, &kSubstitute, 1, 0, status);
}

// Where the last "<meta" begins, or npos. Most of a page's beginning is something else: reading it
// as markup only to find none took a sixth of the time that small pages take.
size_t find_last_meta(std::string_view bytes) {
  size_t last = std::string_view::npos;
  const auto look = [&](size_t at) {
    if (bytes[at] == '<' && equals_ignore_case(bytes.substr(at + 1, 4), "meta")) last = at;
  };
  size_t pos = 0;
#if defined(__SSE2__)
  // "<m" sixteen places at once: there are hundreds of tags, and few of them begin so.
  const auto load = [&](size_t at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + at));
  };
  for (; pos + 17 <= bytes.size(); pos += 16) {
    const __m128i less = _mm_cmpeq_epi8(load(pos), _mm_set1_epi8('<'));
    const __m128i lower = _mm_or_si128(load(pos + 1), _mm_set1_epi8(0x20));
    const __m128i both = _mm_and_si128(less, _mm_cmpeq_epi8(lower, _mm_set1_epi8('m')));
    for (auto mask = static_cast<unsigned>(_mm_movemask_epi8(both)); mask != 0; mask &= mask - 1) {
      look(pos + static_cast<size_t>(__builtin_ctz(mask)));
    }
  }
#endif
  for (; pos < bytes.size(); ++pos) look(pos);
  return last;
}

using HighHalf = std::array<uint16_t, 128>;  // what the bytes from 0x80 mean; 0xFFFD: nothing

}  // namespace

struct CharsetDecoder::Converters {
  ~Converters() {
    for (const auto& [name, converter] : open) ucnv_close(converter);
    if (detector != nullptr) uchardet_delete(detector);
  }

  UConverter* converter(const Encoding& encoding) {
    const auto found = open.find(encoding.name);
    if (found != open.end()) return found->second;
    UErrorCode status = U_ZERO_ERROR;
    UConverter* made = ucnv_open(encoding.converter, &status);
    if (U_SUCCESS(status)) {
      ucnv_setToUCallBack(made, substitute, nullptr, nullptr, nullptr, &status);
    } else {
      made = nullptr;
    }
    open.emplace(encoding.name, made);
    return made;
  }

  const HighHalf& high_half(const Encoding& encoding) {
    const auto [place, added] = tables.try_emplace(encoding.name);
    HighHalf& table = place->second;
    if (!added) return table;
    if (encoding.name == "x-user-defined") {
      for (size_t i = 0; i < 128; ++i) table[i] = static_cast<uint16_t>(0xF780 + i);
      return table;
    }
    if (encoding.name == "ISO-8859-16") {
      for (size_t i = 0; i < 32; ++i) table[i] = static_cast<uint16_t>(0x80 + i);
      std::copy(kLatin10.begin(), kLatin10.end(), table.begin() + 32);
      return table;
    }
    UConverter* from = converter(encoding);
    for (size_t i = 0; i < 128; ++i) {
      table[i] = 0xFFFD;
      if (from == nullptr) continue;
      const char byte = static_cast<char>(static_cast<uint8_t>(0x80 + i));
      std::array<UChar, 4> units{};
      UErrorCode status = U_ZERO_ERROR;
      const int32_t count = ucnv_toUChars(from, units.data(), 4, &byte, 1, &status);
      if (U_SUCCESS(status) && count == 1) table[i] = units[0];
    }
    return table;
  }

  std::map<std::string_view, UConverter*> open;
  std::map<std::string_view, HighHalf> tables;
  uchardet_t detector = nullptr;
};

CharsetDecoder::CharsetDecoder() : converters_(std::make_unique<Converters>()) {}
CharsetDecoder::~CharsetDecoder() = default;

const Encoding* find_meta_encoding(std::string_view bytes) {
  bytes = bytes.substr(0, kPrescanBytes);
  const size_t last = find_last_meta(bytes);
  if (last == std::string_view::npos) return nullptr;
  Tokenizer tokens(bytes, Comments::kSkip);
  std::string buffer;
  while (tokens.next() && tokens.token().offset <= last) {
    const Token& token = tokens.token();
    if (token.kind != TokenKind::kStartTag || token.tag != Tag::kMeta || token.foreign) continue;
    std::string_view label;
    if (const std::string_view* charset = token.attribute("charset")) {
      label = decode_attribute(*charset, buffer);
    } else if (const std::string_view* equiv = token.attribute("http-equiv");
               equiv != nullptr && equals_ignore_case(trim(*equiv), "content-type")) {
      const std::string_view* content = token.attribute("content");
      if (content != nullptr) label = charset_of_content_type(decode_attribute(*content, buffer));
    }
    const Encoding* encoding = find_encoding(label);
    if (encoding == nullptr) continue;
    // We could not have read the tag if the page were what it says.
    if (encoding->name.starts_with("UTF-16")) return &required("utf-8");
    if (encoding->name == "x-user-defined") return &required("windows-1252");
    return encoding;
  }
  return nullptr;
}

DecodedPage CharsetDecoder::to_utf8(std::string_view bytes, std::string_view http_charset) {
  const Choice choice = choose(bytes, http_charset);
  if (choice.is_utf8) return {bytes, choice.encoding->name, choice.source};
  return {convert(bytes.substr(choice.bom_bytes), *choice.encoding), choice.encoding->name,
          choice.source};
}

CharsetDecoder::Choice CharsetDecoder::choose(std::string_view bytes,
                                              std::string_view http_charset) {
  using enum CharsetSource;
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xEF\xBB\xBF")) return {&required("utf-8"), kBom, 3};
  if (bytes.starts_with("\xFE\xFF")) return {&required("utf-16be"), kBom, 2};
  if (bytes.starts_with("\xFF\xFE")) return {&required("utf-16le"), kBom, 2};
  if (const Encoding* encoding = find_encoding(http_charset)) return {encoding, kHttp, 0};
  if (bytes.starts_with("<\0"sv)) return {&required("utf-16le"), kBytes, 0};
  if (bytes.starts_with("\0<"sv)) return {&required("utf-16be"), kBytes, 0};
  if (const Encoding* encoding = find_meta_encoding(bytes)) return {encoding, kMeta, 0};
  if (is_utf8(bytes)) {
    // Escapes into Japanese are all ASCII.
    if (bytes.find("\x1B$") == std::string_view::npos) {
      return {&required("utf-8"), kBytes, 0, true};
    }
  }
  if (const Encoding* encoding = detect(bytes)) return {encoding, kDetected, 0};
  return {&required("windows-1252"), kDefault, 0};
}

const Encoding* CharsetDecoder::detect(std::string_view bytes) {
  if (converters_->detector == nullptr) converters_->detector = uchardet_new();
  uchardet_t detector = converters_->detector;
  uchardet_reset(detector);
  // Pages begin with kilobytes of ASCII that say nothing.
  const size_t from = std::min(ascii_prefix(bytes), bytes.find('\x1B'));
  const std::string_view sample = bytes.substr(from - std::min<size_t>(from, 1024), kDetectBytes);
  if (uchardet_handle_data(detector, sample.data(), sample.size()) != 0) return nullptr;
  uchardet_data_end(detector);
  const std::string_view name = uchardet_get_charset(detector);
  if (name == "UHC") return &required("euc-kr");
  // It is not valid UTF-8, and a page of another plane's encoding would not have come this far.
  const Encoding* encoding = find_encoding(name);
  return encoding == nullptr || encoding->kind == EncodingKind::kUtf8 ? nullptr : encoding;
}

std::string_view CharsetDecoder::convert(std::string_view bytes, const Encoding& encoding) {
  switch (encoding.kind) {
    case EncodingKind::kUtf8:
      if (is_utf8(bytes)) return bytes;
      repair_utf8(bytes, buffer_);
      return buffer_;
    case EncodingKind::kReplacement:
      return bytes.empty() ? std::string_view() : kReplacement;
    case EncodingKind::kSingleByte: {
      if (is_ascii(bytes)) return bytes;
      const HighHalf& table = converters_->high_half(encoding);
      buffer_.clear();
      buffer_.reserve(bytes.size() + bytes.size() / 4);
      while (!bytes.empty()) {
        const size_t plain = ascii_prefix(bytes);
        buffer_ += bytes.substr(0, plain);
        bytes.remove_prefix(plain);
        while (!bytes.empty() && static_cast<uint8_t>(bytes.front()) >= 0x80) {
          append_utf8(table[static_cast<uint8_t>(bytes.front()) - 0x80U], buffer_);
          bytes.remove_prefix(1);
        }
      }
      return buffer_;
    }
    case EncodingKind::kMultiByte:
      if (is_ascii(bytes)) return bytes;
      break;
    case EncodingKind::kNotAscii:
      break;
  }

  UConverter* converter = converters_->converter(encoding);
  if (converter == nullptr) return convert(bytes, required("windows-1252"));
  ucnv_reset(converter);
  buffer_.clear();
  buffer_.reserve(bytes.size() + bytes.size() / 2);
  std::array<UChar, 4096> units{};
  const char* source = bytes.data();
  const char* const source_end = bytes.data() + bytes.size();
  char32_t high = 0;  // a surrogate whose other half is in the next block
  for (;;) {
    UChar* target = units.data();
    UErrorCode status = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &target, units.data() + units.size(), &source, source_end, nullptr, 1,
                   &status);
    for (const UChar* unit = units.data(); unit != target; ++unit) {
      if (U16_IS_TRAIL(*unit) && high != 0) {
        append_utf8(static_cast<char32_t>(U16_GET_SUPPLEMENTARY(high, *unit)), buffer_);
        high = 0;
        continue;
      }
      if (high != 0) buffer_ += kReplacement;
      high = U16_IS_LEAD(*unit) ? *unit : 0;
      if (high == 0) append_utf8(U16_IS_TRAIL(*unit) ? 0xFFFD : *unit, buffer_);
    }
    if (status == U_BUFFER_OVERFLOW_ERROR) continue;
    // A lone surrogate, or a character that the end of the page cuts off.
    if (high != 0 || U_FAILURE(status)) buffer_ += kReplacement;
    break;
  }
  return buffer_;
}

}  // namespace cocite::html

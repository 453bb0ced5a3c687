// In what encoding is this page, and what is it in UTF-8?
//
//   CharsetDecoder decoder;                             // one per thread, for all its pages
//   DecodedPage page = decoder.to_utf8(body, "iso-8859-1");   // the charset of the HTTP header
//   parser.parse(page.text);
//
// Who decides: a byte order mark, the HTTP header, a meta element in the first kilobytes, then the
// bytes themselves (valid UTF-8 is UTF-8; else a detector; else windows-1252). Names mean what the
// Encoding standard (WHATWG) says: "latin1" and "ascii" are windows-1252, "gb2312" is GBK. A page
// that already is UTF-8 or ASCII, nearly every one, comes back without a copy. Sequences that mean
// nothing become U+FFFD; there is no failure.
//
// A decoder belongs to one thread at a time; what it returns is valid until its next call and while
// `bytes` live.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cocite::html {

enum class EncodingKind : uint8_t {
  kUtf8,
  kSingleByte,
  kMultiByte,    // several bytes a character, ASCII stays ASCII
  kNotAscii,     // bytes below 0x80 are not always ASCII: UTF-16, ISO-2022-JP
  kReplacement,  // encodings that hide markup from checks; the whole page is one U+FFFD
};

struct Encoding {
  std::string_view name;       // the standard's
  const char* converter = "";  // the conversion library's
  EncodingKind kind = EncodingKind::kSingleByte;
};

// nullptr for a label the standard does not know. Case and space around it do not matter.
[[nodiscard]] const Encoding* find_encoding(std::string_view label);

enum class CharsetSource : uint8_t { kBom, kHttp, kMeta, kBytes, kDetected, kDefault };

struct DecodedPage {
  std::string_view text;
  std::string_view charset;  // the standard's name
  CharsetSource source = CharsetSource::kDefault;
};

// The charset that a meta element in the first kilobytes declares; nullptr when there is none.
[[nodiscard]] const Encoding* find_meta_encoding(std::string_view bytes);

class CharsetDecoder {
 public:
  CharsetDecoder();
  ~CharsetDecoder();
  CharsetDecoder(const CharsetDecoder&) = delete;
  CharsetDecoder& operator=(const CharsetDecoder&) = delete;

  // `http_charset`: the charset parameter of the Content-Type header, or nothing.
  [[nodiscard]] DecodedPage to_utf8(std::string_view bytes, std::string_view http_charset = {});

 private:
  struct Choice {
    const Encoding* encoding = nullptr;
    CharsetSource source = CharsetSource::kDefault;
    size_t bom_bytes = 0;
    bool is_utf8 = false;  // it was looked at already
  };
  struct Converters;

  [[nodiscard]] Choice choose(std::string_view bytes, std::string_view http_charset);
  [[nodiscard]] const Encoding* detect(std::string_view bytes);
  [[nodiscard]] std::string_view convert(std::string_view bytes, const Encoding& encoding);

  std::unique_ptr<Converters> converters_;
  std::string buffer_;
};

}  // namespace cocite::html

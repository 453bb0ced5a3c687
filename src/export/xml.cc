#include "export/xml.h"

#include <cstdint>

namespace cocite::exporter {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The bytes of the UTF-8 character at the beginning of `text`, and its code; 0: there is none.
size_t decode(std::string_view text, uint32_t& code) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  size_t size = 0;
  if (first < 0x80) {
    code = first;
    return 1;
  }
  if (first >= 0xC2 && first <= 0xDF) {
    size = 2;
    code = first & 0x1FU;
  } else if (first >= 0xE0 && first <= 0xEF) {
    size = 3;
    code = first & 0x0FU;
  } else if (first >= 0xF0 && first <= 0xF4) {
    size = 4;
    code = first & 0x07U;
  } else {
    return 0;
  }
  if (text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const bool is_overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  return is_overlong || code > 0x10FFFF ? 0 : size;
}

// The "Char" of XML 1.0; line ends and tabs are allowed, but as they are, attributes lose them.
bool is_xml_char(uint32_t code) {
  return code >= 0x20 && code != 0x7F && !(code >= 0xD800 && code <= 0xDFFF) && code != 0xFFFE &&
         code != 0xFFFF;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    uint32_t code = 0;
    const size_t size = decode(text, code);
    if (size == 0) {
      result += kReplacement;
      text.remove_prefix(1);
      continue;
    }
    switch (code) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\t':
        result += "&#9;";
        break;
      case '\n':
        result += "&#10;";
        break;
      case '\r':
        result += "&#13;";
        break;
      default:
        if (is_xml_char(code)) {
          result += text.substr(0, size);
        } else {
          result += kReplacement;
        }
    }
    text.remove_prefix(size);
  }
  return result;
}

Result<void> check_drawable(const store::Store& store, const ExportRequest& request) {
  if (store.pages() <= request.max_pages || request.force) return {};
  return fail(ErrorCode::kUnsupported,
              store.path() + ": has " + std::to_string(store.pages()) +
                  " pages, and programs that read this format seldom take more than " +
                  std::to_string(request.max_pages) +
                  "; --max-pages N or --force writes it anyway");
}

}  // namespace cocite::exporter

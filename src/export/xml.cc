#include "export/xml.h"

#include "base/ascii.h"
#include "base/utf8.h"

namespace cocite::exporter {
namespace {

// The "Char" of XML 1.0; line ends and tabs are allowed, but as they are, attributes lose them.
// `one`: a character of UTF-8.
bool is_xml_char(std::string_view one) {
  if (one.size() == 1) return !is_control(one[0]);
  return one != "\xEF\xBF\xBE" && one != "\xEF\xBF\xBF";  // U+FFFE, U+FFFF
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const size_t size = utf8_size(text);
    if (size == 0) {
      result += kReplacement;
      text.remove_prefix(1);
      continue;
    }
    switch (text[0]) {
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
        if (is_xml_char(text.substr(0, size))) {
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
  return fail({.code = ErrorCode::kUnsupported,
               .message = store.path() + ": has " + std::to_string(store.pages()) +
                          " pages; few programs that read this format take more than " +
                          std::to_string(request.max_pages),
               .remedies = {{.options = {{"max_pages", std::to_string(store.pages())}}},
                            {.options = {{"force", ""}}}}});
}

}  // namespace cocite::exporter

// Character references: what `&eacute;`, `&copy`, `&#x20AC;` and `&nonsense;` stand for.
//
//   Reference r = read_reference("&lt;b", 0, Place::kText);   // r.length == 4, r.utf8() == "<"
//   std::string buffer;
//   std::string_view value = decode_attribute("?a=1&amp;b=2", buffer);   // "?a=1&b=2"
//
// Follows the HTML standard, 13.2.5.72 to 13.2.5.80, with its full table of 2,125 names. Pure
// functions; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace cocite::html {

// In an attribute `&copy=` and `&copyright` stay as they are, in text they do not.
enum class Place : uint8_t { kText, kAttribute };

struct Reference {
  size_t length = 0;  // bytes of the page it takes; 0: this '&' is just an '&'
  std::array<char, 8> bytes{};
  uint8_t size = 0;

  [[nodiscard]] std::string_view utf8() const { return {bytes.data(), size}; }
};

// REQUIRES: text[at] == '&'.
[[nodiscard]] Reference read_reference(std::string_view text, size_t at, Place place);

// The value of an attribute: references decoded, NUL as U+FFFD, CR and CRLF as LF. A value without
// any of these (nearly all) comes back as it is, without a copy; otherwise it is a view of
// `buffer`.
[[nodiscard]] std::string_view decode_attribute(std::string_view raw, std::string& buffer);

using cocite::kReplacement;

// Appends `point` in UTF-8. REQUIRES: `point` is a scalar value.
void append_utf8(char32_t point, std::string& out);

}  // namespace cocite::html

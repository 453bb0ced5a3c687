// A text as JSON writes it: in quotes, escaped, and always UTF-8.
//
//   std::string json = "{\"title\":";
//   append_json(title, json);
//
// What is not UTF-8 becomes U+FFFD. Pure function; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cocite {

void append_json(std::string_view text, std::string& out);

}  // namespace cocite

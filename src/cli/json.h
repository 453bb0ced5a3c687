// Text as JSON writes it.
//
//   json_string("a\"b\n")   // "\"a\\\"b\\n\"", with the quotes
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include <cocite/query.h>

namespace cocite::cli {

// In quotes. What is not UTF-8 becomes U+FFFD, because JSON has no other way to hold it.
[[nodiscard]] std::string json_string(std::string_view text);

// The report of an import, with the names of its fields.
[[nodiscard]] std::string json_of_report(const ImportReport& report);

}  // namespace cocite::cli

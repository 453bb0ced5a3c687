// The list of an answer as CSV or JSON lines, for programs that want rows and nothing else.
//
//   const RowFormat format = row_format(arguments.text("format"), request.accept);
//   put_rows(answer, route.rows, format);
//
// JSON lines have the elements of the list as JSON has them. CSV has a column for each of their fields
// that any element has: "page.key" of a struct in it; of a list the texts, or the keys. Elements that
// hold a list "items" or "steps" have a row for each of those. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "api/question.h"

namespace cocite::serve {

enum class RowFormat : uint8_t { kJson, kCsv, kJsonl };

// What a request wants: by its parameter "format" if that is not empty, else by its header Accept.
[[nodiscard]] RowFormat row_format(std::string_view parameter, std::string_view accept);
// The list of the answer that holds its rows; empty: it has none.
[[nodiscard]] std::string_view rows_of(const api::Question& question);
// Writes the answer in another format. Returns the cursor of the rest of the list, if it goes on.
std::string put_rows(api::Answer& answer, std::string_view rows, RowFormat format);

}  // namespace cocite::serve

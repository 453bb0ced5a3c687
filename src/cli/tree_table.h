// Tables of an answer's fields (api/tree.h), by the names that JSON has.
//
//   write_rows(out, format, "group by -coverage answers", tree.at("methods").list());
//
// "-coverage" is a column that people do not see. One thread.
#pragma once

#include <string>
#include <vector>

#include "api/tree.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {

using api::cell_of;
// "page.key" -> "page"
[[nodiscard]] std::string name_of(const std::string& path);
[[nodiscard]] std::vector<std::string> words_of(const std::string& text);

void write_rows(Output& out, Format format, const std::string& columns,
                const api::Tree::List& rows);

}  // namespace cocite::cli

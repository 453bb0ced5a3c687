// A value in a table, as TSV, CSV and JSON write it.
//
//   csv_of(cell_of(tree.at("title")));      // "\"Bees\""
//
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "api/tree.h"

namespace cocite::api {

// Nothing, a number, a text.
using Cell = std::variant<std::monostate, uint64_t, double, std::string>;

// The cell as each format shows it. In TSV tab, line feed and carriage return are \t \n \r. In CSV
// texts stand in quotes, and those that a spreadsheet would compute begin with '.
[[nodiscard]] std::string tsv_of(const Cell& cell);
[[nodiscard]] std::string csv_of(const Cell& cell);
[[nodiscard]] std::string json_of(const Cell& cell);

// What a table shows of a value. Texts of a list with something between them; of pages their keys; of
// other structs the first two fields: "B=2000 BF=8".
[[nodiscard]] Cell cell_of(const Tree& tree, const char* between = " ");

}  // namespace cocite::api

// A table for people, for programs that cut columns, and for programs that read JSON.
//
//   Table table(out, Format::kTsv, {{.name = "place"}, {.name = "key"}});
//   table.row({uint64_t{1}, "com,example)/"});
//   table.finish();
//
// text: columns side by side, thousands set apart, control characters as "?", so that a title
// cannot
//       move the cursor. The first rows are kept back to see how wide columns are; then rows flow.
// tsv:  a header line; tab, line feed and carriage return in a cell as \t \n \r, nothing else
// changed. json: an array of objects, one row a line; what is not UTF-8 becomes U+FFFD. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/output.h"

namespace cocite::cli {

enum class Format : uint8_t { kText, kTsv, kJson };

using Cell = std::variant<uint64_t, double, std::string>;

struct Column {
  std::string name;
  bool in_text = true;  // false: only for programs
};

class Table {
 public:
  Table(Output& out, Format format, std::vector<Column> columns);
  // REQUIRES: as many cells as columns.
  void row(std::vector<Cell> cells);
  // A line of text under the last row, indented; only people see it. REQUIRES: a row.
  void under(const std::string& line);
  void finish();

 private:
  struct Row {
    std::vector<Cell> cells;
    std::vector<std::string> under = {};
  };
  void write_text_rows();
  void write_text_row(const std::vector<std::string>& texts, const std::vector<bool>& is_number);

  Output* out_;
  Format format_;
  std::vector<Column> columns_;
  std::vector<Row> kept_;
  std::vector<size_t> widths_;
  uint64_t rows_ = 0;
};

// Names and values, as `info` and `page` print: text and tsv as a table of two columns (name,
// value), JSON as one object.
void write_pairs(Output& out, Format format,
                 const std::vector<std::pair<std::string, Cell>>& pairs);

// The cell as each format shows it.
[[nodiscard]] std::string text_of(const Cell& cell);
[[nodiscard]] std::string tsv_of(const Cell& cell);
[[nodiscard]] std::string json_of(const Cell& cell);

}  // namespace cocite::cli

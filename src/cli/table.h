// An answer as a table: for people, for spreadsheets, for programs that cut columns or read JSON.
//
//   const Fields<LinkItem> fields = {
//       {{.name = "place"}, [](const LinkItem& item) { return item.place; }},
//       {{.name = "key"}, [](const LinkItem& item) { return item.key; }}};
//   TableOf<LinkItem> table(out, Format::kTsv, fields);
//   table.row(item);
//   table.finish();
//
// The columns are the same in every format:
//
// text:  columns side by side, thousands set apart, control characters as "?", so that no title can
//        move the cursor. The first rows are kept back to see how wide columns are; then rows flow.
// tsv:   a header line; tab, line feed and carriage return in a cell as \t \n \r, nothing else
//        changed.
// csv:   a header line; texts in quotes, and those that a spreadsheet would compute begin with ' .
// json:  an array of objects, one row a line; what is not UTF-8 becomes U+FFFD.
// jsonl: the objects alone, a line each.
//
// CSV and JSON lines are one table from the first line to the last: what is about the whole answer,
// which text and TSV say in lines that begin with #, stands in columns of its own (is_fact). One
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/query.h>

#include "api/cell.h"
#include "cli/output.h"

namespace cocite::cli {

enum class Format : uint8_t { kText, kTsv, kCsv, kJson, kJsonl };

// Whether it holds one table and nothing else.
[[nodiscard]] constexpr bool is_flat(Format format) {
  return format == Format::kCsv || format == Format::kJsonl;
}
// "answers.csv" -> kCsv; by .tsv, .csv, .jsonl and .json, else `otherwise`.
[[nodiscard]] Format format_of_file(std::string_view name, Format otherwise);

using api::Cell;
using api::csv_of;
using api::json_of;
using api::tsv_of;

// A number that may be none: what cannot be told is an empty cell.
[[nodiscard]] Cell if_any(double value);

struct Column {
  std::string name;
  bool in_text = true;   // false: only for programs
  bool in_tsv = true;    // false: not where programs count on the columns before it
  bool is_fact = false;  // true: about the whole answer, only in CSV and JSON lines
  // In text, where the column of this name has an empty cell, there: called "Bees".
  std::string stands_in_for = {};
};

class Table {
 public:
  Table(Output& out, Format format, std::vector<Column> columns);
  // REQUIRES: as many cells as columns.
  void row(std::vector<Cell> cells);
  // A line of text under the last row, indented; only people see it. REQUIRES: a row.
  void under(const std::string& line);
  // The same with some of it in bold, where that is wanted.
  struct Piece {
    std::string text;
    bool is_bold = false;
  };
  void under(const std::vector<Piece>& line);
  void finish();

 private:
  struct Row {
    std::vector<Cell> cells;
    std::vector<std::string> under = {};
  };
  void write_text_rows();
  void write_text_row(const std::vector<std::string>& texts, const std::vector<bool>& numbers);

  Output* out_;
  Format format_;
  std::vector<Column> columns_;
  std::vector<Row> kept_;
  std::vector<size_t> widths_;
  uint64_t rows_ = 0;
};

// A column and what stands in it.
template <class Row>
struct Field {
  Column column;
  std::function<Cell(const Row&)> cell;
};
template <class Row>
using Fields = std::vector<Field<Row>>;

// What is the same in every row: columns where a format has no lines for it.
template <class Row>
[[nodiscard]] Field<Row> fact(const std::string& name, const Cell& value) {
  return {{.name = name, .is_fact = true}, [value](const Row&) { return value; }};
}
// Which page a row is about. People want addresses, programs want keys; where there are no
// addresses both get the names.
template <class Row>
void add_page_fields(Fields<Row>& fields, bool has_urls) {
  fields.push_back({{.name = "key", .in_text = !has_urls}, [](const Row& row) { return row.key; }});
  fields.push_back({{.name = "url", .in_text = has_urls}, [](const Row& row) { return row.url; }});
  fields.push_back({{.name = "title"}, [](const Row& row) { return row.title; }});
}

// What others call pages that have no title, beside "title". In TSV, whose columns programs count
// on, only where the store knows it of some.
[[nodiscard]] inline Column called_column(bool in_tsv) {
  return {.name = "called", .in_text = false, .in_tsv = in_tsv, .stands_in_for = "title"};
}
template <class Row>
void add_called_field(Fields<Row>& fields, bool in_tsv) {
  fields.push_back({called_column(in_tsv), [](const Row& row) { return row.called; }});
}

template <class Row>
[[nodiscard]] std::vector<Column> columns_of(const Fields<Row>& fields) {
  std::vector<Column> columns;
  for (const Field<Row>& field : fields) columns.push_back(field.column);
  return columns;
}
template <class Row>
[[nodiscard]] std::vector<Cell> cells_of(const Fields<Row>& fields, const Row& row) {
  std::vector<Cell> cells;
  cells.reserve(fields.size());
  for (const Field<Row>& field : fields) cells.push_back(field.cell(row));
  return cells;
}

template <class Row>
class TableOf {
 public:
  TableOf(Output& out, Format format, Fields<Row> fields)
      : fields_(std::move(fields)), table_(out, format, columns_of(fields_)) {}
  void row(const Row& row) { table_.row(cells_of(fields_, row)); }
  void under(const std::string& line) { table_.under(line); }
  void under(const std::vector<Table::Piece>& line) { table_.under(line); }
  void finish() { table_.finish(); }

 private:
  Fields<Row> fields_;
  Table table_;
};

template <class Row, class Rows>
void write_table(Output& out, Format format, Fields<Row> fields, const Rows& rows) {
  TableOf<Row> table(out, format, std::move(fields));
  for (const Row& row : rows) table.row(row);
  table.finish();
}

// The same without an Output, for TSV, CSV and JSON lines: the line before all rows, which JSON
// lines have not, and the line of a row.
[[nodiscard]] std::string head_line(Format format, const std::vector<Column>& columns);
[[nodiscard]] std::string row_line(Format format, const std::vector<Column>& columns,
                                   const std::vector<Cell>& cells);

// Names and values, as `info` and `page` print: a table of two columns (name, value); JSON as one
// object.
void write_pairs(Output& out, Format format,
                 const std::vector<std::pair<std::string, Cell>>& pairs);

// Several texts in one cell.
[[nodiscard]] std::string joined(const std::vector<std::string>& words, const char* between);

// Of near-copies, for people: "also at http://mirror.example/, http://copy.example/ and 3 more".
[[nodiscard]] std::string copies_text(const std::vector<PageRef>& copies);

// The cell as people see it.
[[nodiscard]] std::string text_of(const Cell& cell);

}  // namespace cocite::cli

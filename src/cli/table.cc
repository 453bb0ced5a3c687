#include "cli/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <cocite/json.h>
#include <cocite/readable.h>

namespace cocite::cli {
namespace {

// Enough to see how wide columns are; the user sees the first line after this many.
constexpr size_t kRowsKept = 200;
// One endless address should not push the titles of all others off the screen.
constexpr size_t kWidest = 100;
// How far in a line under a row stands.
constexpr const char* kUnder = "      ";

std::string grouped(uint64_t value) {
  std::string digits = std::to_string(value);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

// Columns on a terminal: characters, not bytes.
size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

std::string calm(std::string_view text) {
  return readable(text, 0);
}

bool is_number(const Cell& cell) {
  return std::holds_alternative<uint64_t>(cell) || std::holds_alternative<double>(cell);
}

bool is_shown(const Column& column, Format format) {
  if (column.is_fact) return is_flat(format);
  return format == Format::kText ? column.in_text : format != Format::kTsv || column.in_tsv;
}

// The cells that are shown, with commas or tabs between them.
template <class Write>
std::string line_of(Format format, const std::vector<Column>& columns, const char* between,
                    Write&& write) {
  std::string line;
  bool is_first = true;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (!is_shown(columns[i], format)) continue;
    if (!is_first) line += between;
    is_first = false;
    line += write(i);
  }
  return line;
}

bool is_empty(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text == nullptr ? std::holds_alternative<std::monostate>(cell) : text->empty();
}

// What stands in for cells that are empty.
void fill_in(const std::vector<Column>& columns, std::vector<Cell>& cells) {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].stands_in_for.empty() || is_empty(cells[i])) continue;
    const auto at = static_cast<size_t>(
        std::ranges::find(columns, columns[i].stands_in_for, &Column::name) - columns.begin());
    if (at < columns.size() && is_empty(cells[at])) {
      cells[at] = columns[i].name + " \"" + text_of(cells[i]) + '"';
    }
  }
}

std::string object_of(Format format, const std::vector<Column>& columns,
                      const std::vector<Cell>& cells) {
  return "{" +
         line_of(
             format, columns, ", ",
             [&](size_t i) { return json_string(columns[i].name) + ": " + json_of(cells[i]); }) +
         "}";
}

}  // namespace

Cell if_any(double value) {
  if (std::isnan(value)) return {};
  return value;
}

Format format_of_file(std::string_view name, Format otherwise) {
  if (name.ends_with(".tsv")) return Format::kTsv;
  if (name.ends_with(".csv")) return Format::kCsv;
  if (name.ends_with(".jsonl")) return Format::kJsonl;
  if (name.ends_with(".json")) return Format::kJson;
  return otherwise;
}

std::string text_of(const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) return "";
  if (const auto* number = std::get_if<uint64_t>(&cell)) return grouped(*number);
  if (const auto* number = std::get_if<double>(&cell)) {
    std::array<char, 32> room{};
    const int size = std::snprintf(room.data(), room.size(), "%.5g", *number);
    return {room.data(), static_cast<size_t>(size)};
  }
  return calm(std::get<std::string>(cell));
}

std::string head_line(Format format, const std::vector<Column>& columns) {
  if (format != Format::kTsv && format != Format::kCsv) return "";
  return line_of(format, columns, format == Format::kTsv ? "\t" : ",",
                 [&](size_t i) { return columns[i].name; }) +
         '\n';
}

std::string row_line(Format format, const std::vector<Column>& columns,
                     const std::vector<Cell>& cells) {
  if (format == Format::kTsv) {
    return line_of(format, columns, "\t", [&](size_t i) { return tsv_of(cells[i]); }) + '\n';
  }
  if (format == Format::kCsv) {
    return line_of(format, columns, ",", [&](size_t i) { return csv_of(cells[i]); }) + '\n';
  }
  return object_of(format, columns, cells) + '\n';
}

Table::Table(Output& out, Format format, std::vector<Column> columns)
    : out_(&out), format_(format), columns_(std::move(columns)) {
  out_->write(head_line(format_, columns_));
}

void Table::row(std::vector<Cell> cells) {
  ++rows_;
  switch (format_) {
    case Format::kText:
      if (kept_.size() >= kRowsKept) write_text_rows();
      fill_in(columns_, cells);
      kept_.push_back({std::move(cells)});
      return;
    case Format::kJson:
      out_->write((rows_ == 1 ? "[\n" : ",\n") + object_of(format_, columns_, cells));
      return;
    case Format::kTsv:
    case Format::kCsv:
    case Format::kJsonl:
      out_->write(row_line(format_, columns_, cells));
  }
}

void Table::under(const std::vector<Piece>& line) {
  std::string text;
  for (const Piece& piece : line) {
    text += piece.is_bold ? "\x1B[1m" + calm(piece.text) + "\x1B[0m" : calm(piece.text);
  }
  if (format_ == Format::kText) kept_.back().under.push_back(text);
}

void Table::under(const std::string& line) {
  if (format_ == Format::kText) kept_.back().under.push_back(calm(line));
}

void Table::write_text_rows() {
  if (widths_.empty()) {
    std::vector<bool> numbers(columns_.size());
    std::vector<std::string> names;
    for (size_t i = 0; i < columns_.size(); ++i) {
      names.push_back(columns_[i].name);
      widths_.push_back(width_of(columns_[i].name));
      numbers[i] = !kept_.empty() && is_number(kept_.front().cells[i]);
      for (const Row& row : kept_) {
        widths_[i] = std::max(widths_[i], std::min(kWidest, width_of(text_of(row.cells[i]))));
      }
    }
    write_text_row(names, numbers);
  }
  for (const Row& row : kept_) {
    std::vector<std::string> texts;
    std::vector<bool> numbers;
    for (const Cell& cell : row.cells) {
      texts.push_back(text_of(cell));
      numbers.push_back(is_number(cell));
    }
    write_text_row(texts, numbers);
    for (const std::string& line : row.under) {
      out_->write(kUnder);
      out_->write(line + '\n');
    }
  }
  kept_.clear();
}

void Table::write_text_row(const std::vector<std::string>& texts,
                           const std::vector<bool>& numbers) {
  std::string line;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!is_shown(columns_[i], Format::kText)) continue;
    if (!line.empty()) line += "  ";
    const size_t width = width_of(texts[i]);
    const std::string space(widths_[i] > width ? widths_[i] - width : 0, ' ');
    line += numbers[i] ? space + texts[i] : texts[i] + space;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out_->write(line + '\n');
}

void Table::finish() {
  if (format_ == Format::kText && rows_ > 0) write_text_rows();
  if (format_ == Format::kJson) out_->write(rows_ == 0 ? "[]\n" : "\n]\n");
}

void write_pairs(Output& out, Format format,
                 const std::vector<std::pair<std::string, Cell>>& pairs) {
  if (format == Format::kJson) {
    std::string text = "{";
    for (const auto& [name, value] : pairs) {
      text += (text.size() == 1 ? "\n  " : ",\n  ") + json_string(name) + ": " + json_of(value);
    }
    out.write(text + "\n}\n");
    return;
  }
  if (format != Format::kText) {
    Table table(out, format, {{.name = "name"}, {.name = "value"}});
    for (const auto& [name, value] : pairs) table.row({name, value});
    table.finish();
    return;
  }
  size_t widest = 0;
  for (const auto& [name, value] : pairs) widest = std::max(widest, width_of(name));
  for (const auto& [name, value] : pairs) {
    std::string line = name + std::string(widest - width_of(name) + 2, ' ') + text_of(value);
    line.erase(line.find_last_not_of(' ') + 1);
    out.write(line + '\n');
  }
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string copies_text(const std::vector<PageRef>& copies) {
  constexpr size_t kShown = 2;
  std::string text = "also at ";
  for (size_t i = 0; i < std::min(kShown, copies.size()); ++i) {
    text += (i == 0 ? "" : ", ") + (copies[i].url.empty() ? copies[i].key : copies[i].url);
  }
  if (copies.size() > kShown) text += " and " + std::to_string(copies.size() - kShown) + " more";
  return text;
}

}  // namespace cocite::cli

#include "cli/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include <cocite/json.h>

namespace cocite::cli {
namespace {

// Enough to see how wide columns are; the user sees the first line after so many.
constexpr size_t kRowsKept = 200;
// One endless address should not push the titles of all others off the screen.
constexpr size_t kWidest = 100;
// How far in a line under a row stands.
constexpr const char* kUnder = "      ";

std::string shortest(double value) {
  std::array<char, 32> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), value).ptr;
  return {room.data(), end};
}

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

// Without what would steer a terminal: C0, DEL, and C1 as UTF-8 writes it.
std::string calm(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_c1 = byte == 0xC2 && i + 1 < text.size() &&
                       static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                       static_cast<unsigned char>(text[i + 1]) <= 0x9F;
    if (is_c1) ++i;
    result += byte < 0x20 || byte == 0x7F || is_c1 ? '?' : text[i];
  }
  return result;
}

bool is_number(const Cell& cell) {
  return !std::holds_alternative<std::string>(cell);
}

}  // namespace

std::string text_of(const Cell& cell) {
  if (const auto* number = std::get_if<uint64_t>(&cell)) return grouped(*number);
  if (const auto* number = std::get_if<double>(&cell)) {
    std::array<char, 32> room{};
    const int size = std::snprintf(room.data(), room.size(), "%.5g", *number);
    return {room.data(), static_cast<size_t>(size)};
  }
  return calm(std::get<std::string>(cell));
}

std::string tsv_of(const Cell& cell) {
  if (const auto* number = std::get_if<uint64_t>(&cell)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&cell)) return shortest(*number);
  std::string result;
  for (const char c : std::get<std::string>(cell)) {
    switch (c) {
      case '\t':
        result += "\\t";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string json_of(const Cell& cell) {
  if (const auto* number = std::get_if<uint64_t>(&cell)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&cell)) {
    return std::isfinite(*number) ? shortest(*number) : "null";  // JSON has no infinity
  }
  return json_string(std::get<std::string>(cell));
}

Table::Table(Output& out, Format format, std::vector<Column> columns)
    : out_(&out), format_(format), columns_(std::move(columns)) {
  if (format_ == Format::kTsv) {
    std::string line;
    for (const Column& column : columns_) line += (line.empty() ? "" : "\t") + column.name;
    out_->write(line + '\n');
  }
}

void Table::row(std::vector<Cell> cells) {
  ++rows_;
  if (format_ == Format::kText) {
    if (kept_.size() >= kRowsKept) write_text_rows();
    kept_.push_back({std::move(cells)});
    return;
  }
  std::string line;
  if (format_ == Format::kTsv) {
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += '\t';
      line += tsv_of(cells[i]);
    }
  } else {
    line = rows_ == 1 ? "[\n{" : ",\n{";
    for (size_t i = 0; i < cells.size(); ++i) {
      line += (i == 0 ? "" : ", ") + json_string(columns_[i].name) + ": " + json_of(cells[i]);
    }
    out_->write(line + "}");
    return;
  }
  out_->write(line + '\n');
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
    if (!columns_[i].in_text) continue;
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
  if (format == Format::kTsv) {
    out.write("name\tvalue\n");
    for (const auto& [name, value] : pairs) out.write(name + '\t' + tsv_of(value) + '\n');
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

}  // namespace cocite::cli

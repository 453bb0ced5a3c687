#include "api/cell.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include <cocite/json.h>
#include <cocite/readable.h>

namespace cocite::api {
namespace {

std::string shortest(double value) {
  std::array<char, 32> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), value).ptr;
  return {room.data(), end};
}

std::string calm(std::string_view text) {
  return readable(text, 0);
}

}  // namespace

std::string tsv_of(const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) return "";
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
  return calm(result);
}

std::string csv_of(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  if (text == nullptr) {
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr && !std::isfinite(*number) ? "" : tsv_of(cell);
  }
  // What begins so is a formula to a spreadsheet, and titles are untrusted.
  const bool is_formula = text->find_first_of("=+-@\t\r") == 0;
  std::string result = is_formula ? "\"'" : "\"";
  // Quotes hold tabs and ends of lines; whatever else would steer a terminal is calmed.
  for (size_t at = 0; at < text->size();) {
    const size_t end = std::min(text->find_first_of("\t\n\r\"", at), text->size());
    result += calm(std::string_view(*text).substr(at, end - at));
    if (end < text->size()) result += (*text)[end] == '"' ? "\"\"" : std::string(1, (*text)[end]);
    at = end + 1;
  }
  return result + '"';
}

std::string json_of(const Cell& cell) {
  if (std::holds_alternative<std::monostate>(cell)) return "null";
  if (const auto* number = std::get_if<uint64_t>(&cell)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&cell)) {
    return std::isfinite(*number) ? shortest(*number) : "null";  // JSON has no infinity
  }
  return json_string(std::get<std::string>(cell));
}

Cell cell_of(const Tree& tree, const char* between) {
  if (const auto* number = std::get_if<uint64_t>(&tree.value)) return *number;
  if (const auto* number = std::get_if<double>(&tree.value)) return *number;
  if (const auto* text = std::get_if<std::string>(&tree.value)) return *text;
  if (const auto* fields = std::get_if<Tree::Fields>(&tree.value)) {
    if (!fields->empty() && fields->front().first == "key") return cell_of(fields->front().second);
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(2, fields->size()); ++i) {
      text += (i == 0 ? "" : "=") + tsv_of(cell_of((*fields)[i].second));
    }
    return text;
  }
  std::string text;
  for (const Tree& one : tree.list()) {
    text += (text.empty() ? "" : between) + tsv_of(cell_of(one));
  }
  return text.empty() ? Cell() : Cell(text);
}

}  // namespace cocite::api

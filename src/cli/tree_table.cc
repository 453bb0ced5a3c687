#include "cli/tree_table.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace cocite::cli {

using api::Tree;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string name_of(const std::string& path) {
  return path.substr(0, path.find('.'));
}

void write_rows(Output& out, Format format, const std::string& columns, const Tree::List& rows) {
  std::vector<std::string> paths;
  std::vector<Column> shown;
  for (const std::string& word : words_of(columns)) {
    const bool is_hidden = word.starts_with('-');
    paths.push_back(word.substr(is_hidden ? 1 : 0));
    shown.push_back({.name = name_of(paths.back()), .in_text = !is_hidden});
  }
  Table table(out, format, shown);
  for (const Tree& row : rows) {
    std::vector<Cell> cells;
    for (const std::string& path : paths) cells.push_back(cell_of(row.at(path)));
    table.row(std::move(cells));
  }
  table.finish();
}

}  // namespace cocite::cli

// An answer as text, TSV, CSV and JSON lines, as its question describes it (api/shown.h).
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "api/tree.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"
#include "cli/tree_table.h"

namespace cocite::cli {
namespace {

using api::Tree;

// A column by its name, by rules that hold for all answers.
struct Wanted {
  std::string path;
  Column column;
  bool counts = false;  // the elements of a list
};

std::vector<Wanted> columns_of(const api::Shown& shown, const api::ShownTable& table,
                               const Tree::List& rows, const Engine& engine) {
  std::vector<Wanted> all;
  for (const std::string& path : words_of(shown.facts)) {
    all.push_back({path, {.name = name_of(path), .is_fact = true}});
  }
  for (std::string path : words_of(table.columns)) {
    const bool is_if_any = path.ends_with('?');
    const bool counts = path.ends_with('#');
    if (is_if_any || counts) path.pop_back();
    Column column{.name = name_of(path)};
    if (path == "key") column.in_text = !engine.has_urls();
    if (path == "url") column.in_text = engine.has_urls();
    if (path == "called") column = called_column(engine.has_anchor_names());
    if (path == "anchor" && !engine.has_anchors()) continue;
    if (path == "gone" && !engine.has_statuses()) continue;
    if (is_if_any &&
        std::ranges::none_of(rows, [&](const Tree& row) { return !row.at(path).is_empty(); })) {
      column.in_text = column.in_tsv = false;
    }
    all.push_back({path, std::move(column), counts});
  }
  return all;
}

std::string without_s(const std::string& name) {
  return name.ends_with('s') ? name.substr(0, name.size() - 1) : name;
}

// Of the list "paths/steps" each step is a row: with its number "step", the number "path" of its path and that path's
// other fields.
Tree::List nested_rows(const Tree& answer, const std::string& path) {
  const std::string outer = path.substr(0, path.find('/'));
  const std::string inner = path.substr(outer.size() + 1);
  Tree::List rows;
  uint64_t outer_number = 0;
  for (const Tree& one : answer.at(outer).list()) {
    ++outer_number;
    uint64_t number = 0;
    for (const Tree& element : one.at(inner).list()) {
      Tree::Fields fields = {{without_s(outer), Tree{outer_number}},
                             {without_s(inner), Tree{++number}}};
      for (const Tree* part : {&element, &one}) {
        const auto* own = std::get_if<Tree::Fields>(&part->value);
        if (own == nullptr) continue;
        for (const auto& field : *own) {
          if (field.first != inner) fields.push_back(field);
        }
      }
      rows.push_back(Tree{std::move(fields)});
    }
  }
  return rows;
}

void write_lines(Output& out, const api::Shown& shown, const Tree& answer) {
  const auto write = [&](const std::string& path) {
    out.write("# " + name_of(path) + ' ' + tsv_of(cell_of(answer.at(path), ",")) + '\n');
  };
  for (const std::string& path : words_of(shown.facts)) {
    const bool is_among_pages = path == "page.key" && answer.at("pages").list().size() > 1;
    if (!is_among_pages) write(path);
  }
  for (const std::string& path : words_of(shown.remarks)) {
    if (answer.at(path).is_empty()) continue;
    // Of pages a line for each: "# page KEY".
    if (const Tree::List& pages = answer.at(path).list();
        !pages.empty() && !pages[0].at("key").is_empty()) {
      for (const Tree& page : pages) {
        out.write("# " + without_s(path) + ' ' + tsv_of(cell_of(page.at("key"))) + '\n');
      }
      continue;
    }
    // Of a struct its fields, each with its name.
    if (const auto* fields = std::get_if<Tree::Fields>(&answer.at(path).value)) {
      std::string line = "# " + name_of(path);
      for (const auto& [name, value] : *fields) {
        line += ' ' + name + (value.is_empty() ? "" : ' ' + tsv_of(cell_of(value, " ")));
      }
      out.write(line + '\n');
      continue;
    }
    // Links take part unless it says otherwise.
    if (path == "with" && cell_of(answer.at(path)) == Cell("links")) continue;
    write(path);
  }
}

}  // namespace

Result<void> show_json(const Asked& asked) {
  const Result<api::Answer> answer =
      asked.question.answer(asked.engine, asked.arguments, asked.limits);
  asked.bar.clear();
  COCITE_CHECK(answer);
  standard_output().write(answer->json() + '\n');
  return {};
}

Result<void> show_answer(const Asked& asked, const api::Answer& answer) {
  Output& out = standard_output();
  if (asked.format == Format::kJson) {
    out.write(answer.content ? answer.json() + '\n' : answer.text);
    return {};
  }
  api::TreeWriter writer;
  answer.content->write(writer);
  const Tree tree = writer.take();
  const api::Shown& shown = asked.question.shown;
  if (!is_flat(asked.format)) write_lines(out, shown, tree);
  if (asked.format == Format::kText) {
    for (const Tree& one : tree.at(shown.sentences).list()) {
      out.write(text_of(cell_of(one)) + '\n');
    }
  }
  const api::ShownTable* table = &shown.tables.at(0);
  Tree::List itself;
  for (const api::ShownTable& one : shown.tables) {
    if (asked.arguments.has(one.list) && asked.arguments.flag(one.list)) table = &one;
  }
  // A table without a list has one row: the answer itself.
  const bool is_nested = table->list.find('/') != std::string::npos;
  if (table->list.empty()) itself = {tree};
  if (is_nested) itself = nested_rows(tree, table->list);
  const Tree::List& rows = table->list.empty() || is_nested ? itself : tree.at(table->list).list();
  const std::vector<Wanted> wanted = columns_of(shown, *table, rows, asked.engine);
  std::vector<Column> columns;
  for (const Wanted& one : wanted) columns.push_back(one.column);
  Table shown_table(out, asked.format, columns);
  for (const Tree& row : rows) {
    std::vector<Cell> cells;
    for (const Wanted& one : wanted) {
      const Tree& value = (one.column.is_fact ? tree : row).at(one.path);
      cells.push_back(one.counts ? Cell(uint64_t{value.list().size()}) : cell_of(value));
    }
    shown_table.row(std::move(cells));
  }
  shown_table.finish();
  return {};
}

}  // namespace cocite::cli

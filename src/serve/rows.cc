#include "serve/rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "api/cell.h"
#include "api/json_writer.h"
#include "api/tree.h"

namespace cocite::serve {
namespace {

using api::Tree;

// Types of content that ask for a format; all else gets JSON.
constexpr std::array<std::pair<std::string_view, RowFormat>, 8> kTypes = {
    {{"application/json", RowFormat::kJson},
     {"*/*", RowFormat::kJson},
     {"application/*", RowFormat::kJson},
     {"text/csv", RowFormat::kCsv},
     {"application/jsonl", RowFormat::kJsonl},
     {"application/x-ndjson", RowFormat::kJsonl},
     {"application/ndjson", RowFormat::kJsonl},
     {"application/x-jsonlines", RowFormat::kJsonl}}};

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

// "text/csv;q=0.5" -> 0.5
double weight_of(std::string_view range) {
  const size_t at = range.find("q=");
  if (at == std::string_view::npos) return 1;
  const std::string_view text = range.substr(at + 2);
  double weight = 0;
  std::from_chars(text.data(), text.data() + text.size(), weight);
  return weight;
}

// Passes the elements of one list of an answer on, each as JSON on a line of its own.
class LineWriter final : public api::AnswerWriter {
 public:
  explicit LineWriter(std::string_view list) : list_(list) {}

  LineWriter& begin(char bracket) override {
    if (is_inside_) json_.begin(bracket);
    ++depth_;
    if (depth_ == 2 && bracket == '[' && key_ == list_) is_inside_ = true;
    return *this;
  }
  LineWriter& end(char bracket) override {
    --depth_;
    if (depth_ == 1) is_inside_ = false;
    if (!is_inside_) return *this;
    json_.end(bracket);
    if (depth_ == 2) {
      text_ += json_.take() + '\n';
      json_ = api::JsonWriter();
    }
    return *this;
  }
  LineWriter& key(std::string_view name) override {
    if (is_inside_) json_.key(name);
    if (depth_ == 1) key_ = name;
    return *this;
  }
  LineWriter& value(std::string_view text) override { return add(text); }
  LineWriter& value(double number) override { return add(number); }
  LineWriter& value(bool is_true) override { return add(is_true); }
  LineWriter& whole(uint64_t number) override {
    if (is_inside_) json_.whole(number);
    return *this;
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  template <class Value>
  LineWriter& add(const Value& value) {
    if (is_inside_) json_.value(value);
    return *this;
  }

  std::string_view list_;
  std::string key_;
  unsigned depth_ = 0;
  bool is_inside_ = false;
  api::JsonWriter json_;
  std::string text_;
};

using Row = std::vector<std::pair<std::string, api::Cell>>;

// The fields of a struct as cells, those of structs in it with dots; `without` a list.
void add_cells(const Tree& tree, const std::string& prefix, std::string_view without, Row& row) {
  const auto* fields = std::get_if<Tree::Fields>(&tree.value);
  if (fields == nullptr) return;
  for (const auto& [name, value] : *fields) {
    if (name == without) continue;
    if (std::holds_alternative<Tree::Fields>(value.value)) {
      add_cells(value, prefix + name + '.', "", row);
    } else {
      const Tree::List& list = value.list();
      const bool is_text = !list.empty() && std::holds_alternative<std::string>(list.front().value);
      row.emplace_back(prefix + name, api::cell_of(value, is_text ? "; " : " "));
    }
  }
}

std::string csv(const Tree& answer, std::string_view list) {
  std::vector<Row> rows;
  for (const Tree& one : answer.at(list).list()) {
    std::string_view inner;
    for (const std::string_view name : {"items", "steps"}) {
      if (!one.at(name).list().empty()) inner = name;
    }
    if (inner.empty()) add_cells(one, "", "", rows.emplace_back());
    for (const Tree& element : inner.empty() ? Tree::List() : one.at(inner).list()) {
      Row& row = rows.emplace_back();
      add_cells(one, "", inner, row);
      add_cells(element, "", "", row);
    }
  }
  std::vector<std::string> names;
  for (const Row& row : rows) {
    for (const auto& [name, cell] : row) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  text += '\n';
  for (const Row& row : rows) {
    for (size_t i = 0; i < names.size(); ++i) {
      const auto cell = std::ranges::find(row, names[i], &Row::value_type::first);
      if (i > 0) text += ',';
      if (cell != row.end()) text += api::csv_of(cell->second);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

RowFormat row_format(std::string_view parameter, std::string_view accept) {
  if (parameter == "csv") return RowFormat::kCsv;
  if (parameter == "jsonl") return RowFormat::kJsonl;
  if (!parameter.empty()) return RowFormat::kJson;
  RowFormat best = RowFormat::kJson;
  double most = 0;
  while (!accept.empty()) {
    const std::string_view range = accept.substr(0, accept.find(','));
    accept.remove_prefix(std::min(accept.size(), range.size() + 1));
    const std::string_view type = trimmed(range.substr(0, range.find(';')));
    const auto known =
        std::ranges::find(kTypes, type, &std::pair<std::string_view, RowFormat>::first);
    if (known == kTypes.end() || weight_of(range) <= most) continue;
    most = weight_of(range);
    best = known->second;
  }
  return best;
}

std::string_view rows_of(const api::Question& question) {
  // Those with another list than "items". Graphs, single pages and comparisons of stores have none.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kLists = {
      {{"explain", "reasons"},
       {"whats_related", "related"},
       {"compare", "methods"},
       {"methods", "methods"},
       {"path", "paths"},
       {"trace", "steps"},
       {"audit", "findings"},
       {"map", ""},
       {"vicinity", ""},
       {"diff", ""},
       {"page", ""},
       {"info", ""}}};
  const auto found = std::ranges::find(kLists, question.name,
                                       &std::pair<std::string_view, std::string_view>::first);
  return found == kLists.end() ? "items" : found->second;
}

std::string put_rows(api::Answer& answer, std::string_view rows, RowFormat format) {
  api::TreeWriter writer;
  answer.content->write(writer);
  const Tree tree = writer.take();
  if (format == RowFormat::kCsv) {
    answer.text = csv(tree, rows);
    answer.type = "text/csv; charset=utf-8";
  } else {
    LineWriter lines(rows);
    answer.content->write(lines);
    answer.text = lines.take();
    answer.type = "application/jsonl";
  }
  answer.content.reset();
  const auto* next = std::get_if<std::string>(&tree.at("next").value);
  return next == nullptr ? "" : *next;
}

}  // namespace cocite::serve

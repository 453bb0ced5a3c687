#include "api/tree.h"

#include <algorithm>
#include <cmath>

namespace cocite::api {

const Tree& Tree::at(std::string_view path) const {
  static const Tree kNothing{std::string()};
  const size_t dot = path.find('.');
  const auto* fields = std::get_if<Fields>(&value);
  if (fields == nullptr) return kNothing;
  const auto found = std::ranges::find(*fields, path.substr(0, dot), &Fields::value_type::first);
  if (found == fields->end()) return kNothing;
  return dot == std::string_view::npos ? found->second : found->second.at(path.substr(dot + 1));
}

const Tree::List& Tree::list() const {
  static const List kNone;
  const auto* elements = std::get_if<List>(&value);
  return elements == nullptr ? kNone : *elements;
}

bool Tree::is_empty() const {
  if (const auto* text = std::get_if<std::string>(&value)) return text->empty();
  if (const auto* elements = std::get_if<List>(&value)) return elements->empty();
  return std::holds_alternative<std::monostate>(value);
}

TreeWriter& TreeWriter::add(Tree tree) {
  if (open_.empty()) {
    whole_ = std::move(tree);
  } else if (auto* list = std::get_if<Tree::List>(&open_.back().second.value)) {
    list->push_back(std::move(tree));
  } else {
    std::get<Tree::Fields>(open_.back().second.value).emplace_back(name_, std::move(tree));
  }
  return *this;
}

TreeWriter& TreeWriter::begin(char bracket) {
  Tree tree;
  if (bracket == '{') {
    tree.value = Tree::Fields();
  } else {
    tree.value = Tree::List();
  }
  open_.emplace_back(name_, std::move(tree));
  return *this;
}

TreeWriter& TreeWriter::end(char /*bracket*/) {
  auto [name, tree] = std::move(open_.back());
  open_.pop_back();
  name_ = std::move(name);
  return add(std::move(tree));
}

TreeWriter& TreeWriter::key(std::string_view name) {
  name_ = name;
  return *this;
}

TreeWriter& TreeWriter::value(std::string_view text) {
  return add({std::string(text)});
}

TreeWriter& TreeWriter::value(double number) {
  return std::isnan(number) ? add({}) : add({number});
}

TreeWriter& TreeWriter::value(bool is_true) {
  return add({std::string(is_true ? "yes" : "no")});
}

TreeWriter& TreeWriter::whole(uint64_t number) {
  return add({number});
}

}  // namespace cocite::api

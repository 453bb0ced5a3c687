#include "related/model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace cocite::related {
namespace {

constexpr std::string_view kHead = "cocite tuning 1";
constexpr double kLeastScale = 1e-15;
constexpr size_t kMostTerms = 100;
constexpr size_t kMostTrees = 10000;
constexpr size_t kMostNodes = 1000;  // of a tree

double leaf_of(const Tree& tree, std::span<const double> values) {
  uint32_t at = 0;
  while (tree[at].term != Node::kLeaf) {
    // As who grew the tree compares them.
    at =
        static_cast<float>(values[tree[at].term]) < tree[at].value ? tree[at].left : tree[at].right;
  }
  return tree[at].value;
}

template <class Number>
void add_number(std::string& text, Number number) {
  std::array<char, 64> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
}

// Lines and words of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool next_line() {
    if (rest_.empty()) return false;
    ++number_;
    const size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return true;
  }
  [[nodiscard]] std::string_view line() const { return line_; }
  // The next word of the line; empty: there is none.
  [[nodiscard]] std::string_view word() {
    const size_t end = line_.find(' ');
    const std::string_view word = line_.substr(0, end);
    line_.remove_prefix(end == std::string_view::npos ? line_.size() : end + 1);
    return word;
  }
  template <class Number>
  [[nodiscard]] std::optional<Number> number() {
    const std::string_view word = this->word();
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>) {
      constexpr Number kMost = static_cast<Number>(1e30);
      if (!std::isfinite(value) || std::abs(value) > kMost) return std::nullopt;
    }
    return value;
  }
  [[nodiscard]] tl::unexpected<Error> wrong(const std::string& what) const {
    return fail(ErrorCode::kCorrupt,
                "what was tuned: line " + std::to_string(number_) + ": " + what);
  }

 private:
  std::string_view rest_;
  std::string_view line_;
  uint64_t number_ = 0;
};

Result<Tree> read_tree(Reader& reader, size_t terms) {
  const auto count = reader.number<uint32_t>();
  if (!count || *count == 0 || *count > kMostNodes) return reader.wrong("no size of a tree");
  Tree tree;
  for (uint32_t i = 0; i < *count; ++i) {
    if (!reader.next_line()) return reader.wrong("the tree ends too early");
    Node node;
    if (reader.line().starts_with("- ")) {
      static_cast<void>(reader.word());
    } else {
      const auto term = reader.number<uint32_t>();
      if (!term || *term >= terms) return reader.wrong("no term of a node");
      node.term = *term;
    }
    const auto value = reader.number<float>();
    if (!value) return reader.wrong("no number in a node");
    node.value = *value;
    if (node.term != Node::kLeaf) {
      const auto left = reader.number<uint32_t>();
      const auto right = reader.number<uint32_t>();
      // Behind it: every way down ends.
      if (!left || !right || *left <= i || *right <= i || *left >= *count || *right >= *count) {
        return reader.wrong("no way on from a node");
      }
      node.left = *left;
      node.right = *right;
    }
    if (!reader.line().empty()) return reader.wrong("more than a node");
    tree.push_back(node);
  }
  return tree;
}

Result<TermWeight> read_term(Reader& reader) {
  TermWeight term{.name = std::string(reader.word())};
  const auto scale = reader.number<double>();
  const auto weight = reader.number<double>();
  const auto share = reader.number<double>();
  if (term.name.empty() || !scale || *scale < kLeastScale || !weight || !share ||
      !reader.line().empty()) {
    return reader.wrong("no term");
  }
  term.scale = *scale;
  term.weight = *weight;
  term.share = *share;
  return term;
}

}  // namespace

std::string_view name_of(Model::Kind kind) {
  return kind == Model::Kind::kLinear ? "linear" : "trees";
}

double Model::value(std::span<const double> values) const {
  double sum = 0;
  if (kind == Kind::kLinear) {
    for (size_t i = 0; i < terms.size(); ++i) {
      if (values[i] > 0) sum += terms[i].weight * std::sqrt(values[i] / terms[i].scale);
    }
  } else {
    for (const Tree& tree : trees) sum += leaf_of(tree, values);
  }
  return sum;
}

double Model::chance(std::span<const double> values) const {
  // Beyond these a chance would be 0 or 1, and an order would be lost.
  constexpr double kMost = 30;
  return 1 / (1 + std::exp(-std::clamp(intercept + value(values), -kMost, kMost)));
}

std::string model_text(const Model& model) {
  std::string text(kHead);
  text += "\nabout " + model.about + "\nkind " + std::string(name_of(model.kind)) + "\nintercept ";
  add_number(text, model.intercept);
  text += '\n';
  for (const TermWeight& term : model.terms) {
    text += "term " + term.name;
    for (const double number : {term.scale, term.weight, term.share}) {
      text += ' ';
      add_number(text, number);
    }
    text += '\n';
  }
  for (const Tree& tree : model.trees) {
    text += "tree ";
    add_number(text, tree.size());
    text += '\n';
    for (const Node& node : tree) {
      if (node.term == Node::kLeaf) {
        text += '-';
      } else {
        add_number(text, node.term);
      }
      text += ' ';
      add_number(text, node.value);
      if (node.term != Node::kLeaf) {
        for (const uint32_t child : {node.left, node.right}) {
          text += ' ';
          add_number(text, child);
        }
      }
      text += '\n';
    }
  }
  return text + "end\n";
}

Result<Model> parse_model(std::string_view text) {
  Reader reader(text);
  if (!reader.next_line() || reader.line() != kHead) return reader.wrong("not of this version");
  Model model;
  bool has_kind = false;
  while (reader.next_line()) {
    const std::string_view word = reader.word();
    if (word == "about") {
      model.about = std::string(reader.line());
    } else if (word == "kind") {
      const std::string_view kind = reader.word();
      if (kind != "linear" && kind != "trees") return reader.wrong("no kind");
      model.kind = kind == "linear" ? Model::Kind::kLinear : Model::Kind::kTrees;
      has_kind = true;
    } else if (word == "intercept") {
      const auto number = reader.number<double>();
      if (!number) return reader.wrong("no number");
      model.intercept = *number;
    } else if (word == "term") {
      COCITE_TRY(TermWeight term, read_term(reader));
      const bool is_known =
          std::ranges::find(model.terms, term.name, &TermWeight::name) != model.terms.end();
      if (is_known || !model.trees.empty() || model.terms.size() == kMostTerms) {
        return reader.wrong("a term too many");
      }
      model.terms.push_back(std::move(term));
    } else if (word == "tree") {
      if (model.trees.size() == kMostTrees) return reader.wrong("a tree too many");
      COCITE_TRY(Tree tree, read_tree(reader, model.terms.size()));
      model.trees.push_back(std::move(tree));
    } else if (word == "end") {
      if (!has_kind || model.terms.empty()) return reader.wrong("nothing was learned");
      if (reader.next_line()) return reader.wrong("more than a model");
      return model;
    } else {
      return reader.wrong("what is this?");
    }
  }
  return reader.wrong("it ends too early");
}

}  // namespace cocite::related

// A learned model: from the terms of a pair of pages to the probability that a person calls the two
// related.
//
//   COCITE_TRY(const Model model, parse_model(text));        // as model_text() writes it
//   model.chance(values)                                     // one value a term of the model
//
// Linear: 1 / (1 + e^-z), z = intercept + sum of weight * sqrt(value / scale). Trees: z = intercept +
// the leaves that the values lead to. The text is checked when it is read: whatever is in it, a
// chance is a number from 0 to 1 and comes after finitely many steps. docs/formats/tuned.md. Never
// changes once made; any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::related {

struct TermWeight {
  std::string name = {};
  double scale = 1;   // the term's mean over what was learned from
  double weight = 0;  // linear
  double share = 0;   // how much the order depends on it; all terms together 1
};

// Of a tree. What is smaller than the value goes left, all else right.
struct Node {
  static constexpr uint32_t kLeaf = 0xFFFFFFFF;
  uint32_t term = kLeaf;
  float value = 0;     // of a leaf: what it adds
  uint32_t left = 0;   // among the nodes of the tree, behind this one
  uint32_t right = 0;  // likewise
};
using Tree = std::vector<Node>;  // the root first

struct Model {
  enum class Kind : uint8_t { kLinear, kTrees };
  Kind kind = Kind::kLinear;
  std::string about = {};  // a line: learned from what, and what it gained
  double intercept = 0;
  std::vector<TermWeight> terms = {};
  std::vector<Tree> trees = {};

  // Without the intercept. REQUIRES: as many values as terms.
  [[nodiscard]] double value(std::span<const double> values) const;
  [[nodiscard]] double chance(std::span<const double> values) const;
};

[[nodiscard]] std::string_view name_of(Model::Kind kind);  // "linear", "trees"

[[nodiscard]] std::string model_text(const Model& model);
// kCorrupt, with the line and what is wrong.
[[nodiscard]] Result<Model> parse_model(std::string_view text);

}  // namespace cocite::related

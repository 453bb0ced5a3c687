// How good are the labels? Each labelled page is asked about as if its label were not known.
//
//   COCITE_CHECK(cross_validate(context, labels, {.methods = {"cocitation"}, .folds = 10}));
//
// Pages are cut into folds; those of a fold are asked about with the labels of the others. Beside
// the methods asked for: the largest class, words alone ("content", where the store has them), and
// the methods together with words. A page without votes gets the largest class. The tables
// "methods" and "classes" are added to the answer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "insight/insight.h"
#include "insight/labels.h"

namespace cocite::insight {

struct FoldsOptions {
  std::vector<std::string> methods = {};
  uint64_t k = 20;
  uint64_t folds = 10;
  uint64_t seed = 0;
  bool spreads = false;
};

[[nodiscard]] Result<void> cross_validate(Context& context, const Labels& labels,
                                          const FoldsOptions& options);

// Predictions compared with the truth: accuracy, and F1 of classes. A page
// with several labels is right with any of them; if wrong, each of its labels was missed.
struct ClassScore {
  uint64_t pages = 0;
  uint64_t right = 0;
  uint64_t said = 0;
  uint64_t missed = 0;
  [[nodiscard]] double precision() const;
  [[nodiscard]] double recall() const;
  [[nodiscard]] double f1() const;
};
struct Scores {
  double accuracy = 0;
  double macro_f1 = 0;
  std::vector<ClassScore> classes = {};
};
// `said`: a label for each of labels.pages().
[[nodiscard]] Scores score(const Labels& labels, std::span<const uint32_t> said);

}  // namespace cocite::insight

// How much are these pages about the same as this text?
//
//   TermCounts topic;
//   topic.add(terms.of(text));                       // or several texts put together
//   const TermWeights weights = weights_of(topic, TfKind::kCount);
//   COCITE_TRY(const auto like, similarities(index, weights, TfKind::kCount, docs));   // docs rise
//
// The cosine of tf idf vectors, idf = ln(N / df) over pages with title or text: 0 for documents
// without either, and where a vector is empty. Terms that no such page has count for nothing. Exact,
// and the same for any choice of documents: terms are added in bytewise order. Where the budget is
// spent before the end, the terms that were not reached count for nothing. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "text/index.h"
#include "text/scoring.h"

namespace cocite::words {

class TermCounts {
 public:
  void add(const std::vector<std::string>& terms) {
    for (const std::string& term : terms) ++counts_[term];
  }
  [[nodiscard]] bool empty() const { return counts_.empty(); }
  [[nodiscard]] const std::map<std::string, uint32_t>& counts() const { return counts_; }

 private:
  std::map<std::string, uint32_t> counts_;
};

// The tf of each term: of a text, or the sum of several.
using TermWeights = std::map<std::string, double>;
[[nodiscard]] TermWeights weights_of(const TermCounts& terms, text::TfKind tf);
void add_weights(const TermCounts& terms, text::TfKind tf, TermWeights& sum);

// One for each document. REQUIRES: docs rise.
[[nodiscard]] Result<std::vector<double>> similarities(const text::Index& index,
                                                       const TermWeights& terms, text::TfKind tf,
                                                       std::span<const uint32_t> docs,
                                                       Budget* budget = nullptr);

// The same for pages in any order; nothing for those without title and text.
[[nodiscard]] Result<std::vector<std::optional<double>>> page_similarities(
    const text::Index& index, const TermWeights& terms, text::TfKind tf,
    std::span<const PageId> pages, Budget* budget = nullptr);

// Compares texts that are not in the index with one text: what is known of a term, and the length
// of that text's vector, is found out once. One thread at a time.
class SimilarTexts {
 public:
  [[nodiscard]] static Result<SimilarTexts> to(const text::Index& index, const TermWeights& topic);
  [[nodiscard]] Result<double> similarity(const TermWeights& text);

 private:
  struct Known {
    double idf = 0;    // 0: in no page with title or text, or in all of them
    double topic = 0;  // tf in the topic
  };
  [[nodiscard]] Result<const Known*> know(const std::string& term);

  const text::Index* index_ = nullptr;
  double norm_ = 0;  // of the topic
  std::unordered_map<std::string, Known> known_;
};

}  // namespace cocite::words

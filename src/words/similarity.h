// How much are these pages about the same as this text?
//
//   TermCounts topic;
//   topic.add(terms.of(text));                       // or several texts put together
//   const TermWeights weights = weights_of(topic, TfKind::kCount);
//   COCITE_TRY(const auto like, similarities(index, weights, TfKind::kCount, docs));   // docs rise
//
// The cosine of tf idf vectors, idf = ln(N / df) over pages with title or text: 0 for documents
// without either, and where a vector is empty. Terms that no such page has count for nothing. Exact,
// and the same for any choice of documents: terms are added in bytewise order. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

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

// The length of its vector.
[[nodiscard]] Result<double> norm_of(const text::Index& index, const TermWeights& terms);

// One for each document. REQUIRES: docs rise.
[[nodiscard]] Result<std::vector<double>> similarities(const text::Index& index,
                                                       const TermWeights& terms, text::TfKind tf,
                                                       std::span<const uint32_t> docs);

// The same for pages in any order; nothing for those without title and text.
[[nodiscard]] Result<std::vector<std::optional<double>>> page_similarities(
    const text::Index& index, const TermWeights& terms, text::TfKind tf,
    std::span<const PageId> pages);

// Of two texts.
[[nodiscard]] Result<double> similarity(const text::Index& index, const TermWeights& a,
                                        const TermWeights& b);

}  // namespace cocite::words

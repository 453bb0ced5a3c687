// How much are these pages about the same as this text?
//
//   TermCounts topic;
//   topic.add(terms.of(text));                       // or several texts put together
//   COCITE_TRY(const auto like, similarities(index, topic, TfKind::kCount, docs));   // docs rise
//
// The cosine of tf idf vectors, idf = ln(N / df) over pages with title or text: 0 for documents
// without either, and where a vector is empty. Terms that no such page has count for nothing. Exact,
// and the same for any choice of documents: terms are added in bytewise order. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

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

// The length of its vector.
[[nodiscard]] Result<double> norm_of(const text::Index& index, const TermCounts& terms,
                                     text::TfKind tf);

// One for each document. REQUIRES: docs rise.
[[nodiscard]] Result<std::vector<double>> similarities(const text::Index& index,
                                                       const TermCounts& terms, text::TfKind tf,
                                                       std::span<const uint32_t> docs);

// Of two texts.
[[nodiscard]] Result<double> similarity(const text::Index& index, const TermCounts& a,
                                        const TermCounts& b, text::TfKind tf);

}  // namespace cocite::words

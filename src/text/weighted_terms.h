// The terms of a request as lists with weights, and the score of a document by them: what search
// and explanation share.
//
//   COCITE_TRY(WeightedTerms terms, WeightedTerms::find(index, request));
//   double score;  if (!terms.score(doc, score)) return index.damage();
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "text/index.h"
#include "text/search.h"

namespace cocite::text {

class WeightedTerms {
 public:
  struct Term {
    Cursor cursor;
    std::string text;
    // bm25: the idf. Vectors: the term's part of the query's vector, times its idf, by the length
    // of that vector: what tf / norm is multiplied with.
    double weight = 0;
    double idf = 0;
  };

  [[nodiscard]] static Result<WeightedTerms> find(const Index& index, const Request& request);

  [[nodiscard]] std::vector<Term>& terms() { return terms_; }
  // In the order of the terms. False: damaged.
  [[nodiscard]] bool score(uint32_t doc, double& score);
  // What term number i adds.
  [[nodiscard]] bool share(size_t i, uint32_t doc, double& share);

 private:
  [[nodiscard]] bool share(Term& term, uint32_t doc, const FieldCounts& lengths, double norm,
                           double& share) const;
  [[nodiscard]] bool document(uint32_t doc, FieldCounts& lengths, double& norm) const;

  const Index* index_ = nullptr;
  Model model_ = Model::kBm25;
  TfKind tf_ = TfKind::kCount;
  std::vector<Term> terms_;
};

}  // namespace cocite::text

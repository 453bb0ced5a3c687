// The exact score of a document, in the order of the terms, and its place among the best if it
// meets the conditions: scores, and ties, do not depend on how a search came to look at it.
//
//   Judge judge(index, request, terms, conditions);
//   COCITE_CHECK(judge.look_at(doc));
//   judge.threshold()     // what a document needs at least
//   judge.take()          // the best, the best first
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include <cocite/result.h>

#include "text/best_pages.h"
#include "text/conditions.h"
#include "text/index.h"
#include "text/search.h"
#include "text/weighted_terms.h"

namespace cocite::text {

class Judge {
 public:
  // All of these stay where they are.
  Judge(const Index& index, const Request& request, WeightedTerms& terms, Conditions& conditions)
      : index_(index),
        request_(request),
        terms_(terms),
        conditions_(conditions),
        best_(request.top, request.tie) {}

  // Nothing where the budget is spent. `is_near`: its score is known to be high enough, or nearly.
  [[nodiscard]] Result<void> look_at(uint32_t doc, bool is_near = false);
  [[nodiscard]] bool is_over() const {
    return request_.budget != nullptr && request_.budget->was_spent();
  }
  [[nodiscard]] double threshold() const { return best_.threshold(); }
  [[nodiscard]] Result<std::vector<Hit>> take() { return best_.take(); }

 private:
  const Index& index_;
  const Request& request_;
  WeightedTerms& terms_;
  Conditions& conditions_;
  BestPages best_;
};

}  // namespace cocite::text

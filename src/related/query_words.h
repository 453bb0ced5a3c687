// How much are pages about the same as the query pages, by their words?
//
//   COCITE_TRY(const QueryWords words, QueryWords::of(query, text::TfKind::kCount));
//   COCITE_TRY(const auto like, words.similarities(pages));     // nothing: has no title and text
//
// The cosine of tf idf vectors; of several query pages the sum of theirs. kUnsupported where the
// store has no index of words. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"
#include "text/index.h"
#include "words/similarity.h"

namespace cocite::related {

class QueryWords {
 public:
  [[nodiscard]] static Result<QueryWords> of(const Query& query, text::TfKind tf);
  [[nodiscard]] Result<std::vector<std::optional<double>>> similarities(
      std::span<const PageId> pages) const {
    return words::page_similarities(*index_, weights_, tf_, pages, budget_);
  }

 private:
  std::shared_ptr<const text::Index> index_;
  words::TermWeights weights_;
  text::TfKind tf_ = text::TfKind::kCount;
  Budget* budget_ = nullptr;
};

}  // namespace cocite::related

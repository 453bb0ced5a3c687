// Where a term or phrase must be there: goes through the documents that have it, but for blocks that
// cannot have one of the best.
//
//   COCITE_CHECK(follow<Bm25>(index, request, terms, conditions, ranges, judge));
//
// Ends early where the budget is spent. One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <cocite/result.h>

#include "text/conditions.h"
#include "text/index.h"
#include "text/judge.h"
#include "text/scorers.h"
#include "text/search.h"
#include "text/weighted_terms.h"

namespace cocite::text {

using Range = std::pair<uint32_t, uint32_t>;  // of documents, [first, second)

// To learn what a list can give in a window, in the budget's steps.
inline constexpr uint64_t kStepsABound = 4;
// To learn that a document does not hold a phrase.
inline constexpr uint64_t kStepsADocument = 16;

// What the blocks around a document can give at most, and the last document of which that is true.
template <class Scorer>
struct BlockBound {
  float most = 0;
  uint32_t last = std::numeric_limits<uint32_t>::max();

  BlockBound(const Scorer& scorer, WeightedTerms& terms, uint32_t doc) {
    for (const WeightedTerms::Term& term : terms.terms()) {
      const auto weight = static_cast<float>(term.weight);
      const auto& skips = term.cursor.list().skips;
      if (skips.empty()) {
        most += scorer.bound(weight, term.idf);
        continue;
      }
      const uint32_t block = term.cursor.block_of(doc);
      if (block >= skips.size()) continue;
      most += scorer.bound(weight, skips[block]);
      last = std::min(last, skips[block].last_doc);
    }
  }
};

// REQUIRES: conditions.have_lead().
template <class Scorer>
[[nodiscard]] Result<void> follow(const Index& index, const Request& request, WeightedTerms& terms,
                                  Conditions& conditions, std::span<const Range> ranges,
                                  Judge& judge) {
  const Scorer scorer(index, request);
  for (const auto& [first, end] : ranges) {
    uint32_t known_to = 0;  // documents before it need not be asked about again
    for (uint32_t doc = first; doc < end; ++doc) {
      uint32_t next = 0;
      if (!conditions.next(doc, next)) return index.damage();
      // At most a block was looked through.
      const uint64_t passed = std::min(next - doc, kBlockPostings);
      if (is_spent_after(request.budget, kStepsADocument * passed)) return {};
      doc = next;
      if (doc >= end) break;
      const double need = judge.threshold() * (1 - kFloatError);
      if (need > 0 && doc >= known_to) {
        const BlockBound<Scorer> bound(scorer, terms, doc);
        if (static_cast<double>(bound.most) < need) {
          if (is_spent_after(request.budget, kStepsABound * terms.terms().size())) return {};
          if (bound.last >= end - 1) break;
          doc = bound.last;
          continue;
        }
        known_to = bound.last >= end - 1 ? end : bound.last + 1;
      }
      COCITE_CHECK(judge.look_at(doc));
      if (judge.is_over()) return {};
    }
  }
  return {};
}

}  // namespace cocite::text

// Where a term or phrase must be there: goes through the documents that have it, but for blocks that
// cannot have one of the best, and documents that cannot be one of them by their score in floats.
//
//   COCITE_CHECK(follow<Bm25>(index, request, terms, conditions, ranges, judge));
//
// Ends early where the budget is spent. One thread at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
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

// The scores of documents in floats, as far as one block of each list goes: a block at a time is
// several times as fast as document by document.
template <class Scorer>
class BlockSums {
 public:
  BlockSums(const Index& index, const Request& request) : scorer_(index, request) {}
  [[nodiscard]] const Scorer& scorer() const { return scorer_; }

  // Of [first, end). False: damaged. REQUIRES: no block that has one of them ends within, and there
  // are no more than kWindow.
  [[nodiscard]] bool add_up(WeightedTerms& terms, uint32_t first, uint32_t end) {
    first_ = first;
    end_ = end;
    std::fill_n(sums_.begin(), end - first, 0.0F);
    if (!scorer_.begin(first, end)) return false;
    for (WeightedTerms::Term& term : terms.terms()) {
      const uint32_t number = term.cursor.block_of(first);
      if (number >= term.cursor.list().blocks()) continue;
      if (!term.cursor.load(number)) return false;
      const PostingBlock& block = term.cursor.block();
      const uint32_t from = term.cursor.place_in_block(first);
      const uint32_t to = term.cursor.place_in_block(end);
      if (from == to) continue;
      if (!term.cursor.load_counts()) return false;
      scorer_.for_each(block, from, to, static_cast<float>(term.weight),
                       [&](uint32_t doc, float share) { sums_[doc - first] += share; });
    }
    return true;
  }
  // Whether an eighth of them, or more, reach `need`.
  [[nodiscard]] bool are_many(double need) const {
    uint32_t count = 0;
    for (uint32_t doc = first_; doc < end_; ++doc) {
      count += static_cast<double>(of(doc)) < need ? 0 : 1;
    }
    return 8 * count >= end_ - first_;
  }
  [[nodiscard]] bool has(uint32_t doc) const { return first_ <= doc && doc < end_; }
  [[nodiscard]] float of(uint32_t doc) const {
    const uint32_t place = doc - first_;
    return scorer_.factors() == nullptr ? sums_[place] : sums_[place] * scorer_.factors()[place];
  }

 private:
  Scorer scorer_;
  uint32_t first_ = 0;
  uint32_t end_ = 0;
  std::array<float, kWindow> sums_{};
};

// REQUIRES: conditions.have_lead().
template <class Scorer>
[[nodiscard]] Result<void> follow(const Index& index, const Request& request, WeightedTerms& terms,
                                  Conditions& conditions, std::span<const Range> ranges,
                                  Judge& judge) {
  auto sums = std::make_unique<BlockSums<Scorer>>(index, request);
  const Scorer& scorer = sums->scorer();
  // Where few documents are looked at, their scores are not worth adding up by blocks.
  constexpr uint64_t kDense = 16;
  const bool adds_up = conditions.lead_df() * kDense >= index.meta().documents;
  const auto is_near = [&](uint32_t doc) {
    const double need = judge.threshold() * (1 - kFloatError);
    return need == 0 || !sums->has(doc) || static_cast<double>(sums->of(doc)) >= need;
  };
  for (const auto& [first, end] : ranges) {
    uint32_t known_to = 0;  // documents before it need not be asked about again
    // Where many documents may win, a block of them is asked about at once.
    Ahead ahead{.end = adds_up ? end : 0, .may_win = is_near};
    for (uint32_t doc = first; doc < end;) {
      uint32_t next = 0;
      if (!conditions.next(doc, ahead, next)) return index.damage();
      // At most a block was looked through.
      const uint64_t passed = 1 + std::min(next - doc, kBlockPostings);
      if (is_spent_after(request.budget, kStepsADocument * passed)) return {};
      doc = next;
      if (doc >= end) break;
      const double need = judge.threshold() * (1 - kFloatError);
      if (need > 0 && doc >= known_to) {
        ahead.end = 0;
        const BlockBound<Scorer> bound(scorer, terms, doc);
        known_to = bound.last >= end - 1 ? end : bound.last + 1;
        if (static_cast<double>(bound.most) < need) {
          if (is_spent_after(request.budget, kStepsABound * terms.terms().size())) return {};
          doc = known_to;
          continue;
        }
        if (adds_up && known_to - doc <= kWindow) {
          if (!sums->add_up(terms, doc, known_to)) return index.damage();
          const uint64_t steps = kBlockPostings * terms.terms().size();
          if (is_spent_after(request.budget, steps)) return {};
          if (sums->are_many(need)) {
            ahead.end = known_to;
            continue;
          }
        }
      }
      const bool is_known = need > 0 && sums->has(doc);
      if (!is_known || static_cast<double>(sums->of(doc)) >= need) {
        COCITE_CHECK(judge.look_at(doc, is_known));
        if (judge.is_over()) return {};
      }
      ++doc;
    }
  }
  return {};
}

}  // namespace cocite::text

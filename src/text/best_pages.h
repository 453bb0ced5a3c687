// The best k pages. Scores within 1e-12 of the largest of their group tie, as in all answers;
// ties go by a second number, then by page.
//
//   BestPages best(10, tie);
//   COCITE_CHECK(best.offer(page, score));
//   best.threshold()          // what a page needs at least; 0 while there is room
//
// The second number is asked for only where two scores tie. One thread at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "text/search.h"

namespace cocite::text {

class BestPages {
 public:
  using Tie = std::function<Result<uint64_t>(PageId)>;
  BestPages(size_t top, Tie tie) : top_(top), tie_(std::move(tie)) {}

  [[nodiscard]] bool is_full() const { return hits_.size() == top_; }
  [[nodiscard]] double threshold() const {
    return is_full() ? hits_.front().hit.score * (1 - 2 * kTie) : 0;
  }
  // Whether the page would be among the best.
  [[nodiscard]] Result<bool> would_take(PageId page, double score) {
    if (top_ == 0) return false;
    if (!is_full()) return true;
    if (!is_tie(score, hits_.front().hit.score)) return score > hits_.front().hit.score;
    Kept kept{{page, score}, 0, false};
    COCITE_CHECK(know(kept));
    COCITE_CHECK(know(hits_.front()));
    return is_better(kept, hits_.front());
  }
  [[nodiscard]] Result<void> offer(PageId page, double score) {
    COCITE_TRY(const bool takes, would_take(page, score));
    if (!takes) return {};
    Kept kept{{page, score}, 0, false};
    if (!is_full()) {
      hits_.push_back(kept);
      return is_full() ? make_heap() : Result<void>();
    }
    // Order in the heap must not change later: ties are told apart at once.
    for (Kept& other : hits_) {
      if (!is_tie(other.hit.score, score)) continue;
      COCITE_CHECK(know(other));
      COCITE_CHECK(know(kept));
    }
    std::pop_heap(hits_.begin(), hits_.end(), is_better);
    hits_.back() = kept;
    std::push_heap(hits_.begin(), hits_.end(), is_better);
    return {};
  }
  [[nodiscard]] Result<std::vector<Hit>> take() {
    const auto by_tie = [](const Kept& a, const Kept& b) {
      return a.tie != b.tie ? a.tie > b.tie : a.hit.page < b.hit.page;
    };
    COCITE_CHECK(sort_by_score());
    for (auto group = hits_.begin(); group != hits_.end();) {
      auto end = group + 1;
      while (end != hits_.end() && is_tie(group->hit.score, end->hit.score)) ++end;
      std::sort(group, end, by_tie);
      group = end;
    }
    std::vector<Hit> hits;
    hits.reserve(hits_.size());
    for (const Kept& kept : hits_) hits.push_back(kept.hit);
    return hits;
  }

 private:
  struct Kept {
    Hit hit;
    uint64_t tie = 0;
    bool is_known = false;
  };
  [[nodiscard]] Result<void> know(Kept& kept) const {
    if (kept.is_known) return {};
    kept.is_known = true;
    if (tie_) {
      COCITE_TRY(kept.tie, tie_(kept.hit.page));
    }
    return {};
  }
  // Best first; where neighbours tie, their second numbers are known afterwards.
  [[nodiscard]] Result<void> sort_by_score() {
    const auto by_score = [](const Kept& a, const Kept& b) { return a.hit.score > b.hit.score; };
    std::sort(hits_.begin(), hits_.end(), by_score);
    for (size_t i = 1; i < hits_.size(); ++i) {
      if (!is_tie(hits_[i - 1].hit.score, hits_[i].hit.score)) continue;
      COCITE_CHECK(know(hits_[i - 1]));
      COCITE_CHECK(know(hits_[i]));
    }
    return {};
  }
  [[nodiscard]] Result<void> make_heap() {
    COCITE_CHECK(sort_by_score());
    std::make_heap(hits_.begin(), hits_.end(), is_better);
    return {};
  }
  static constexpr double kTie = 1e-12;
  [[nodiscard]] static bool is_tie(double a, double b) {
    return std::abs(a - b) <= kTie * std::max(a, b);
  }
  [[nodiscard]] static bool is_better(const Kept& a, const Kept& b) {
    if (!is_tie(a.hit.score, b.hit.score)) return a.hit.score > b.hit.score;
    if (a.tie != b.tie) return a.tie > b.tie;
    return a.hit.page < b.hit.page;
  }

  size_t top_;
  Tie tie_;
  std::vector<Kept> hits_;  // when full: a heap, the worst first
};

}  // namespace cocite::text

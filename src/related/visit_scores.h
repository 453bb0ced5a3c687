// How often people go between a page and others, in both directions.
//
//   COCITE_TRY(const auto visits, VisitScores::of(web, page));     // nothing: no visits are known
//   COCITE_TRY(const double score, visits->score(other));
//   visits->with(other).both();                                    // n(u→v) + n(v→u)
//
//   score(v) = (n(u→v) + n(v→u)) / sqrt((t(u) + 1) (t(v) + 1))
//
// For the method of that name, and for scores that include visits. The store stays while this
// lives. One thread.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"
#include "related/web.h"
#include "store/store.h"
#include "store/visit_counts.h"

namespace cocite::related {

class VisitScores {
 public:
  [[nodiscard]] static Result<std::optional<VisitScores>> of(const Web& web, PageId page) {
    if (web.store().visits() == nullptr) return std::optional<VisitScores>();
    COCITE_TRY(VisitScores scores, needed(web, page));
    return std::optional(std::move(scores));
  }
  // kUnsupported where no visits are known.
  [[nodiscard]] static Result<VisitScores> needed(const Web& web, PageId page) {
    VisitScores scores;
    scores.table_ = web.store().visits();
    if (scores.table_ == nullptr) {
      return fail(ErrorCode::kUnsupported,
                  web.store().path() +
                      ": has no visits; add files of them to the store, or ask another method");
    }
    COCITE_TRY(const store::VisitList list, scores.table_->list(page, scores.others_));
    scores.total_ = list.total;
    return scores;
  }

  // With whom there are any, in order of pages.
  [[nodiscard]] std::span<const store::Visits> others() const { return others_; }
  [[nodiscard]] store::Visits with(PageId other) const {
    return store::VisitList{.total = total_, .others = others_}.with(other);
  }
  [[nodiscard]] Result<double> score(PageId other) const {
    const store::Visits visits = with(other);
    if (visits.both() == 0) return 0;
    COCITE_TRY(const uint64_t total, table_->total(other));
    return static_cast<double>(visits.both()) /
           std::sqrt((static_cast<double>(total_) + 1) * (static_cast<double>(total) + 1));
  }
  // Why it is an answer: by its counts.
  [[nodiscard]] Reason reason(PageId other, double amount) const {
    const store::Visits visits = with(other);
    return {.page = other,
            .amount = amount,
            .kind = "visits",
            .clicks_to = visits.to,
            .clicks_from = visits.from};
  }

 private:
  const store::VisitTable* table_ = nullptr;
  std::vector<store::Visits> others_;
  uint64_t total_ = 0;
};

}  // namespace cocite::related

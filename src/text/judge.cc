#include "text/judge.h"

namespace cocite::text {
namespace {

constexpr uint64_t kStepsAList = 8;  // to find a document in a list, in the budget's steps

}  // namespace

Result<void> Judge::look_at(uint32_t doc, bool is_near) {
  if (is_spent_after(request_.budget, kStepsAList * (1 + terms_.terms().size()))) return {};
  double score = 0;
  bool held = false;
  // Where the score will do, what most documents fail comes first.
  const bool conditions_first = is_near || best_.threshold() == 0;
  if (conditions_first) {
    if (!conditions_.hold(doc, held)) return index_.damage();
    if (!held) return {};
  }
  if (!terms_.score(doc, score)) return index_.damage();
  if (!(score > 0) || score < best_.threshold()) return {};
  if (!conditions_first) {
    if (!conditions_.hold(doc, held)) return index_.damage();
    if (!held) return {};
  }
  // Without time to look for a phrase nothing is known of it.
  if (is_over()) return {};
  COCITE_TRY(const PageId page, index_.page(doc));
  COCITE_TRY(const bool takes, best_.would_take(page, score));
  if (!takes) return {};
  if (request_.accept) {
    COCITE_TRY(const bool accepted, request_.accept(page));
    if (!accepted) return {};
  }
  return best_.offer(page, score);
}

}  // namespace cocite::text

#include "text/judge.h"

namespace cocite::text {

Result<void> Judge::look_at(uint32_t doc) {
  double score = 0;
  if (!terms_.score(doc, score)) return index_.damage();
  if (!(score > 0) || score < best_.threshold()) return {};
  bool held = false;
  if (!conditions_.hold(doc, held)) return index_.damage();
  if (!held) return {};
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

// Which pages have these words, the best first?
//
//   COCITE_TRY(auto hits, search(index, {.terms = {"honey", "bees"}, .top = 10}));
//   hits[0].page, hits[0].score
//
// Exactly the best `top` of all pages with any of the terms, by bm25 or by the cosine of vectors
// (scoring.h). Documents are gone through in windows of 4096; from what each block of a list can
// give at most (index_format.h) follows which lists must be read in a window at all, and which only
// where a page is still in the race (MaxScore). The remaining pages are scored again in the order of the
// terms, so that scores, and ties, do not depend on the way there. Where the budget is spent
// before the end (budget->was_spent()), the best of those that were looked at. Any number of
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "text/index.h"
#include "text/scoring.h"

namespace cocite::text {

enum class Model : uint8_t { kBm25, kVector };

struct Request {
  // As the index has them: folded and stemmed. For bm25 a term counts once, for vectors as often as
  // it comes. Those that no page has are passed over.
  std::vector<std::string> terms{};
  Model model = Model::kBm25;
  TfKind tf = TfKind::kCount;  // for vectors
  size_t top = 10;

  // Which pages may come: those that have all of these terms, in any field,
  std::vector<std::string> required{};
  // one of each of these (a term, or terms side by side),
  std::vector<std::vector<std::vector<std::string>>> any{};
  // all of these in the title,
  std::vector<std::string> in_title{};
  // all of these terms side by side, in one field or in one link to the page,
  std::vector<std::vector<std::string>> phrases{};
  // or in the title,
  std::vector<std::vector<std::string>> title_phrases{};
  // none of these so; one term alone: not at all,
  std::vector<std::vector<std::string>> excluded{};
  // within one of these ranges [first, last) (none: anywhere); they rise and do not overlap,
  std::vector<std::pair<uint64_t, uint64_t>> ranges{};
  // and whatever else is asked of a page. Called only for pages that would be among the best.
  std::function<Result<bool>(PageId)> accept{};

  // Which of two pages with the same score comes first: the one with more of this, then the one
  // with the lower id.
  std::function<Result<uint64_t>(PageId)> tie{};

  Budget* budget = nullptr;  // null: as long as it takes
};

struct Hit {
  PageId page{};
  double score = 0;
  friend bool operator==(const Hit&, const Hit&) = default;
};

[[nodiscard]] Result<std::vector<Hit>> search(const Index& index, const Request& request);

// What each term adds to the score of a page, in the order of the request, each term once; those
// that add nothing are left out. They sum to the score.
struct TermShare {
  std::string term;
  double share = 0;
};
[[nodiscard]] Result<std::vector<TermShare>> explain(const Index& index, const Request& request,
                                                     PageId page);

}  // namespace cocite::text

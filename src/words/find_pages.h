// Which pages of this store have these words?
//
//   COCITE_TRY(const auto index, store.words());
//   COCITE_TRY(const Found found, find_pages(store, *index, {.query = parse_query("honey bees")}));
//   found.hits[0].page
//
// The words of a query and of its phrases may match, a phrase must occur in the title, the text
// or in what one link says. Exact; ties by in-degree or as the caller says, then by key. Where the budget is spent before
// the end, the best of those that were looked at. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "store/store.h"
#include "text/query.h"
#include "text/search.h"

namespace cocite::words {

struct FindPages {
  text::Query query{};
  text::Model model = text::Model::kBm25;
  text::TfKind tf = text::TfKind::kCount;  // for vectors
  size_t top = 10;
  std::optional<PageId> only{};  // whether this one would be found
  // As text::Request::tie; empty: in-degree.
  std::function<Result<uint64_t>(PageId)> tie{};
  Budget* budget = nullptr;  // null: as long as it takes
};

struct Found {
  std::vector<text::Hit> hits;
  std::vector<std::string> terms;      // that were looked for
  std::vector<std::string> unmatched;  // words, as typed, that no page has
};

// kInvalidArgument where there is no word to look for.
[[nodiscard]] Result<Found> find_pages(const store::Store& store, const text::Index& index,
                                       const FindPages& request);

// What each term adds to the score of a page.
[[nodiscard]] Result<std::vector<text::TermShare>> explain_page(const text::Index& index,
                                                                const Found& found,
                                                                const FindPages& request,
                                                                PageId page);

}  // namespace cocite::words

// From scores to answers: what is zero, what comes first, what is a tie.
//
//   drop_zeros(query, items);                             // also query pages and stopped ones
//   COCITE_TRY(auto first, best(web, std::move(items), 10));
//
// A score below 1e-12 of the best is zero. Scores within 1e-12 of the largest of their group tie;
// ties go by Item::tie, then in-degree (both falling), then key. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "related/method.h"

namespace cocite::related {

inline constexpr double kZero = 1e-12;

// Removes query pages, stopped pages, and every page whose score is zero, or nearly so.
void drop_zeros(const Query& query, std::vector<Item>& items);

// The `top` first, in order.
[[nodiscard]] Result<std::vector<Item>> best(const Web& web, std::vector<Item> items,
                                             size_t top = std::numeric_limits<size_t>::max());

// Runs `find` on each query page and sums: related_to counts the query pages of which an item is an
// answer. Sufficient where one of them is.
using FindOne = std::function<Result<Answer>(const Query& query, PageId page)>;
[[nodiscard]] Result<Answer> sum_over_pages(const Query& query, const FindOne& find);

// The same for methods that keep what they gather for reasons: `find` gets the Kept of the query,
// or null where nothing is to be kept.
template <class Kept>
[[nodiscard]] Result<Answer> sum_and_keep(const Query& query,
                                          Result<Answer> (*find)(const Query& query, PageId page,
                                                                 Kept* kept)) {
  const auto kept = query.keeps_gathered ? std::make_shared<Kept>(query) : nullptr;
  COCITE_TRY(Answer answer, sum_over_pages(query, [&](const Query& about, PageId page) {
               return find(about, page, kept.get());
             }));
  answer.gathered = kept;
  return answer;
}

}  // namespace cocite::related

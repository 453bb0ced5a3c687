// From scores to answers: what is zero, what comes first, what is a tie.
//
//   drop_zeros(query, items);                             // also query pages and stopped ones
//   COCITE_TRY(auto first, best(web, query.hosts_on, std::move(items), 10));
//
// A score below 1e-12 of the best is zero. Scores within 1e-12 of the largest of their group tie.
// Ties go by Item::tie, then in-degree in hosts if hosts are on, then in-degree (all falling), then
// key. So a host cannot win ties by linking to its own pages. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include <cocite/result.h>

#include "related/method.h"

namespace cocite::related {

inline constexpr double kZero = 1e-12;

// Removes query pages, stopped pages, and every page whose score is zero, or nearly so.
void drop_zeros(const Query& query, std::vector<Item>& items);

// The `top` first, in order. Scores within `tie` of the largest of their group, as a share, tie.
[[nodiscard]] Result<std::vector<Item>> best(const Web& web, bool hosts_on, std::vector<Item> items,
                                             size_t top = std::numeric_limits<size_t>::max(),
                                             double tie = kZero);

}  // namespace cocite::related

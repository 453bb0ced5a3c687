// Do two ranks say the same? Rank correlation.
//
//   kendall(standing_of(pagerank), standing_of(hubrank))    // 1: the same order; -1: turned round
//
// NaN where one of them has all pages tied: there is no order to compare. n·log n. Any thread.
#pragma once

#include <span>
#include <string>

#include "rank/order.h"

namespace cocite::rank {

// Kendall's tau-b: pairs of pages in the same order, less those in opposite order, as a share of
// all that are not tied.
[[nodiscard]] double kendall(const Standing& a, const Standing& b);

// The same of two lists, best first, over all pages that stand in either. Pages that are missing
// from a list tie with each other, behind all that it has. REQUIRES: no page occurs twice in a list.
[[nodiscard]] double kendall(std::span<const std::string> a, std::span<const std::string> b);

// Spearman's rho: the correlation of the places, tied pages sharing the middle of theirs.
[[nodiscard]] double spearman(const Standing& a, const Standing& b);

}  // namespace cocite::rank

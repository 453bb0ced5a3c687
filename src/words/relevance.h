// How much are pages about what a search found? And which links say so?
//
//   COCITE_TRY(const auto r, relevance(store, index, start, pages));
//   COCITE_TRY(const auto n, matches_in_links(store, terms, page, maker));
//
// The topic is title and text of all start pages put together; a page is judged by its title and
// text, one without either by the anchor texts of the links to it (those of 2000 pages at most), and one
// without any is not about it (0). Bharat and Henzinger, Improved Algorithms for Topic Distillation
// (1998). Where the budget is spent before the end, pages that were not reached have 0. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "store/store.h"
#include "text/index.h"
#include "words/term_maker.h"

namespace cocite::words {

// One for each of `pages`.
[[nodiscard]] Result<std::vector<double>> relevance(const store::Store& store,
                                                    const text::Index& index,
                                                    std::span<const PageId> start,
                                                    std::span<const PageId> pages,
                                                    Budget* budget = nullptr);

// How many of the terms in each link of a page are among these, in the order of its children.
[[nodiscard]] Result<std::vector<uint32_t>> matches_in_links(
    const store::Store& store, const std::unordered_set<std::string>& terms, PageId page,
    TermMaker& maker);

// The middle one, or the mean of the two in the middle; 0 where there are none.
[[nodiscard]] double median(std::vector<double> numbers);

}  // namespace cocite::words

// The terms of pairs of pages, one by one, and what a store's tuning makes of them.
//
//   COCITE_TRY(const auto terms, terms_of(query, words, page, around, others));
//   COCITE_TRY(const auto scores, tuned_scores(query, *tuned, words, page, around, others));
//
// `around` is what was seen around the page; words may be null. Each thread its own.
#pragma once

#include <span>
#include <vector>

#include <cocite/result.h>

#include "related/blend/search.h"
#include "related/blend/words.h"
#include "related/pair_terms.h"
#include "related/tuned.h"

namespace cocite::related::blend {

[[nodiscard]] Result<std::vector<TermValues>> terms_of(const Query& query, const BlendWords* words,
                                                       PageId page, Search& around,
                                                       std::span<const PageId> others);

[[nodiscard]] Result<std::vector<double>> tuned_scores(const Query& query, const Tuned& tuned,
                                                       const BlendWords* words, PageId page,
                                                       Search& around,
                                                       std::span<const PageId> others);

}  // namespace cocite::related::blend

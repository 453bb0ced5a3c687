// Logistic regression on pairs: weights of terms with which good answers score more than wrong ones.
//
//   COCITE_TRY(const Model model, fit_linear(table, pages, Pairs(table, pages), names));
//   model.terms[3].weight
//
// Least is sum over pairs of weight * ln(1 + e^-(z(good) - z(wrong))) + sum of weights squared, by
// Newton's method; it is convex, and there is one answer. z as in model.h; terms that are 0 everywhere
// get the weight 0. The intercept makes chances right in the mean. Pure functions; any thread.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "measure/pairs.h"
#include "measure/table.h"
#include "related/model.h"

namespace cocite::measure {

inline constexpr double kPenalty = 1;  // of a weight squared, against one query page

// The names are those of the terms; `about` is left to the caller. `goes_on` is asked before each step
// of Newton's method; false: kCancelled.
[[nodiscard]] Result<related::Model> fit_linear(const Table& table, std::span<const size_t> pages,
                                                const Pairs& pairs,
                                                std::span<const std::string> names,
                                                const std::function<bool()>& goes_on = {});

// Means of terms over the answers to these pages; 1 where a term is 0 everywhere.
[[nodiscard]] std::vector<double> scales_of(const Table& table, std::span<const size_t> pages);

// So that chances over all answers to these pages are, in the mean, the share of good ones.
[[nodiscard]] double fit_intercept(const Table& table, std::span<const size_t> pages,
                                   const related::Model& model);

}  // namespace cocite::measure

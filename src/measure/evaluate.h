// How good are the answers? By judgements, by links that were hidden, and against link farms; what
// Engine's methods of the same names do.
//
//   COCITE_TRY(const EvalAnswer answer, evaluate(opened, {.gold = "gold.tsv"}));
//
// Any number of threads.
#pragma once

#include <cocite/eval.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::measure {

[[nodiscard]] Result<EvalAnswer> evaluate(const answer::Opened& opened, const EvalRequest& request);
[[nodiscard]] Result<EvalAnswer> evaluate_hidden(const answer::Opened& opened,
                                                 const HiddenRequest& request);
// HiddenRequest::links.
[[nodiscard]] Result<EvalAnswer> evaluate_hidden_links(const answer::Opened& opened,
                                                       const HiddenRequest& request);
[[nodiscard]] Result<SpamAnswer> spam(const answer::Opened& opened, const SpamRequest& request);

}  // namespace cocite::measure

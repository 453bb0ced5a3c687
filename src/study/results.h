// What came out of a study: the paper's tables, and the ratings as a file.
//
//   COCITE_TRY(const KeptStudy kept, file.read(id));
//   EvalAnswer answer = results_of(kept);    // what `cocite eval` says about the file of ratings
//   std::string text = ratings_text(kept);   // docs/formats/judgements.md
//
// Where several raters rated an answer, the majority decides, and a draw is not enough
// (eval/judge.h). Unrated answers count as wrong, and are counted. Pure functions; any
// thread.
#pragma once

#include <string>

#include <cocite/eval.h>

#include "study/study.h"

namespace cocite::study {

[[nodiscard]] EvalAnswer results_of(const KeptStudy& study);
[[nodiscard]] std::string ratings_text(const KeptStudy& study);

}  // namespace cocite::study

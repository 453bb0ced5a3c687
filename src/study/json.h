// Studies as JSON. What raters get is written from Task alone, which knows no method.
//
//   return Answer{.text = study_json(state)};
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include <cocite/eval.h>

#include "study/desk.h"
#include "study/study.h"

namespace cocite::study {

[[nodiscard]] std::string study_json(const StudyState& state);
// `making`: nullptr where no new one is being made.
[[nodiscard]] std::string studies_json(const std::vector<StudyState>& states,
                                       const StudyDesk::Progress* making);
[[nodiscard]] std::string results_json(const StudyState& state, const EvalAnswer& results);
[[nodiscard]] std::string task_json(const Rater& rater, const Task& task);
[[nodiscard]] std::string progress_json(const Progress& progress);

}  // namespace cocite::study

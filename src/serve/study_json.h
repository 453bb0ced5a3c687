// Studies as JSON. What raters get is written from study::Task alone, which knows no method.
//
//   return Answer{.text = study_json(state)};
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include <cocite/eval.h>

#include "serve/study_desk.h"
#include "study/study.h"

namespace cocite::serve {

[[nodiscard]] std::string study_json(const study::StudyState& state);
// `making`: nullptr where no new one is being made.
[[nodiscard]] std::string studies_json(const std::vector<study::StudyState>& states,
                                       const StudyDesk::Progress* making);
[[nodiscard]] std::string results_json(const study::StudyState& state, const EvalAnswer& results);
[[nodiscard]] std::string task_json(const study::Rater& rater, const study::Task& task);
[[nodiscard]] std::string progress_json(const study::Progress& progress);

}  // namespace cocite::serve

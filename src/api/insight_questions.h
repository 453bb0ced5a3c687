// A question for each insight, made from its description.
#pragma once

#include <vector>

#include "api/question.h"

namespace cocite::api {

[[nodiscard]] std::vector<Question> insight_questions();
[[nodiscard]] InsightRequest insight_request(const InsightItem& item, const Arguments& arguments,
                                             const Limits& limits);

}  // namespace cocite::api

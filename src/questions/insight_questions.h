// A question for each insight, made from its description.
#pragma once

#include <vector>

#include "questions/question.h"

namespace cocite::questions {

[[nodiscard]] std::vector<Question> insight_questions();

}  // namespace cocite::questions

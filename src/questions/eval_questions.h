// Evaluations as questions: how good are the answers, and can they be bought? They take long and name
// files, so that no client of a service asks them. Never change; any thread.
#pragma once

#include "questions/question.h"

namespace cocite::questions {

[[nodiscard]] Question eval_question();
[[nodiscard]] Question spam_question();

}  // namespace cocite::questions

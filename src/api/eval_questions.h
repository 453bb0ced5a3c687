// Evaluations as questions: how good are the answers, and can they be bought? They take long and name
// files, so that no client of a service asks them. Never change; any thread.
#pragma once

#include <cocite/eval.h>

#include "api/question.h"

namespace cocite::api {

[[nodiscard]] Question eval_question();
[[nodiscard]] Result<EvalRequest> eval_request(const Arguments& arguments, const Limits& limits);
[[nodiscard]] Question spam_question();

}  // namespace cocite::api

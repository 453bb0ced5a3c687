// Writes an answer, field by field, as its table of fields (describe.h) has them.
//
//   JsonWriter json;
//   put(json, *engine.related(request));
//
// For the answers of answers.def. Pure function; any thread.
#pragma once

#include "api/answer_writer.h"

namespace cocite::api {

template <class Answer>
void put(AnswerWriter& out, const Answer& answer);

}  // namespace cocite::api

#include "api/put.h"

#include <string>

#include <cocite/json.h>

#include "api/answers.h"
#include "api/json_writer.h"
#include "api/put_answer.h"

namespace cocite::api {

template <class Answer>
void put(AnswerWriter& out, const Answer& answer) {
  put_answer(out, answer);
}

#define ANSWER(type) template void put(AnswerWriter& out, const type& answer);
#include "api/answers.def"
#undef ANSWER

}  // namespace cocite::api

namespace cocite {

using namespace api;  // NOLINT(google-build-using-namespace): the types of answers.def

template <class Answer>
std::string to_json(const Answer& answer) {
  JsonWriter json;
  put(json, answer);
  return json.take();
}

#define ANSWER(type) template std::string to_json(const type& answer);
#include "api/answers.def"
#undef ANSWER

std::string json_string(std::string_view text) {
  return JsonWriter().value(text).take();
}

}  // namespace cocite

#include "api/schema.h"

#include <map>
#include <utility>

#include "api/answers.h"
#include "api/schemas.h"
#include "base/assert.h"

namespace cocite::api {
namespace {

using Add = void (*)(Schemas&);

template <class Answer>
std::pair<const std::string_view, Add> entry() {
  const Add add = [](Schemas& all) { all.add<Answer>(); };
  if constexpr (IsFreeForm<Answer>) {
    return {FreeForm<Answer>::name, add};
  } else {
    return {Describe<Answer>::name, add};
  }
}

const std::map<std::string_view, Add>& answers_by_name() {
  static const std::map<std::string_view, Add> kAll = {
#define ANSWER(type) entry<type>(),
#include "api/answers.def"
#undef ANSWER
  };
  return kAll;
}

}  // namespace

void add_schema(Schemas& all, std::string_view answer) {
  const auto found = answers_by_name().find(answer);
  COCITE_ASSERT(found != answers_by_name().end(), "an answer is listed in answers.def");
  found->second(all);
}

bool has_schema(std::string_view answer) {
  return answers_by_name().contains(answer);
}

}  // namespace cocite::api

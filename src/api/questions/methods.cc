// What can be asked.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_methods(const Engine& /*engine*/, const Arguments& /*arguments*/,
                              const Limits& /*limits*/) {
  return Answer{.content = content_of(MethodsAnswer{
                    .methods = methods(), .ranks = rank_kinds(), .insights = insights()})};
}

}  // namespace

Question methods_question() {
  return {.name = "methods",
          .summary =
              "list the methods of /api/related with their parameters, and the ranks of /api/rank",
          .place = 160,
          .schema = "Methods",
          .parameters = graph_parameters,
          .answer = answer_methods};
}

}  // namespace cocite::api

// Pages as they are typed.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_complete(const Engine& engine, const Arguments& arguments,
                               const Limits& /*limits*/) {
  COCITE_TRY(CompletionAnswer answer,
             engine.complete(arguments.text("prefix"), arguments.count("top")));
  return Answer{.content = content_of(std::move(answer))};
}

}  // namespace

Question complete_question() {
  return {.name = "complete",
          .summary =
              "complete what is being typed: pages by the beginning of their address, or by name",
          .place = 140,
          .schema = "Completion",
          .parameters =
              [] {
                return together(
                    {graph_parameters(),
                     {{.name = "prefix", .help = "what was typed so far", .is_required = true}},
                     top_parameter("10", "how many pages")});
              },
          .answer = answer_complete};
}

}  // namespace cocite::api

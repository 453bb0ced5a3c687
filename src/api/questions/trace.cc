// How HubFinder widens its circle.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_trace(const Engine& engine, const Arguments& arguments,
                            const Limits& limits) {
  COCITE_TRY(const RelatedRequest request, related_request(arguments, limits));
  COCITE_TRY(TraceAnswer answer, engine.trace(request));
  return Answer{.content = content_of(std::move(answer))};
}

}  // namespace

Question trace_question() {
  return {.name = "trace",
          .summary = "show how HubFinder extends its set of pages, step by step",
          .place = 110,
          .schema = "Trace",
          .weight = Weight::kHeavy,
          .parameters =
              [] {
                return together(
                    {graph_parameters(), pages_parameter(), neighbourhood_parameters("hubfinder")});
              },
          .answer = answer_trace,
          .command = "inspect hubfinder",
          .alias = "trace",
          .examples = "www.example.com/a",
          .shown = {.tables = {{.list = "steps", .columns = "step discovered new kept total"}}}};
}

}  // namespace cocite::api

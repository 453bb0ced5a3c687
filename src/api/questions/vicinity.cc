// The graph around a page that companion looks at.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_vicinity(const Engine& engine, const Arguments& arguments,
                               const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  const std::string reduced = shrink(request, "companion", limits.max_parents);
  COCITE_TRY(VicinityAnswer answer, engine.vicinity(request));
  const std::string format = arguments.text("format");
  Answer given{.is_final = reduced.empty(), .reduced = reduced};
  if (format == "json") {
    given.content = content_of(std::move(answer));
    return given;
  }
  COCITE_TRY(given.text, draw_vicinity(answer, format));
  given.type = "application/xml";
  given.file_name = "vicinity." + format;
  return given;
}

}  // namespace

Question vicinity_question() {
  return {.name = "vicinity",
          .summary = "show the graph around a page that companion looks at",
          .place = 100,
          .schema = "Vicinity",
          .weight = Weight::kHeavy,
          .parameters =
              [] {
                return together(
                    {graph_parameters(),
                     pages_parameter(),
                     {{.name = "format",
                       .type = Type::kChoice,
                       .fallback = "json",
                       .help = "the graph: json, or graphml and gexf for programs that draw",
                       .choices = {"json", "graphml", "gexf"}}},
                     neighbourhood_parameters("companion")});
              },
          .answer = answer_vicinity,
          .command = "inspect companion",
          .alias = "vicinity",
          .examples = "www.example.com/a\nwww.example.com/a format=graphml > around.graphml",
          .shown = {.tables = {{.columns = "nodes# edges# merged"}}}};
}

}  // namespace cocite::api

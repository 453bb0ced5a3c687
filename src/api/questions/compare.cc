// All methods side by side.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_compare(const Engine& engine, const Arguments& arguments,
                              const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  read_options(arguments, kAnswerOptions, request);
  std::vector<std::string> names = arguments.texts("by");
  const size_t methods_asked = names.empty() ? methods().size() : names.size();
  read_options(arguments, kRelatedTop, request);
  // The budget is shared; time that a method leaves over is not passed on.
  if (request.budget_ms != 0) {
    request.budget_ms = std::max<uint64_t>(1, request.budget_ms / methods_asked);
  }
  std::string reduced;
  if (limits.max_parents != 0) reduced = shrink(request, "blend", limits.max_parents);
  COCITE_TRY(CompareAnswer answer, engine.compare(request, names));
  const bool is_complete =
      std::ranges::all_of(answer.methods, [](const auto& method) { return method.is_complete; });
  return Answer{.content = content_of(std::move(answer)),
                .is_final = is_complete && reduced.empty(),
                .reduced = reduced};
}

}  // namespace

Question compare_question() {
  return {.name = "compare",
          .summary = "run all methods side by side, and measure how much they agree",
          .place = 50,
          .schema = "Compare",
          .weight = Weight::kHeavy,
          .parameters =
              [] {
                return together(
                    {compare_parameters(),
                     {{.name = "show",
                       .type = Type::kChoice,
                       .fallback = "all",
                       .help = "which of the tables (default: all; in csv and jsonl answers)",
                       .choices = {"all", "answers", "agreed", "pairs", "methods"},
                       .whom = For::kShell}}});
              },
          .answer = answer_compare,
          .command = "compare",
          .examples = "www.example.com/a\nwww.example.com/a by=blend by=companion show=pairs"};
}

}  // namespace cocite::api

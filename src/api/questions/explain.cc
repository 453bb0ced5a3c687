// Why a page is related.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_explain(const Engine& engine, const Arguments& arguments,
                              const Limits& limits) {
  COCITE_TRY(RelatedRequest request, related_request(arguments, limits));
  request.by = arguments.text("by");
  read_options(arguments, kChopOption, request);
  COCITE_TRY(const ListPart part, ListPart::of("explain", engine, arguments));
  COCITE_TRY(ExplainAnswer answer, engine.explain(request, arguments.text("answer")));
  const bool has_more = part.take(answer.reasons);
  return Answer{.content = part.content_of(std::move(answer), has_more)};
}

}  // namespace

Question explain_question() {
  return {
      .name = "explain",
      .summary = "explain why a page is related: the shared pages and what each adds",
      .place = 20,
      .schema = "Explain",
      .parameters =
          [] {
            List pages = pages_parameter();
            pages[0].shell.is_optional = false;
            return together({graph_parameters(),
                             pages,
                             {{.name = "answer",
                               .help = "the page that /api/related named",
                               .is_required = true,
                               .shell = {.argument = "ANSWER",
                                         .help = "an answer of 'cocite related'",
                                         .is_last = true}}},
                             by_parameter(),
                             part_parameters("100", "how many reasons, the strongest first", "0"),
                             parameters_of(kChopOption),
                             neighbourhood_parameters()});
          },
      .answer = answer_explain,
      .command = "explain",
      .examples =
          "www.example.com/a www.example.org/b\n"
          "www.example.com/a www.example.org/b by=companion\n"
          "www.example.com/a www.example.com/c www.example.org/b",
      .shown = {.facts = "page.key answer.key score",
                .remarks = "pages with tuned",
                .sentences = "why",
                .tables = {
                    {.list = "reasons",
                     .columns = "amount kind about? distance key url title anchor called word?"}}}};
}

}  // namespace cocite::api

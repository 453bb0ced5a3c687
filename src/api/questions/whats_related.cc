// All about a page at once.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_whats_related(const Engine& engine, const Arguments& arguments,
                                    const Limits& limits) {
  WhatsRelatedRequest request{.page = arguments.text("page")};
  read_options(arguments, kWhatsRelatedOptions, request);
  request.budget_ms = budget_of(arguments, limits);
  request.stop = stop_of(limits);
  COCITE_TRY(WhatsRelatedAnswer answer, engine.whats_related(request));
  const bool is_final = answer.is_complete;
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final};
}

}  // namespace

Question whats_related_question() {
  return {.name = "whats_related",
          .summary =
              "all about a page at once: related pages and sites, hubs, who links to it, its "
              "names, status",
          .place = 40,
          .schema = "WhatsRelated",
          .parameters =
              [] {
                return together(
                    {graph_parameters(), page_parameter(), parameters_of(kWhatsRelatedOptions)});
              },
          .answer = answer_whats_related,
          .command = "whats-related",
          .examples = "www.example.com/a\nwww.example.com/a format=json"};
}

}  // namespace cocite::api

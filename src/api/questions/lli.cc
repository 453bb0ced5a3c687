// The numbers behind LLI.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_lli(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  COCITE_TRY(const RelatedRequest request, related_request(arguments, limits));
  COCITE_TRY(const ListPart part, ListPart::of("lli", engine, arguments));
  COCITE_TRY(LliAnswer answer, engine.lli(request));
  const bool has_more_items = part.take(answer.items);
  const bool has_more_neighbours = part.take(answer.neighbours);
  return Answer{.content =
                    part.content_of(std::move(answer), has_more_items || has_more_neighbours)};
}

}  // namespace

Question lli_question() {
  return {
      .name = "lli",
      .summary = "show the numbers behind LLI: bcp, dd and similarity per page, bd per parent",
      .place = 120,
      .schema = "Lli",
      .weight = Weight::kHeavy,
      .parameters =
          [] {
            return together({graph_parameters(),
                             page_parameter(),
                             part_parameters("100", "how many pages, and how many neighbours", "0"),
                             {shell_flag("neighbours", "the merged parents and children instead")},
                             neighbourhood_parameters("lli")});
          },
      .answer = answer_lli,
      .command = "inspect lli",
      .alias = "lli",
      .examples = "www.example.com/a\nwww.example.com/a neighbours",
      .shown = {
          .facts = "page.key hosts",
          .remarks = "back forward notes",
          .tables = {
              {.list = "items", .columns = "side similarity count bcp dd key url title called"},
              {.list = "neighbours", .columns = "side bd members key url title called"}}}};
}

}  // namespace cocite::api

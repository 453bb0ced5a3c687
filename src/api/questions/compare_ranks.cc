// Ranks side by side.
#include "api/parts.h"
#include "api/rank_request.h"

namespace cocite::api {
namespace {

Result<Answer> answer_compare_ranks(const Engine& engine, const Arguments& arguments,
                                    const Limits& limits) {
  RankRequest request = rank_request(arguments, limits);
  request.by = arguments.texts("by");
  COCITE_TRY(RankComparison comparison, engine.compare_ranks(request));
  return Answer{.content = content_of(std::move(comparison))};
}

}  // namespace

Question compare_ranks_question() {
  return {.name = "compare_ranks",
          .summary = "compare ranks: how much they agree, and the pages they differ on most",
          .place = 90,
          .schema = "RankComparison",
          .weight = Weight::kHeavy,
          .whom = For::kHere,
          .parameters =
              [] {
                return together({graph_parameters(),
                                 {{.name = "by",
                                   .type = Type::kChoice,
                                   .help = "a rank; at least two",
                                   .choices = rank_names(),
                                   .is_repeatable = true,
                                   .is_required = true}},
                                 top_parameter("10", "how many pages", "10"),
                                 rank_parameters()});
              },
          .answer = answer_compare_ranks};
}

}  // namespace cocite::api

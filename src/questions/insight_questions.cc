#include "questions/insight_questions.h"

#include <algorithm>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "api/store_options.h"
#include "questions/cursor.h"
#include "questions/from_options.h"
#include "questions/parameter_groups.h"

namespace cocite::questions {
namespace {

Parameter parameter_of(const MethodParameter& own) {
  Parameter parameter{.name = own.name, .fallback = own.fallback, .help = own.summary};
  if (own.is_local) parameter.whom = For::kHere;
  if (own.is_flag) {
    parameter.type = Type::kFlag;
    parameter.fallback = "false";
    return parameter;
  }
  parameter.type = own.kind == ParameterKind::kCount    ? Type::kCount
                   : own.kind == ParameterKind::kNumber ? Type::kNumber
                                                        : Type::kText;
  if (own.kind == ParameterKind::kWord && !own.choices.empty()) {
    parameter.type = Type::kChoice;
    for (size_t at = 0; at <= own.choices.size();) {
      const size_t end = std::min(own.choices.find('|', at), own.choices.size());
      parameter.choices.push_back(own.choices.substr(at, end - at));
      at = end + 1;
    }
    return parameter;
  }
  parameter.of_method = own;
  return parameter;
}

Result<Answer> answer_by(const InsightItem& item, const Engine& engine, const Arguments& arguments,
                         const Limits& limits) {
  const bool is_here = limits.caller == Caller::kHere;
  COCITE_TRY(const ListPart part, ListPart::of(item.name, engine, arguments));
  InsightRequest request{.name = item.name,
                         // One more tells whether the list goes on.
                         .top = part.top == 0 ? 0 : part.skip + part.top + 1,
                         .max_links = limits.max_rank_links,
                         .reads_files = is_here,
                         .threads = 1,
                         .progress = limits.progress,
                         .stop = limits.stop};
  if (is_here) {
    request.threads = 0;
    read_options(arguments, api::kInsightOptions, request);
    request.save = item.can_save && arguments.flag("save");
  }
  if (!item.about.empty()) request.about = arguments.texts("page");
  for (const MethodParameter& own : item.parameters) {
    if (!arguments.has(own.name)) continue;
    std::string text = arguments.text(own.name);
    if (own.is_flag) text = arguments.flag(own.name) ? "on" : "off";
    request.parameters.emplace_back(own.name, std::move(text));
  }
  COCITE_TRY(InsightAnswer answer, engine.insight(request));
  bool has_more = false;
  for (InsightTable& table : answer.tables) {
    if (part.top != 0) has_more = part.take(table.rows) || has_more;
  }
  return Answer{.content = part.content_of(std::move(answer), has_more)};
}

Question question_of(const InsightItem& item) {
  List parameters = store_parameter();
  if (!item.about.empty()) {
    parameters.push_back({.name = "page",
                          .help = item.about_help + "; repeatable",
                          .most = api::kMostPages,
                          .is_repeatable = true,
                          .is_required = item.needs_about});
  }
  parameters = together({parameters, part_parameters("100", "rows of each table, at most", true),
                         parameters_of(api::kInsightOptions)});
  for (const MethodParameter& own : item.parameters) parameters.push_back(parameter_of(own));
  if (item.can_save) {
    parameters.push_back({.name = "save",
                          .type = Type::kFlag,
                          .fallback = "false",
                          .help = "keep what was found in the store",
                          .whom = For::kHere});
  }
  return {.name = item.name,
          .summary = item.summary,
          .schema = "Insight",
          .weight = item.is_heavy ? Weight::kHeavy : Weight::kLight,
          .parameters = std::move(parameters),
          .answer = [item](const Engine& engine, const Arguments& arguments, const Limits& limits) {
            return answer_by(item, engine, arguments, limits);
          }};
}

}  // namespace

std::vector<Question> insight_questions() {
  std::vector<Question> all;
  for (const InsightItem& item : insights()) all.push_back(question_of(item));
  return all;
}

}  // namespace cocite::questions

#include "api/insight_questions.h"

#include <algorithm>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "api/cursor.h"
#include "api/from_options.h"
#include "api/parameter_groups.h"
#include "api/store_options.h"

namespace cocite::api {
namespace {

Parameter parameter_of(const MethodParameter& own) {
  Parameter parameter{.name = own.name, .fallback = own.fallback, .help = own.summary};
  if (own.is_local) {
    parameter.whom = For::kHere;
    parameter.shell.value = "FILE";
  }
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
  COCITE_TRY(const ListPart part, ListPart::of(item.name, engine, arguments));
  InsightRequest request = insight_request(item, arguments, limits);
  // One more tells whether the list goes on.
  request.top = part.top == 0 ? 0 : part.skip + part.top + 1;
  COCITE_TRY(InsightAnswer answer, engine.insight(request));
  bool has_more = false;
  for (InsightTable& table : answer.tables) {
    has_more = part.take(table.rows) || has_more;
  }
  return Answer{.content = part.content_of(std::move(answer), has_more)};
}

List parameters_of_insight(const InsightItem& item) {
  List parameters = store_parameter();
  if (!item.about.empty()) {
    parameters.push_back({.name = "page",
                          .help = item.about_help + "; repeatable",
                          .most = kMostPages,
                          .is_repeatable = true,
                          .is_required = item.needs_about,
                          .shell = {.argument = item.about, .help = item.about_help}});
  }
  parameters = together({parameters, part_parameters("100", "rows of each table, at most", "0"),
                         parameters_of(kInsightOptions)});
  for (const MethodParameter& own : item.parameters) parameters.push_back(parameter_of(own));
  if (item.name == "overview") {
    parameters.push_back(
        shell_file("html", "write it as an HTML page with charts instead", "OUTPUT"));
    parameters.push_back(shell_flag("force", "replace that page if it is there"));
    Parameter out = shell_file("out", "old name of 'html'", "OUTPUT");
    out.shell.is_expert = true;
    parameters.push_back(out);
  }
  if (item.can_save) {
    parameters.push_back({.name = "save",
                          .type = Type::kFlag,
                          .fallback = "false",
                          .help = "keep what was found in the store",
                          .whom = For::kHere});
  }
  return parameters;
}

Question question_of(const InsightItem& item) {
  return {
      .name = item.name,
      .summary = item.summary,
      .place = 900,
      .schema = "Insight",
      .weight = item.is_heavy ? Weight::kHeavy : Weight::kLight,
      .parameters = [item] { return parameters_of_insight(item); },
      .answer = [item](const Engine& engine, const Arguments& arguments,
                       const Limits& limits) { return answer_by(item, engine, arguments, limits); },
      .command = item.name,
      .alias = item.name == "overview" ? "report" : "",
      .examples = item.examples};
}

}  // namespace

InsightRequest insight_request(const InsightItem& item, const Arguments& arguments,
                               const Limits& limits) {
  const bool is_here = limits.caller == Caller::kHere;
  InsightRequest request{.name = item.name,
                         .top = arguments.count("top"),
                         .max_links = limits.max_rank_links,
                         .reads_files = is_here,
                         .threads = 1,
                         .progress = limits.progress,
                         .stop = limits.stop};
  if (is_here) {
    request.threads = 0;
    read_options(arguments, kInsightOptions, request);
    request.save = item.can_save && arguments.flag("save");
  }
  if (!item.about.empty()) request.about = arguments.texts("page");
  for (const MethodParameter& own : item.parameters) {
    if (!arguments.has(own.name)) continue;
    std::string text = arguments.text(own.name);
    if (own.is_flag) text = arguments.flag(own.name) ? "on" : "off";
    request.parameters.emplace_back(own.name, std::move(text));
  }
  return request;
}

std::vector<Question> insight_questions() {
  std::vector<Question> all;
  for (const InsightItem& item : insights()) all.push_back(question_of(item));
  return all;
}

}  // namespace cocite::api

#include "serve/insight_routes.h"

#include <algorithm>
#include <string>
#include <utility>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "serve/route_parameters.h"

namespace cocite::serve {
namespace {

Parameter parameter_of(const MethodParameter& own) {
  Parameter parameter{.name = own.name, .fallback = own.fallback, .help = own.summary};
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
  InsightRequest request{.name = item.name,
                         .top = arguments.count("top"),
                         .max_links = limits.max_rank_links,
                         .reads_files = false,
                         .threads = 1,
                         .stop = limits.stop};
  if (!item.about.empty()) request.about = arguments.texts("page");
  for (const MethodParameter& own : item.parameters) {
    if (own.is_local || !arguments.has(own.name)) continue;
    std::string text = arguments.text(own.name);
    if (own.is_flag) text = arguments.flag(own.name) ? "on" : "off";
    request.parameters.emplace_back(own.name, std::move(text));
  }
  COCITE_TRY(const InsightAnswer answer, engine.insight(request));
  return Answer{.text = to_json(answer)};
}

Route route_of(const InsightItem& item) {
  List parameters = store_parameter();
  if (!item.about.empty()) {
    parameters.push_back({.name = "page",
                          .help = item.about_help + "; repeatable",
                          .most = kMostPages,
                          .is_repeatable = true,
                          .is_required = item.needs_about});
  }
  const List top = top_parameter("100", "rows of each table, at most");
  parameters.insert(parameters.end(), top.begin(), top.end());
  for (const MethodParameter& own : item.parameters) {
    if (!own.is_local) parameters.push_back(parameter_of(own));
  }
  return {.path = "/api/" + item.name,
          .summary = item.summary,
          .schema = "Insight",
          .weight = item.is_heavy ? Weight::kHeavy : Weight::kLight,
          .parameters = std::move(parameters),
          .answer = [item](const Engine& engine, const Arguments& arguments, const Limits& limits) {
            return answer_by(item, engine, arguments, limits);
          }};
}

}  // namespace

std::vector<Route> insight_routes() {
  std::vector<Route> all;
  for (const InsightItem& item : insights()) all.push_back(route_of(item));
  return all;
}

}  // namespace cocite::serve

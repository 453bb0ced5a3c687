#include <algorithm>

#include "serve/route.h"
#include "serve/rows.h"

namespace cocite::serve {
namespace {

std::vector<Route> make_routes() {
  std::vector<Route> routes;
  for (const api::Question& question : api::questions()) {
    if (question.whom == api::For::kHere) continue;
    std::string name = question.name;
    std::ranges::replace(name, '_', '-');  // what is a name in Python is a path here
    Route route{.path = "/api/" + name,
                .summary = question.summary,
                .schema = question.schema,
                .weight = question.weight,
                .rows = std::string(rows_of(question)),
                .takes_post = question.takes_post,
                .answer = question.answer};
    std::vector<Parameter> parameters;
    for (const Parameter& parameter : question.parameters) {
      if (is_for(parameter, api::Caller::kClient)) parameters.push_back(parameter);
    }
    if (!route.rows.empty()) {
      parameters.push_back(
          {.name = "format",
           .type = Type::kChoice,
           .help = "csv, jsonl: the list of the answer alone, an element a line (default: what the "
                   "header Accept names first, else json)",
           .choices = {"json", "csv", "jsonl"}});
    }
    route.parameters = std::move(parameters);
    routes.push_back(std::move(route));
  }
  return routes;
}

}  // namespace

std::span<const Route> routes() {
  static const std::vector<Route> kRoutes = make_routes();
  return kRoutes;
}

const Route* find_route(std::string_view path) {
  const auto found = std::ranges::find(routes(), path, &Route::path);
  return found == routes().end() ? nullptr : &*found;
}

}  // namespace cocite::serve

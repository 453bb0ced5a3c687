// What can be asked over HTTP: a route a question (src/api/), from which requests are checked,
// answers are made and /openapi.json is written.
//
//   const Route* route = find_route("/api/related");
//   COCITE_TRY(Arguments arguments, Arguments::check(route->parameters, pairs));
//   COCITE_TRY(Answer answer, route->answer(engine, arguments, limits));
//
// The table never changes. Any thread.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "api/question.h"

namespace cocite::serve {

using api::Answer;
using api::Arguments;
using api::Limits;
using api::Parameter;
using api::ParameterTable;
using api::Type;
using api::Weight;

struct Route {
  std::string path = {};
  std::string summary = {};
  std::string schema = {};  // of its answer, in the tables of src/api/
  Weight weight = Weight::kLight;
  std::string rows = {};  // the list of its answer that CSV and JSON lines have; empty: none
  bool takes_post = false;
  ParameterTable parameters = {};  // "store" among them
  std::function<Result<Answer>(const Engine& engine, const Arguments& arguments,
                               const Limits& limits)>
      answer = {};
};

// All questions that clients may ask, in the order of the documentation.
[[nodiscard]] std::span<const Route> routes();
[[nodiscard]] const Route* find_route(std::string_view path);

}  // namespace cocite::serve

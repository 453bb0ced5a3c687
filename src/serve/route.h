// What can be asked over HTTP: one entry a route, from which requests are checked, answers are made
// and /openapi.json is written.
//
//   const Route* route = find_route("/api/related");
//   COCITE_TRY(Arguments arguments, Arguments::check(route->parameters, pairs));
//   COCITE_TRY(Answer answer, route->answer(engine, arguments, limits));
//
// The table never changes. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "serve/parameters.h"

namespace cocite::serve {

// What the state of the service allows a request.
struct Limits {
  uint64_t budget_ms = 0;                   // then the best answer so far
  const std::atomic<bool>* stop = nullptr;  // for what knows no budget: set when that is over
  uint64_t max_parents = 0;                 // B is not larger than this; 0: as asked
  uint64_t max_rank_links = 0;              // ranks of larger graphs come from columns only
};

struct Answer {
  std::string text = {};
  std::string type = "application/json";
  std::string file_name = {};  // what a browser saves it as; empty: it shows it
  bool is_final = true;        // false: another time it may be better, so nobody keeps it
  std::string reduced = {};    // "B=500": what the service made smaller
};

// How much a request may cost: heavy ones leave a thread to the others.
enum class Weight : uint8_t { kLight, kHeavy };

struct Route {
  std::string path = {};
  std::string summary = {};
  std::string schema = {};  // of its answer, in openapi.cc
  Weight weight = Weight::kLight;
  bool takes_post = false;
  std::vector<Parameter> parameters = {};  // "store" among them
  std::function<Result<Answer>(const Engine& engine, const Arguments& arguments,
                               const Limits& limits)>
      answer = {};
};

// In the order of the documentation.
[[nodiscard]] std::span<const Route> routes();
[[nodiscard]] const Route* find_route(std::string_view path);

}  // namespace cocite::serve

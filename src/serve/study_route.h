// What can be asked about studies: one entry a route and verb, beside those of route.h.
//
//   const StudyRoute* route = find_study_route("/api/studies/task", Verb::kGet);
//   Result<Answer> answer = route->answer(call);
//
// Unlike the other routes these have a state, a caller, and answers that are not cached. The table
// never changes. Any thread.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "serve/message.h"
#include "serve/route.h"
#include "serve/store_set.h"
#include "study/desk.h"

namespace cocite::serve {

// Who may ask: the owner by token, a rater by the secret of a link.
enum class StudyCaller : uint8_t { kOwner, kRater };

struct StudyRoute;

// A request, checked. `rater` is there where the route is one of raters.
struct StudyCall {
  const StudyRoute* route = nullptr;
  study::StudyDesk* desk = nullptr;
  Arguments arguments;
  study::Rater rater = {};
  Served served = {};  // the store, where a study is made
  const std::atomic<bool>* stop = nullptr;
  bool wants_gzip = false;
};

struct StudyRoute {
  Route shape = {};  // path, summary, schema, weight and parameters
  Verb verb = Verb::kGet;
  StudyCaller caller = StudyCaller::kOwner;
  bool makes_study = false;  // takes long, and needs a store
  Result<Answer> (*answer)(const StudyCall& call) = nullptr;
};

[[nodiscard]] std::span<const StudyRoute> study_routes();
// HEAD is GET. nullptr: no such route, or not with this verb.
[[nodiscard]] const StudyRoute* find_study_route(std::string_view path, Verb verb);
// What the path takes: "GET, HEAD, POST".
[[nodiscard]] std::string study_verbs(std::string_view path);
[[nodiscard]] bool is_study_path(std::string_view path);
// The schemas of /openapi.json that their answers have: members of an object, without its brackets.
[[nodiscard]] std::string_view study_schemas();

}  // namespace cocite::serve

// A route for each insight, made from its description.
//
//   for (Route& route : insight_routes()) all.push_back(std::move(route));   // /api/scope and so on
//
// Pure; any thread.
#pragma once

#include <vector>

#include "serve/route.h"

namespace cocite::serve {

[[nodiscard]] std::vector<Route> insight_routes();

}  // namespace cocite::serve

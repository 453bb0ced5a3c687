// /openapi.json: what can be asked, for programs that read it. Written from the table of routes.
#pragma once

#include <string>

namespace cocite::serve {

[[nodiscard]] std::string openapi_json();

}  // namespace cocite::serve

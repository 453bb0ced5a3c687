// What answers look like, as JSON Schema: one definition an answer, "Related": {...}, ..., members of
// an object without its brackets. The names are those that src/answers/ writes; tests compare both.
#pragma once

#include <string_view>

namespace cocite::questions {

[[nodiscard]] std::string_view schemas();
// Of what programs on this machine may ask besides.
[[nodiscard]] std::string_view schemas_here();

}  // namespace cocite::questions

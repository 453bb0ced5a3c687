// What answers look like, as JSON Schema, from their tables of fields (describe.h).
//
//   schemas({"Related", "Page"})      // "Related": {...}, "Asked": {...}, ..., without the braces
//
// Names of answers are those of their tables. Pure function; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cocite::api {

// The schemas of these answers and of all that is in them, each once.
[[nodiscard]] std::string schemas(std::span<const std::string_view> answers);
[[nodiscard]] bool has_schema(std::string_view answer);

}  // namespace cocite::api

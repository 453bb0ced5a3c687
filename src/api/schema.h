// Schemas of the answers of answers.def.
//
//   Schemas all;                     // schemas.h
//   add_schema(all, "Related");      // and what it refers to
//
// Any thread.
#pragma once

#include <string_view>

namespace cocite::api {

class Schemas;

// REQUIRES: has_schema(answer).
void add_schema(Schemas& all, std::string_view answer);
[[nodiscard]] bool has_schema(std::string_view answer);

}  // namespace cocite::api

// The part of an address behind "?", as names and values.
//
//   COCITE_TRY(Pairs pairs, parse_query("page=example.com%2Fa&top=5"));
//
// "+" is a blank, as forms write it. A bad percent sequence and text that is not UTF-8 are
// kInvalidArgument. Pure functions on hostile text; any thread.
#pragma once

#include <string_view>

#include <cocite/result.h>

#include "api/parameters.h"

namespace cocite::serve {

using api::Pairs;

// More are a mistake or an attack.
inline constexpr size_t kMostPairs = 1100;

[[nodiscard]] Result<Pairs> parse_query(std::string_view query);
// A JSON object as the same pairs: {"page": ["a", "b"], "top": 5} -> page=a, page=b, top=5.
[[nodiscard]] Result<Pairs> parse_body(std::string_view json);

}  // namespace cocite::serve

// A rating as it is written: 1, 0 or a dash, and nothing for none.
//
//   value_of(eval::Rating::kDead)     // "-"
//   rating_of("1")                    // eval::Rating::kGood
//
// Pure functions; any thread.
#pragma once

#include <string_view>

#include "eval/rating.h"

namespace cocite::study {

[[nodiscard]] constexpr std::string_view value_of(eval::Rating rating) {
  switch (rating) {
    case eval::Rating::kGood:
      return "1";
    case eval::Rating::kWrong:
      return "0";
    case eval::Rating::kDead:
      return "-";
    case eval::Rating::kUnjudged:
      break;
  }
  return "";
}

// Other values are no rating.
[[nodiscard]] constexpr eval::Rating rating_of(std::string_view value) {
  if (value == "1") return eval::Rating::kGood;
  if (value == "0") return eval::Rating::kWrong;
  return value == "-" ? eval::Rating::kDead : eval::Rating::kUnjudged;
}

}  // namespace cocite::study

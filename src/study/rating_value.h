// A rating as it is written: 1, 0 or a dash, and nothing for none.
//
//   value_of(measure::Rating::kDead)     // "-"
//   rating_of("1")                    // measure::Rating::kGood
//
// Pure functions; any thread.
#pragma once

#include <string_view>

#include "measure/rating.h"

namespace cocite::study {

[[nodiscard]] constexpr std::string_view value_of(measure::Rating rating) {
  switch (rating) {
    case measure::Rating::kGood:
      return "1";
    case measure::Rating::kWrong:
      return "0";
    case measure::Rating::kDead:
      return "-";
    case measure::Rating::kUnjudged:
      break;
  }
  return "";
}

// Other values are no rating.
[[nodiscard]] constexpr measure::Rating rating_of(std::string_view value) {
  if (value == "1") return measure::Rating::kGood;
  if (value == "0") return measure::Rating::kWrong;
  return value == "-" ? measure::Rating::kDead : measure::Rating::kUnjudged;
}

}  // namespace cocite::study

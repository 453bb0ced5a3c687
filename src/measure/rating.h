// The judgement of an answer.
//
//   Rating rating = judge.rating(query, answer);
//   is_good(rating)
//
// As Dean & Henzinger's raters said it: 1, 0, or a dash for a page that could not be reached, which
// counts as 0. Values; any thread.
#pragma once

#include <cstdint>

namespace cocite::measure {

enum class Rating : uint8_t {
  kUnjudged,  // no judgement
  kWrong,     // 0
  kDead,      // a dash: it could not be reached
  kGood,      // 1
};

[[nodiscard]] constexpr bool is_good(Rating rating) {
  return rating == Rating::kGood;
}

}  // namespace cocite::measure

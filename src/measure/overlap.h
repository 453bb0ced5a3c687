// How many answers do two methods share?
//
//   shared_answers(one, other)   // pages that are in both
//
// Pure functions; any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/ids.h"

namespace cocite::measure {

// Each page stands once in an answer.
[[nodiscard]] inline uint64_t shared_answers(std::span<const PageId> one,
                                             std::span<const PageId> other) {
  return static_cast<uint64_t>(std::ranges::count_if(
      one, [&](PageId page) { return std::ranges::find(other, page) != other.end(); }));
}

}  // namespace cocite::measure

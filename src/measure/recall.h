// How much of what is good was found?
//
//   recall_at(ratings, 10, good_pages)   // good ones among the first ten / good_pages
//
// 0 where there is no good page at all. Pure functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "measure/precision.h"
#include "measure/rating.h"

namespace cocite::measure {

[[nodiscard]] inline double recall_at(std::span<const Rating> ratings, size_t rank,
                                      uint64_t good_pages) {
  if (good_pages == 0) return 0;
  return static_cast<double>(good_among(ratings, rank)) / static_cast<double>(good_pages);
}

}  // namespace cocite::measure

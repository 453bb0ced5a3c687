// Do raters agree more than chance would have them?
//
//   cohen_kappa(one, other)            // two raters, the same answers in the same order
//   fleiss_kappa(votes)                // any number: for each answer {who said good, who said not}
//
// 1: always; 0: as often as chance; below: less. NaN where there is nothing to tell: no answer that
// two raters have rated, or all ratings the same, when chance alone agrees always. A dash counts as
// 0 here as everywhere. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace cocite::measure {

// REQUIRES: as many of one as of the other.
[[nodiscard]] double cohen_kappa(std::span<const uint8_t> one, std::span<const uint8_t> other);

// Answers with fewer than two ratings are left out. Where answers have different numbers of
// ratings, each answer's agreement counts alike, and chance goes by all ratings together.
[[nodiscard]] double fleiss_kappa(std::span<const std::pair<uint64_t, uint64_t>> votes);

}  // namespace cocite::measure

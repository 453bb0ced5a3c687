// From how many links on does a page count as one that links to nearly everything, or that nearly everything links to?
//
//   many_links(facts.links, facts.pages - facts.childless)      // platforms, by their own links
//
// 50 times the average, and at least 100. Pure.
#pragma once

#include <algorithm>
#include <cstdint>

namespace cocite::answer {

[[nodiscard]] constexpr uint64_t many_links(uint64_t links, uint64_t pages) {
  constexpr uint64_t kTimes = 50;
  constexpr uint64_t kLeast = 100;
  return std::max(kLeast, kTimes * links / std::max<uint64_t>(1, pages));
}

}  // namespace cocite::answer

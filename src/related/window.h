// Which links stand near this one on the page?
//
//   const Window near = window(children_of_x, u, 8);
//   for (const PageId page : near.before) ...   // up to 4 places before the link to u
//   for (const PageId page : near.after) ...    // up to 4 behind it
//
// W(x, u, k): what is cut off at one end of the list is not made up for at the other; a list of at
// most k + 1 children stands in the window as a whole. Pure functions; any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ids.h"

namespace cocite::related {

struct Window {
  std::span<const PageId> before;
  std::span<const PageId> after;
};

// Where `page` stands in the list; its size where it does not. Sites have lists of tens of thousands.
[[nodiscard]] size_t place_in_long(std::span<const PageId> list, PageId page);
[[nodiscard]] inline size_t place_of(std::span<const PageId> list, PageId page) {
  constexpr size_t kLong = 64;
  if (list.size() >= kLong) return place_in_long(list, page);
  size_t place = 0;
  while (place < list.size() && list[place] != page) ++place;
  return place;
}

// REQUIRES: `place` is in the list.
[[nodiscard]] inline Window window_at(std::span<const PageId> list, size_t place, uint64_t k) {
  if (list.size() <= k || list.size() == k + 1) {
    return {list.first(place), list.subspan(place + 1)};
  }
  const uint64_t half = k / 2;
  const size_t before = std::min<uint64_t>(half, place);
  const size_t after = std::min<uint64_t>(half, list.size() - place - 1);
  return {list.subspan(place - before, before), list.subspan(place + 1, after)};
}

// Empty where `page` is not in the list.
[[nodiscard]] inline Window window(std::span<const PageId> list, PageId page, uint64_t k) {
  const size_t place = place_of(list, page);
  return place == list.size() ? Window{} : window_at(list, place, k);
}

}  // namespace cocite::related

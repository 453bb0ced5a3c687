// Which pages of a map belong together?
//
//   const std::vector<uint32_t> community = communities(pages, ties, 8);   // of each page, from 0
//
// By leiden() (leiden.h), so the answer is always the same. Then small communities join the one they
// have most ties with, until there are at most `most`. Pages without ties share the last community. Numbers follow the
// first page of each. A pure function; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "map/likeness.h"

namespace cocite::map {

[[nodiscard]] std::vector<uint32_t> communities(size_t pages, std::span<const Tie> ties,
                                                size_t most);

}  // namespace cocite::map

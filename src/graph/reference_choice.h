// Which earlier list should each list be copied from?
//
// A list may be written as a copy, with changes, of one of the kWindow lists before it; that one
// may be a copy itself, but chains are at most kMaxChain long so that reading one list at random
// stays cheap. The obvious greedy choice (each list in turn takes the best whose chain has room)
// lets a small gain early spoil a large one later.
//
// Here the lists are gone through once with the kBeam most promising ways to choose so far. What a
// way allows later depends only on the chains of its last kWindow lists; a way that costs no less
// than another and has no shorter chain anywhere is dropped. On cnr-2000 this takes 15 % fewer bits
// than cutting the forest of best references into short chains by dynamic programming, as Zuckerli
// does [Versari et al. 2020]: there a list that is cut off is written in full, although one of its
// other neighbours would have done as well. Cost: kBeam * (kWindow + 1) small steps a
// list.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cocite::graph {

inline constexpr unsigned kWindow = 7;
inline constexpr unsigned kMaxChain = 2;

// costs[i][r]: bits of list i when copied from list i - r; r = 0: from none.
using ReferenceCosts = std::array<float, kWindow + 1>;

// The chosen r for every list. REQUIRES: costs[i][r] for r > i is larger than costs[i][0].
[[nodiscard]] std::vector<uint8_t> choose_references(const std::vector<ReferenceCosts>& costs);

}  // namespace cocite::graph

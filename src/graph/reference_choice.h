// Which earlier list should each list be copied from?
//
// A list may be written as a copy, with changes, of one of the kWindow lists before it; that one
// may be a copy itself, but chains are at most kMaxChain long so that reading one list at random
// stays cheap. The obvious greedy choice lets a small gain early spoil a large one later. Here
// every list first takes its best reference without regard to chains, which gives a forest; then
// the edges of most gain that leave no path longer than kMaxChain are kept (dynamic programming
// over the forest, as in Zuckerli [Versari et al. 2020]); lists that lost theirs take the best one
// still allowed. Cost: (kWindow + 1) cost estimates a list, then O(kMaxChain) a list.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cocite::graph {

inline constexpr unsigned kWindow = 7;
inline constexpr unsigned kMaxChain = 3;

// costs[i][r]: bits of list i when copied from list i - r; r = 0: from none.
using ReferenceCosts = std::array<float, kWindow + 1>;

// The chosen r for every list. REQUIRES: costs[i][r] for r > i is larger than costs[i][0].
[[nodiscard]] std::vector<uint8_t> choose_references(const std::vector<ReferenceCosts>& costs);

}  // namespace cocite::graph

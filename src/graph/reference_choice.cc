#include "graph/reference_choice.h"

namespace cocite::graph {

std::vector<uint8_t> choose_references(const std::vector<ReferenceCosts>& costs) {
  const size_t n = costs.size();
  std::vector<uint8_t> choice(n, 0);
  std::vector<float> gain(n, 0);
  for (size_t i = 0; i < n; ++i) {
    const auto best = std::ranges::min_element(costs[i]);
    choice[i] = static_cast<uint8_t>(best - costs[i].begin());
    gain[i] = costs[i][0] - *best;
  }

  // best[i][k]: most gain among the edges below i when at most k edges may follow i on a path.
  // Children stand after their parents, so going backwards every child is finished before it is
  // added to its parent: either its edge is dropped (a fresh start: kMaxChain) or kept (k - 1).
  std::vector<std::array<float, kMaxChain + 1>> best(n);
  for (size_t i = n; i-- > 0;) {
    if (choice[i] == 0) continue;
    auto& parent = best[i - choice[i]];
    parent[0] += best[i][kMaxChain];
    for (unsigned k = 1; k <= kMaxChain; ++k) {
      parent[k] += std::max(best[i][kMaxChain], gain[i] + best[i][k - 1]);
    }
  }
  // Forwards: how many edges may still follow each list decides what its children may keep.
  std::vector<uint8_t> room(n, kMaxChain);
  std::vector<uint8_t> cut(n, 0);
  for (size_t i = 0; i < n; ++i) {
    if (choice[i] == 0) continue;
    const unsigned k = room[i - choice[i]];
    if (k > 0 && gain[i] + best[i][k - 1] > best[i][kMaxChain]) {
      room[i] = static_cast<uint8_t>(k - 1);
    } else {
      choice[i] = 0;
      cut[i] = 1;
    }
  }

  // A list that lost its reference may take another whose chain has room for all that hangs on it.
  std::vector<uint8_t> height(n, 0);
  for (size_t i = n; i-- > 0;) {
    if (choice[i] == 0) continue;
    uint8_t& h = height[i - choice[i]];
    h = std::max<uint8_t>(h, static_cast<uint8_t>(height[i] + 1));
  }
  std::vector<uint8_t> depth(n, 0);
  for (size_t i = 0; i < n; ++i) {
    if (cut[i] != 0) {
      for (unsigned r = 1; r <= kWindow && r <= i; ++r) {
        if (depth[i - r] + 1U + height[i] <= kMaxChain && costs[i][r] < costs[i][choice[i]]) {
          choice[i] = static_cast<uint8_t>(r);
        }
      }
    }
    depth[i] = choice[i] == 0 ? 0 : static_cast<uint8_t>(depth[i - choice[i]] + 1);
  }
  return choice;
}

}  // namespace cocite::graph

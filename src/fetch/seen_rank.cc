#include "fetch/seen_rank.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace cocite::fetch {
namespace {

constexpr int kMaxIterations = 50;
constexpr double kTolerance = 1e-3;  // L1 change, as a share of all scores

// To a mean of 1.
void scale(std::span<float> scores) {
  double sum = 0;
  for (const float score : scores) sum += score;
  if (sum <= 0) return;
  const auto factor = static_cast<float>(static_cast<double>(scores.size()) / sum);
  for (float& score : scores) score *= factor;
}

}  // namespace

Result<void> rank_seen(const SeenGraph& graph, Jumps jumps, std::span<float> scores) {
  uint64_t links = 0;
  COCITE_CHECK(graph.for_each_list(
      [&](uint32_t /*page*/, std::span<const uint32_t> children) { links += children.size(); }));
  if (links == 0) return {};
  const bool to_hubs = jumps == Jumps::kToHubs;
  const auto by_link =
      static_cast<float>(kJump * static_cast<double>(scores.size()) / static_cast<double>(links));
  std::vector<float> next(scores.size());
  for (int i = 0; i < kMaxIterations; ++i) {
    std::ranges::fill(next, to_hubs ? 0 : kJump);
    COCITE_CHECK(graph.for_each_list([&](uint32_t page, std::span<const uint32_t> children) {
      if (children.empty()) return;
      const auto out = static_cast<float>(children.size());
      if (to_hubs) next[page] += by_link * out;
      const float share = (1 - kJump) * scores[page] / out;
      for (const uint32_t child : children) next[child] += share;
    }));
    double change = 0;
    double sum = 0;
    for (size_t page = 0; page < next.size(); ++page) {
      change += std::abs(next[page] - scores[page]);
      sum += next[page];
      scores[page] = next[page];
    }
    if (change < kTolerance * sum) break;
  }
  scale(scores);
  return {};
}

}  // namespace cocite::fetch

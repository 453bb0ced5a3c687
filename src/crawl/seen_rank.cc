#include "crawl/seen_rank.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cocite::crawl {
namespace {

constexpr int kMaxIterations = 50;
constexpr double kTolerance = 1e-3;  // L1 change, as a share of all scores

constexpr uint32_t kListsBetweenQuestions = 1 << 14;

// Numbers with a point, kept in memory that is there for others.
class Floats {
 public:
  explicit Floats(std::span<uint32_t> bits) : bits_(bits) {}
  [[nodiscard]] float operator[](size_t i) const { return std::bit_cast<float>(bits_[i]); }
  void add(size_t i, float more) const { bits_[i] = std::bit_cast<uint32_t>((*this)[i] + more); }

 private:
  std::span<uint32_t> bits_;
};

// To a mean of 1.
void scale(std::span<float> scores) {
  double sum = 0;
  for (const float score : scores) sum += score;
  if (sum <= 0) return;
  const auto factor = static_cast<float>(static_cast<double>(scores.size()) / sum);
  for (float& score : scores) score *= factor;
}

}  // namespace

Result<void> rank_seen(const SeenGraph& graph, Jumps jumps, std::span<float> scores,
                       const RefreshRoom& room) {
  uint64_t links = 0;
  COCITE_CHECK(graph.for_each_list(
      [&](uint32_t /*page*/, std::span<const uint32_t> children) { links += children.size(); }));
  if (links == 0) return {};
  const bool to_hubs = jumps == Jumps::kToHubs;
  const auto by_link =
      static_cast<float>(kJump * static_cast<double>(scores.size()) / static_cast<double>(links));
  const Floats next(room.scratch.first(scores.size()));
  bool goes_on = true;
  for (int i = 0; i < kMaxIterations && goes_on; ++i) {
    std::ranges::fill(room.scratch, std::bit_cast<uint32_t>(to_hubs ? 0.0F : kJump));
    uint32_t lists = 0;
    COCITE_CHECK(graph.for_each_list([&](uint32_t page, std::span<const uint32_t> children) {
      if (++lists % kListsBetweenQuestions == 0 && room.goes_on) goes_on &= room.goes_on();
      if (children.empty() || !goes_on) return;
      const auto out = static_cast<float>(children.size());
      if (to_hubs) next.add(page, by_link * out);
      const float share = (1 - kJump) * scores[page] / out;
      for (const uint32_t child : children) next.add(child, share);
    }));
    if (!goes_on) break;  // half an iteration does not count
    double change = 0;
    double sum = 0;
    for (size_t page = 0; page < scores.size(); ++page) {
      const float now = next[page];
      change += std::abs(now - scores[page]);
      sum += now;
      scores[page] = now;
    }
    if (change < kTolerance * sum) break;
  }
  scale(scores);
  return {};
}

}  // namespace cocite::crawl

#include "insight/spreading.h"

#include <algorithm>
#include <cmath>

namespace cocite::insight {

void SimilarityGraph::finish() {
  const size_t one_way = pairs_.size();
  pairs_.reserve(one_way * 2);
  for (size_t i = 0; i < one_way; ++i) {
    pairs_.push_back({pairs_[i].other, pairs_[i].one, pairs_[i].weight});
  }
  std::ranges::sort(pairs_, [](const Pair& a, const Pair& b) {
    return a.one != b.one ? a.one < b.one : a.other < b.other;
  });
  for (size_t i = 0; i < pairs_.size();) {
    const Pair& first = pairs_[i];
    float weight = 0;
    size_t next = i;
    for (;
         next < pairs_.size() && pairs_[next].one == first.one && pairs_[next].other == first.other;
         ++next) {
      weight += pairs_[next].weight;
    }
    edges_.push_back({first.other, weight});
    begins_[first.one + 1] = edges_.size();
    i = next;
  }
  for (size_t i = 1; i < begins_.size(); ++i) begins_[i] = std::max(begins_[i], begins_[i - 1]);
  pairs_ = {};
}

void Spreading::set(PageId page, std::span<const uint32_t> labels) {
  is_known_[index(page)] = true;
  for (const uint32_t label : labels) {
    values_[index(page) * labels_ + label] = 1.0F / static_cast<float>(labels.size());
  }
}

Result<void> Spreading::run(Context& context) {
  // Gauss and Seidel: new values are used at once, which halves the rounds.
  constexpr int kMostRounds = 100;
  constexpr double kLittle = 1e-3;  // of a label's share, on the page that changes most
  std::vector<float> sum(labels_);
  for (int round = 0; round < kMostRounds; ++round) {
    double change = 0;
    for (uint64_t page = 0; page < graph_->pages(); ++page) {
      if (page % 65536 == 0) {
        COCITE_CHECK(
            context.tell("spreading labels", static_cast<uint64_t>(round), kMostRounds, "rounds"));
      }
      if (is_known_[page]) continue;
      const auto edges = graph_->of(page);
      if (edges.empty()) continue;
      std::ranges::fill(sum, 0.0F);
      float total = 0;
      for (const SimilarityGraph::Edge& edge : edges) {
        total += edge.weight;
        const float* const other = values_.data() + size_t{edge.to} * labels_;
        for (size_t label = 0; label < labels_; ++label) sum[label] += edge.weight * other[label];
      }
      float* const own = values_.data() + page * labels_;
      for (size_t label = 0; label < labels_; ++label) {
        const float value = sum[label] / total;
        change = std::max(change, std::abs(static_cast<double>(value - own[label])));
        own[label] = value;
      }
    }
    if (change < kLittle) break;
  }
  return {};
}

}  // namespace cocite::insight

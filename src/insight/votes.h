// Which label has most votes?
//
//   Votes votes(labels.names().size());
//   votes.add(labels.of(neighbour), score);
//   votes.best().label, votes.best().probability
//
// A voter's weight is shared by its labels. Pure values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cocite::insight {

class Votes {
 public:
  explicit Votes(size_t labels) : weights_(labels) {}
  void add(std::span<const uint32_t> labels, double weight) {
    if (labels.empty() || !(weight > 0)) return;
    for (const uint32_t label : labels) {
      weights_[label] += weight / static_cast<double>(labels.size());
    }
    total_ += weight;
    ++voters_;
  }
  void clear() {
    std::ranges::fill(weights_, 0);
    total_ = 0;
    voters_ = 0;
  }

  struct Place {
    uint32_t label = 0;
    double probability = 0;
  };
  // The first, or the next best after it; of equals the one that was named first. Nothing without
  // votes.
  [[nodiscard]] std::optional<Place> best(size_t place = 0) const {
    if (!(total_ > 0)) return std::nullopt;
    std::vector<uint32_t> order;
    for (uint32_t label = 0; label < weights_.size(); ++label) {
      if (weights_[label] > 0) order.push_back(label);
    }
    if (place >= order.size()) return std::nullopt;
    std::ranges::stable_sort(order,
                             [&](uint32_t a, uint32_t b) { return weights_[a] > weights_[b]; });
    return Place{order[place], weights_[order[place]] / total_};
  }
  [[nodiscard]] uint64_t voters() const { return voters_; }
  [[nodiscard]] double total() const { return total_; }

 private:
  std::vector<double> weights_;
  double total_ = 0;
  uint64_t voters_ = 0;
};

}  // namespace cocite::insight

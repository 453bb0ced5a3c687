#include "map/leiden.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/hash.h"

namespace cocite::map {
namespace {

constexpr double kGain = 1e-10;  // less is rounding
constexpr uint32_t kNodesBetweenLooks = 1024;

// The weights of a node's ties to each community, without a search.
class Tally {
 public:
  explicit Tally(size_t communities) : weight_(communities) {}
  void add(uint32_t community, double weight) {
    if (weight_[community] == 0) met_.push_back(community);
    weight_[community] += weight;
  }
  [[nodiscard]] double of(uint32_t community) const { return weight_[community]; }
  [[nodiscard]] const std::vector<uint32_t>& met() const { return met_; }
  void clear() {
    for (const uint32_t one : met_) weight_[one] = 0;
    met_.clear();
  }

 private:
  std::vector<double> weight_;
  std::vector<uint32_t> met_;
};

class Level {
 public:
  Level(const Ties& graph, double resolution) : graph_(graph), resolution_(resolution) {
    degree_.resize(graph.nodes());
    for (size_t node = 0; node < degree_.size(); ++node) {
      double sum = graph.own.empty() ? 0 : graph.own[node];
      for (uint64_t i = graph.begins[node]; i < graph.begins[node + 1]; ++i) {
        sum += static_cast<double>(graph.weights[i]);
      }
      degree_[node] = sum;
      all_ += sum;
    }
  }

  [[nodiscard]] double all() const { return all_; }

  // Moves nodes between communities until no move gains; true: one did.
  bool move(std::vector<uint32_t>& community, uint64_t seed, const std::atomic<bool>* stop) const {
    const size_t nodes = graph_.nodes();
    std::vector<double> weight(nodes);
    std::vector<uint32_t> size(nodes);
    for (size_t node = 0; node < nodes; ++node) {
      weight[community[node]] += degree_[node];
      ++size[community[node]];
    }
    std::vector<uint32_t> free;  // numbers of empty communities
    for (uint32_t one = 0; one < nodes; ++one) {
      if (size[one] == 0) free.push_back(one);
    }
    std::vector<uint32_t> queue = shuffled(nodes, seed);
    std::vector<bool> is_queued(nodes, true);
    std::vector<uint32_t> next;
    Tally tally(nodes);
    bool has_moved = false;
    while (!queue.empty() && !is_set(stop)) {
      uint32_t seen = 0;
      for (const uint32_t node : queue) {
        if (++seen % kNodesBetweenLooks == 0 && is_set(stop)) break;
        is_queued[node] = false;
        const uint32_t old = community[node];
        each(node, [&](uint32_t other, double by) { tally.add(community[other], by); });
        weight[old] -= degree_[node];
        --size[old];
        const auto gain = [&](uint32_t one) {
          return tally.of(one) - resolution_ * degree_[node] * weight[one] / all_;
        };
        uint32_t best = old;
        double best_gain = gain(old);
        for (const uint32_t one : tally.met()) {
          const double by = gain(one);
          if (by > best_gain + kGain) {
            best = one;
            best_gain = by;
          }
        }
        if (best_gain < -kGain && size[old] > 0 && !free.empty()) {  // better alone
          best = free.back();
          free.pop_back();
        }
        tally.clear();
        weight[best] += degree_[node];
        ++size[best];
        if (best == old) continue;
        if (size[old] == 0) free.push_back(old);
        has_moved = true;
        community[node] = best;
        each(node, [&](uint32_t other, double) {
          if (is_queued[other] || community[other] == best) return;
          is_queued[other] = true;
          next.push_back(other);
        });
      }
      queue = std::exchange(next, {});
    }
    return has_moved;
  }

  // Cuts communities into well-connected parts: single nodes join the part of their community that gains most. Of no
  // use once it was stopped.
  [[nodiscard]] std::vector<uint32_t> refine(const std::vector<uint32_t>& community, uint64_t seed,
                                             const std::atomic<bool>* stop) const {
    const size_t nodes = graph_.nodes();
    std::vector<uint32_t> part(nodes);
    std::iota(part.begin(), part.end(), 0U);
    std::vector<double> part_weight = degree_;
    std::vector<double> cut(nodes);  // the weight of ties from a part to the rest of its community
    std::vector<double> weight(nodes);
    std::vector<bool> is_alone(nodes, true);
    for (uint32_t node = 0; node < nodes; ++node) {
      if (node % kNodesBetweenLooks == 0 && is_set(stop)) return part;
      weight[community[node]] += degree_[node];
      each(node, [&](uint32_t other, double by) {
        if (community[other] == community[node]) cut[node] += by;
      });
    }
    const auto is_connected = [&](uint32_t one, uint32_t of) {
      const double rest = weight[of] - part_weight[one];
      return cut[one] + kGain >= resolution_ * part_weight[one] * rest / all_;
    };
    Tally tally(nodes);
    uint32_t seen = 0;
    for (const uint32_t node : shuffled(nodes, seed)) {
      if (++seen % kNodesBetweenLooks == 0 && is_set(stop)) return part;
      const uint32_t of = community[node];
      if (!is_alone[node] || !is_connected(node, of)) continue;
      each(node, [&](uint32_t other, double by) {
        if (community[other] == of) tally.add(part[other], by);
      });
      uint32_t best = node;
      double best_gain = 0;
      for (const uint32_t one : tally.met()) {
        if (one == node || !is_connected(one, of)) continue;
        const double by = tally.of(one) - resolution_ * degree_[node] * part_weight[one] / all_;
        if (by > best_gain + kGain) {
          best = one;
          best_gain = by;
        }
      }
      if (best != node) {
        cut[best] += cut[node] - 2 * tally.of(best);
        part_weight[best] += degree_[node];
        part_weight[node] = 0;
        part[node] = best;
        is_alone[best] = is_alone[node] = false;
      }
      tally.clear();
    }
    return part;
  }

  // The graph whose nodes are parts, as far as it got before it was stopped. REQUIRES: numbered from 0.
  [[nodiscard]] Ties joined(const std::vector<uint32_t>& part, uint32_t parts,
                            const std::atomic<bool>* stop) const {
    std::vector<uint64_t> begins(parts + 1);
    for (const uint32_t one : part) ++begins[one + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<uint32_t> members(part.size());
    std::vector<uint64_t> at(begins.begin(), begins.end() - 1);
    for (uint32_t node = 0; node < part.size(); ++node) members[at[part[node]]++] = node;
    Ties next;
    next.begins = {0};
    next.own.resize(parts);
    Tally tally(parts);
    for (uint32_t one = 0; one < parts; ++one) {
      if (one % kNodesBetweenLooks == 0 && is_set(stop)) return next;
      for (uint64_t i = begins[one]; i < begins[one + 1]; ++i) {
        if (!graph_.own.empty()) next.own[one] += graph_.own[members[i]];
        each(members[i], [&](uint32_t other, double by) { tally.add(part[other], by); });
      }
      next.own[one] += tally.of(one);
      for (const uint32_t other : tally.met()) {
        if (other == one) continue;
        next.others.push_back(other);
        next.weights.push_back(static_cast<float>(tally.of(other)));
      }
      tally.clear();
      next.begins.push_back(next.others.size());
    }
    return next;
  }

  [[nodiscard]] double modularity(const std::vector<uint32_t>& community) const {
    if (all_ <= 0) return 0;
    std::vector<double> weight(graph_.nodes());
    double inside = 0;
    for (uint32_t node = 0; node < graph_.nodes(); ++node) {
      weight[community[node]] += degree_[node];
      if (!graph_.own.empty()) inside += graph_.own[node];
      each(node, [&](uint32_t other, double by) {
        if (community[other] == community[node]) inside += by;
      });
    }
    double expected = 0;
    for (const double one : weight) expected += one / all_ * (one / all_);
    return inside / all_ - resolution_ * expected;
  }

 private:
  template <class Use>
  void each(uint32_t node, const Use& use) const {
    for (uint64_t i = graph_.begins[node]; i < graph_.begins[node + 1]; ++i) {
      use(graph_.others[i], static_cast<double>(graph_.weights[i]));
    }
  }
  static bool is_set(const std::atomic<bool>* stop) {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
  // The same everywhere, unlike std::shuffle.
  static std::vector<uint32_t> shuffled(size_t nodes, uint64_t seed) {
    std::vector<uint32_t> order(nodes);
    std::iota(order.begin(), order.end(), 0U);
    for (size_t i = nodes; i > 1; --i) std::swap(order[i - 1], order[mix(seed + i) % i]);
    return order;
  }

  const Ties& graph_;
  double resolution_;
  std::vector<double> degree_;
  double all_ = 0;
};

// One round: from `community` on, down to a graph whose nodes cannot be joined.
bool improve(const Ties& graph, std::vector<uint32_t>& community, const LeidenOptions& options,
             uint64_t seed) {
  bool has_changed = false;
  std::vector<uint32_t> node_of(graph.nodes());  // of the level, for each node of the graph
  std::iota(node_of.begin(), node_of.end(), 0U);
  Ties own;
  std::vector<uint32_t> groups = community;  // of the nodes of the level
  for (uint64_t depth = 0;; ++depth) {
    const Ties& at = depth == 0 ? graph : own;
    const Level level(at, options.resolution);
    if (level.all() <= 0) break;
    has_changed |= level.move(groups, mix(seed) + depth, options.stop);
    for (size_t node = 0; node < community.size(); ++node) community[node] = groups[node_of[node]];
    std::vector<uint32_t> part = level.refine(groups, mix(seed + 1) + depth, options.stop);
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) break;
    const uint32_t parts = renumber(part);
    if (parts == at.nodes()) break;
    std::vector<uint32_t> next(parts);
    std::vector<uint32_t> numbers = groups;
    renumber(numbers);
    for (size_t node = 0; node < part.size(); ++node) next[part[node]] = numbers[node];
    Ties joined = level.joined(part, parts, options.stop);
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) break;
    for (uint32_t& node : node_of) node = part[node];
    groups = std::move(next);
    own = std::move(joined);
  }
  renumber(community);
  return has_changed;
}

}  // namespace

uint32_t renumber(std::vector<uint32_t>& community) {
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  uint32_t largest = 0;
  for (const uint32_t one : community) largest = std::max(largest, one);
  std::vector<uint32_t> numbers(community.empty() ? 0 : size_t{largest} + 1, kNone);
  uint32_t count = 0;
  for (uint32_t& one : community) {
    if (numbers[one] == kNone) numbers[one] = count++;
    one = numbers[one];
  }
  return count;
}

double modularity(const Ties& graph, const std::vector<uint32_t>& community, double resolution) {
  return Level(graph, resolution).modularity(community);
}

Partition leiden(const Ties& graph, const LeidenOptions& options) {
  Partition best;
  best.community.resize(graph.nodes());
  std::iota(best.community.begin(), best.community.end(), 0U);
  best.modularity = modularity(graph, best.community, options.resolution);
  for (unsigned round = 0; round < options.rounds; ++round) {
    std::vector<uint32_t> community = best.community;
    const bool has_changed = improve(graph, community, options, mix(options.seed + round));
    best.is_stopped = options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
    if (best.is_stopped) break;
    const double found = modularity(graph, community, options.resolution);
    if (options.progress) options.progress(round + 1, found);
    const bool is_better = found > best.modularity + 1e-7;
    if (found > best.modularity) {
      best.modularity = found;
      best.community = std::move(community);
    }
    if (!has_changed || !is_better) break;
  }
  best.communities = renumber(best.community);
  return best;
}

}  // namespace cocite::map

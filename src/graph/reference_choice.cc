#include "graph/reference_choice.h"

namespace cocite::graph {
namespace {

constexpr size_t kBeam = 4;  // 8: 1 % fewer bits, packing takes a quarter longer

// The chain lengths of the last kWindow lists, three bits each, the latest lowest: two for the
// length and one that stays 0, so that all can be compared at once.
using Chains = uint32_t;
constexpr unsigned kChainBits = 3;
constexpr Chains kAll = (Chains{1} << (kChainBits * kWindow)) - 1;
constexpr Chains kSpare = 0x924924 & kAll;
static_assert(kMaxChain < 4 && kWindow * kChainBits < 32 && (kSpare & 7U) == 4);

constexpr Chains chain_of(Chains chains, unsigned r) {
  return (chains >> (kChainBits * (r - 1))) & 3U;
}
// No chain of a is longer than that of b.
constexpr bool is_shorter_everywhere(Chains a, Chains b) {
  return (((b | kSpare) - a) & kSpare) == kSpare;
}

// One way to choose for all lists so far.
struct Way {
  float cost = 0;  // above that of the cheapest
  Chains chains = 0;
  uint8_t before = 0;  // the way it continues
  uint8_t reference = 0;
};

// The best ways, cheapest first, none of them worse in everything than another.
class Beam {
 public:
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] const Way& operator[](size_t i) const { return ways_[i]; }
  [[nodiscard]] bool has_room_for(float cost) const {
    return size_ < kBeam || cost <= ways_[size_ - 1].cost;
  }
  void add(const Way& way) {
    size_t at = 0;
    for (; at < size_ && !is_before(way, ways_[at]); ++at) {
      if (is_shorter_everywhere(ways_[at].chains, way.chains)) return;
    }
    if (at == kBeam) return;
    size_t kept = at;
    for (size_t i = at; i < size_; ++i) {
      if (!is_shorter_everywhere(way.chains, ways_[i].chains)) ways_[kept++] = ways_[i];
    }
    size_ = std::min(kept + 1, kBeam);
    for (size_t i = size_ - 1; i > at; --i) ways_[i] = ways_[i - 1];
    ways_[at] = way;
  }
  // All ways go on alike: the next list has no reference.
  void add_no_reference() {
    for (size_t i = 0; i < size_; ++i) {
      ways_[i].chains = ways_[i].chains << kChainBits & kAll;
      ways_[i].before = static_cast<uint8_t>(i);
      ways_[i].reference = 0;
    }
  }
  // Costs count from the cheapest on, so that they keep their precision.
  void level() {
    for (size_t i = size_; i-- > 0;) ways_[i].cost -= ways_[0].cost;
  }
  void clear() { size_ = 0; }

 private:
  static bool is_before(const Way& a, const Way& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.chains < b.chains;
  }

  std::array<Way, kBeam + 1> ways_;
  size_t size_ = 0;
};

}  // namespace

std::vector<uint8_t> choose_references(const std::vector<ReferenceCosts>& costs) {
  struct Step {
    std::array<uint8_t, kBeam> before;
    std::array<uint8_t, kBeam> reference;
  };
  std::vector<Step> steps(costs.size());
  Beam now;
  Beam next;
  now.add({});
  for (size_t i = 0; i < costs.size(); ++i) {
    // Most lists have none that is worth it, which is seen in all costs at once.
    bool is_alone = true;
    for (unsigned r = 1; r <= kWindow; ++r) is_alone &= costs[i][r] >= costs[i][0];
    // References that are worth it, best first: the beam fills with good ones early.
    std::array<uint8_t, kWindow + 1> order{};
    size_t count = 0;
    for (unsigned r = 0; r <= kWindow && r <= i && !is_alone; ++r) {
      if (r > 0 && costs[i][r] >= costs[i][0]) continue;
      size_t at = count++;
      for (; at > 0 && costs[i][r] < costs[i][order[at - 1]]; --at) order[at] = order[at - 1];
      order[at] = static_cast<uint8_t>(r);
    }
    if (count <= 1) {
      now.add_no_reference();
    } else {
      next.clear();
      for (size_t w = 0; w < now.size(); ++w) {
        if (!next.has_room_for(now[w].cost + costs[i][order[0]])) break;
        for (size_t k = 0; k < count; ++k) {
          const unsigned r = order[k];
          const float cost = now[w].cost + costs[i][r];
          if (!next.has_room_for(cost)) break;
          const Chains chain = r == 0 ? 0 : chain_of(now[w].chains, r) + 1;
          if (chain > kMaxChain) continue;
          next.add({.cost = cost,
                    .chains = (now[w].chains << kChainBits | chain) & kAll,
                    .before = static_cast<uint8_t>(w),
                    .reference = order[k]});
        }
      }
      next.level();
      std::swap(now, next);
    }
    for (size_t w = 0; w < now.size(); ++w) {
      steps[i].before[w] = now[w].before;
      steps[i].reference[w] = now[w].reference;
    }
  }
  std::vector<uint8_t> choice(costs.size());
  size_t way = 0;
  for (size_t i = costs.size(); i-- > 0;) {
    choice[i] = steps[i].reference[way];
    way = steps[i].before[way];
  }
  return choice;
}

}  // namespace cocite::graph

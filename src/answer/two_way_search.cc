#include "answer/two_way_search.h"

#include <algorithm>

namespace cocite::answer {

TwoWaySearch::TwoWaySearch(TwoWayRules rules, Budget* budget)
    : rules_(std::move(rules)), budget_(budget) {
  buffer_.budget = budget;
  from_.distance[rules_.from] = 0;
  from_.layers = {{rules_.from}};
  to_.distance[rules_.to] = 0;
  to_.layers = {{rules_.to}};
}

// use(neighbour, is_back) for each that may be gone to; is_back: by a link that leads here. False: the budget is spent.
template <class Use>
Result<bool> TwoWaySearch::each_neighbour(PageId page, bool forward, const Use& use) {
  const auto read = [&](const graph::PackedLinks& links, bool is_out) -> Result<bool> {
    const auto list = links.list(page, buffer_);
    if (!list && list.error().code == ErrorCode::kBusy) return false;
    COCITE_CHECK(list);
    if (is_spent_after(budget_, list->size() + 1)) return false;
    for (const PageId other : *list) {
      if (rules_.may_follow) {
        COCITE_TRY(const bool may,
                   is_out ? rules_.may_follow(page, other) : rules_.may_follow(other, page));
        if (!may) continue;
      }
      use(other);
    }
    return true;
  };
  if (forward || rules_.undirected) {
    COCITE_TRY(const bool is_read, read(*rules_.out, true));
    if (!is_read) return false;
  }
  if (!forward || rules_.undirected) {
    COCITE_TRY(const bool is_read, read(*rules_.in, false));
    if (!is_read) return false;
  }
  return true;
}

Result<bool> TwoWaySearch::is_hub(PageId page) {
  if (rules_.hub_links == 0 || page == rules_.from || page == rules_.to) return false;
  COCITE_TRY(const uint32_t out, rules_.out->degree(page));
  COCITE_TRY(const uint32_t in, rules_.in->degree(page));
  return uint64_t{out} + in >= rules_.hub_links;
}

Result<uint64_t> TwoWaySearch::cost_of(const Side& side, bool forward) {
  const std::vector<PageId>& layer = side.layers.back();
  std::vector<uint32_t> degrees(layer.size());
  uint64_t sum = layer.size();
  if (forward || rules_.undirected) {
    COCITE_CHECK(rules_.out->degrees(layer, degrees));
    for (const uint32_t degree : degrees) sum += degree;
  }
  if (!forward || rules_.undirected) {
    COCITE_CHECK(rules_.in->degrees(layer, degrees));
    for (const uint32_t degree : degrees) sum += degree;
  }
  return sum;
}

Result<bool> TwoWaySearch::expand(Side& side, const Side& other, bool forward) {
  const auto distance = static_cast<uint32_t>(side.layers.size());
  std::vector<PageId> fresh;
  for (const PageId page : side.layers.back()) {
    COCITE_TRY(const bool is_read, each_neighbour(page, forward, [&](PageId neighbour) {
                 if (side.distance.contains(neighbour)) return;
                 side.distance[neighbour] = distance;
                 fresh.push_back(neighbour);
               }));
    if (!is_read) return false;
  }
  if (rules_.hub_links != 0) {
    std::vector<PageId> passed;
    for (const PageId page : fresh) {
      COCITE_TRY(const bool stops, is_hub(page));
      if (!stops) passed.push_back(page);
    }
    // Known, so that they are not looked at again, but nothing leads over them.
    fresh = std::move(passed);
  }
  for (const PageId page : fresh) {
    if (other.distance.contains(page)) meeting_.push_back(page);
  }
  if (fresh.empty()) {
    side.is_all = true;
  } else {
    side.layers.push_back(std::move(fresh));
  }
  return true;
}

Result<bool> TwoWaySearch::run() {
  if (rules_.from == rules_.to) {
    nodes_ = {{Node{.page = rules_.from}}};
    return true;
  }
  while (meeting_.empty()) {
    if (from_.is_all || to_.is_all) return true;
    if (rules_.max_length != 0 && from_.length() + to_.length() >= rules_.max_length) return true;
    COCITE_TRY(const uint64_t forward_cost, cost_of(from_, true));
    COCITE_TRY(const uint64_t backward_cost, cost_of(to_, false));
    COCITE_TRY(const bool is_known, forward_cost <= backward_cost ? expand(from_, to_, true)
                                                                  : expand(to_, from_, false));
    if (!is_known) return false;
  }
  return trace();
}

// From the middle to one end: of the layer before, the pages that lead to wanted ones.
Result<bool> TwoWaySearch::trace_side(const Side& side, bool forward) {
  const uint64_t all = from_.length() + to_.length();
  related::PageSet wanted;
  for (const PageId page : meeting_) wanted[page];
  for (uint64_t distance = side.length(); distance-- > 0;) {
    related::PageSet leading;
    auto& steps = steps_[forward ? distance : all - distance - 1];
    for (const PageId page : side.layers[distance]) {
      const size_t known = steps.size();
      COCITE_TRY(
          const bool is_read, each_neighbour(page, forward, [&](PageId neighbour) {
            if (!wanted.contains(neighbour)) return;
            steps.push_back(forward ? std::pair(page, neighbour) : std::pair(neighbour, page));
          }));
      if (!is_read) return false;
      if (steps.size() > known) leading[page];
    }
    wanted = std::move(leading);
    auto& layer = wanted_[forward ? distance : all - distance];
    layer.assign(wanted.pages().begin(), wanted.pages().end());
  }
  return true;
}

Result<bool> TwoWaySearch::trace() {
  const uint64_t all = from_.length() + to_.length();
  wanted_.resize(all + 1);
  steps_.resize(all);
  wanted_[from_.length()] = meeting_;
  COCITE_TRY(const bool is_from_known, trace_side(from_, true));
  if (!is_from_known) return false;
  COCITE_TRY(const bool is_to_known, trace_side(to_, false));
  if (!is_to_known) return false;
  COCITE_CHECK(build());
  return true;
}

Result<void> TwoWaySearch::build() {
  nodes_.resize(wanted_.size());
  related::PageMap<uint32_t> before;
  for (size_t distance = 0; distance < wanted_.size(); ++distance) {
    std::vector<PageId>& layer = wanted_[distance];
    std::ranges::sort(layer);
    related::PageMap<uint32_t> places;
    for (const PageId page : layer) {
      places[page] = static_cast<uint32_t>(nodes_[distance].size());
      COCITE_TRY(const uint32_t out, rules_.out->degree(page));
      COCITE_TRY(const uint32_t in, rules_.in->degree(page));
      nodes_[distance].push_back({.page = page, .links = uint64_t{out} + in});
    }
    if (distance > 0) {
      for (const auto& [one, other] : steps_[distance - 1]) {
        nodes_[distance][*places.find(other)].before.push_back(*before.find(one));
      }
      for (Node& node : nodes_[distance]) {
        // Two pages that link to each other are one step of an undirected path.
        std::ranges::sort(node.before);
        node.before.erase(std::unique(node.before.begin(), node.before.end()), node.before.end());
      }
    }
    before = std::move(places);
  }
  return {};
}

}  // namespace cocite::answer

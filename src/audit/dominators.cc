#include "audit/dominators.h"

#include <algorithm>
#include <utility>

namespace cocite::audit {
namespace {

// Pages that home pages lead to, each before all pages that only follow it: depth first, backwards.
Result<std::vector<uint32_t>> reverse_postorder(const OwnLinks& links,
                                                std::span<const uint32_t> homes, Budget* budget) {
  std::vector<uint32_t> order;
  std::vector<bool> is_seen(links.out_offsets.size() - 1);
  std::vector<std::pair<uint32_t, size_t>> way;  // page, which of its links is next
  for (const uint32_t home : homes) {
    if (is_seen[home]) continue;
    is_seen[home] = true;
    way.emplace_back(home, 0);
    while (!way.empty()) {
      if (is_spent_after(budget, 1)) return fail(ErrorCode::kCancelled, "stopped");
      auto& [page, next] = way.back();
      const auto children = links.children(page);
      while (next < children.size() && is_seen[children[next]]) ++next;
      if (next == children.size()) {
        order.push_back(page);
        way.pop_back();
        continue;
      }
      const uint32_t child = children[next++];
      is_seen[child] = true;
      way.emplace_back(child, 0);
    }
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace

Result<std::vector<uint32_t>> dominators_of(const OwnLinks& links, std::span<const uint32_t> homes,
                                            Budget* budget) {
  const size_t pages = links.out_offsets.size() - 1;
  COCITE_TRY(const std::vector<uint32_t> order, reverse_postorder(links, homes, budget));
  // By place in the order, from 1 on: 0 is the root before all home pages.
  std::vector<uint32_t> place(pages, kNone);
  for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i + 1;
  std::vector<uint32_t> before(order.size() + 1, kNone);
  before[0] = 0;
  for (const uint32_t home : homes) before[place[home]] = 0;
  const auto common = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (a > b) a = before[a];
      while (b > a) b = before[b];
    }
    return a;
  };
  std::vector<bool> is_home(order.size() + 1);
  for (const uint32_t home : homes) is_home[place[home]] = true;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 1; i <= order.size(); ++i) {
      if (is_home[i]) continue;
      const auto parents = links.parents(order[i - 1]);
      if (is_spent_after(budget, parents.size() + 1)) {
        return fail(ErrorCode::kCancelled, "stopped");
      }
      uint32_t best = kNone;
      for (const uint32_t parent : parents) {
        const uint32_t at = place[parent];
        if (at == kNone || before[at] == kNone) continue;
        best = best == kNone ? at : common(at, best);
      }
      if (best == before[i]) continue;
      before[i] = best;
      has_changed = true;
    }
  }
  std::vector<uint32_t> dominators(pages, kNone);
  for (uint32_t i = 1; i <= order.size(); ++i) {
    if (before[i] != 0) dominators[order[i - 1]] = order[before[i] - 1];
  }
  return dominators;
}

}  // namespace cocite::audit

#include "related/near_duplicates.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <tuple>

#include "base/hash.h"

namespace cocite::related {
namespace {

// For the budget: a census of a pair, and a lookup of a child in a table, cost as much as this many
// links.
constexpr uint64_t kStepsAPair = 16;
constexpr uint64_t kStepsAChild = 4;

// Both rising. Stops as soon as too many are missing.
bool share_enough(std::span<const PageId> a, std::span<const PageId> b) {
  const uint64_t wanted = least_shared(std::max(a.size(), b.size()));
  if (std::min(a.size(), b.size()) < wanted) return false;
  uint64_t shared = 0;
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (shared + std::min(a.size() - i, b.size() - j) < wanted) return false;
    if (a[i] == b[j]) {
      ++shared;
      ++i;
      ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return shared >= wanted;
}

}  // namespace

bool are_near_duplicates(std::span<const PageId> a, std::span<const PageId> b) {
  if (a.size() <= kFewChildren || b.size() <= kFewChildren) return false;
  const uint64_t wanted = least_shared(std::max(a.size(), b.size()));
  if (std::min(a.size(), b.size()) < wanted) return false;
  std::vector<PageId> sorted_a(a.begin(), a.end());
  std::vector<PageId> sorted_b(b.begin(), b.end());
  std::ranges::sort(sorted_a);
  std::ranges::sort(sorted_b);
  return share_enough(sorted_a, sorted_b);
}

bool NearDuplicates::are_alike(Candidate& a, Candidate& b) {
  if (std::min(a.size, b.size) < least_shared(std::max(a.size, b.size))) return false;
  for (Candidate* candidate : {&a, &b}) {
    const std::span<PageId> children = children_of(*candidate);
    if (!candidate->is_sorted && !std::ranges::is_sorted(children)) std::ranges::sort(children);
    candidate->is_sorted = true;
  }
  return share_enough(children_of(a), children_of(b));
}

void NearDuplicates::join_equal(UnionFind& groups) {
  const auto set_of = [](const Candidate& candidate) {
    return std::tuple(candidate.hash, candidate.size, candidate.page);
  };
  std::ranges::sort(candidates_, std::less(), set_of);
  size_t kept = 0;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    Candidate& candidate = candidates_[i];
    if (is_spent_after(budget_, candidate.size)) break;
    if (i > 0) {
      Candidate& before = candidates_[kept - 1];
      if (before.hash == candidate.hash && before.size == candidate.size) {
        // In the same order, mostly, so that nothing has to be sorted.
        if (std::ranges::equal(children_of(before), children_of(candidate)) ||
            are_alike(before, candidate)) {
          groups.join(before.page, candidate.page);
          // What is like the one is like the other where they are the same.
          if (std::ranges::equal(children_of(before), children_of(candidate))) continue;
        }
      }
    }
    candidates_[kept++] = candidate;
  }
  candidates_.resize(kept);
}

void NearDuplicates::join_similar(UnionFind& groups) {
  // The smallest list that may be like one of another size: 19 children, of 20.
  constexpr uint32_t kLeast = 19;
  std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.size < kLeast; });
  if (candidates_.size() < 2) return;
  std::ranges::sort(candidates_, {}, &Candidate::size);
  if (count_pairs() <= few_pairs_) {
    join_by_census(groups);
  } else {
    join_by_rarest(groups);
  }
}

uint64_t NearDuplicates::count_pairs() const {
  uint64_t pairs = 0;
  size_t first = 0;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    while (candidates_[first].size < least_shared(candidates_[i].size)) ++first;
    pairs += i - first;
  }
  return pairs;
}

void NearDuplicates::join_by_census(UnionFind& groups) {
  censuses_.assign(candidates_.size(), {});
  last_with_.reset(uint64_t{index(std::ranges::max(children_))} + 1);
  for (size_t i = 0; i < candidates_.size(); ++i) {
    if (is_spent_after(budget_, candidates_[i].size)) return;
    for (const PageId child : children_of(candidates_[i])) {
      ++censuses_[i][mix(index(child)) % censuses_[i].size()];
    }
  }
  size_t first = 0;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    const uint32_t size = candidates_[i].size;
    const uint64_t wanted = least_shared(size);
    while (candidates_[first].size < wanted) ++first;
    bool is_marked = false;
    if (is_spent_after(budget_, kStepsAPair * (i - first))) return;
    for (size_t k = first; k < i; ++k) {
      int32_t apart = 0;
      for (size_t c = 0; c < censuses_[i].size(); ++c) {
        apart += std::abs(censuses_[i][c] - censuses_[k][c]);
      }
      // The number of children, of both together, that are not shared.
      if (static_cast<uint64_t>(apart) > size + candidates_[k].size - 2 * wanted) continue;
      if (groups.find(candidates_[i].page) == groups.find(candidates_[k].page)) continue;
      const auto mark = static_cast<uint32_t>(i + 1);
      if (!is_marked) {
        for (const PageId child : children_of(candidates_[i])) last_with_[child] = mark;
      }
      is_marked = true;
      if (is_spent_after(budget_, candidates_[k].size)) return;
      const auto shared = std::ranges::count_if(
          children_of(candidates_[k]), [&](PageId child) { return last_with_.of(child) == mark; });
      if (static_cast<uint64_t>(shared) >= wanted) {
        groups.join(candidates_[i].page, candidates_[k].page);
      }
    }
  }
}

void NearDuplicates::join_by_rarest(UnionFind& groups) {
  counts_.clear();
  meetings_.clear();
  for (const Candidate& candidate : candidates_) {
    if (is_spent_after(budget_, kStepsAChild * candidate.size)) return;
    for (const PageId child : children_of(candidate)) ++counts_[child];
  }
  for (uint32_t c = 0; c < candidates_.size(); ++c) {
    const Candidate& candidate = candidates_[c];
    const uint64_t prefix = candidate.size - least_shared(candidate.size) + 1;
    if (is_spent_after(budget_, kStepsAChild * candidate.size)) return;
    by_rarity_.clear();
    for (const PageId child : children_of(candidate)) {
      by_rarity_.emplace_back(*counts_.find(child), child);
    }
    std::nth_element(by_rarity_.begin(), by_rarity_.begin() + static_cast<ptrdiff_t>(prefix - 1),
                     by_rarity_.end());
    for (size_t i = 0; i < prefix; ++i) {
      // A child that no other page has cannot be shared.
      if (by_rarity_[i].first > 1) meetings_.emplace_back(by_rarity_[i].second, c);
    }
  }
  std::ranges::sort(meetings_);
  // Pages that share a child, in groups: a page that is similar to one of a group is not compared
  // with others of it. So thousands of copies cost thousands of comparisons, not all pairs.
  std::vector<std::vector<uint32_t>> met;
  // Two long lists, such as hosts have, meet at hundreds of children: they are compared at the first
  // only. A bit a pair says which are not alike, where there are not too many pairs.
  constexpr uint64_t kMostPairs = uint64_t{1} << 25U;
  const uint64_t count = candidates_.size();
  std::vector<bool> are_apart(count * count <= kMostPairs ? count * count : 0);
  for (size_t begin = 0; begin < meetings_.size();) {
    size_t end = begin + 1;
    while (end < meetings_.size() && meetings_[end].first == meetings_[begin].first) ++end;
    met.clear();
    for (size_t i = begin; end - begin > 1 && i < end; ++i) {
      Candidate& one = candidates_[meetings_[i].second];
      const auto is_like = [&](uint32_t member) {
        Candidate& other = candidates_[member];
        if (groups.find(one.page) == groups.find(other.page)) return true;
        const uint64_t pair = meetings_[i].second * count + member;
        if (!are_apart.empty() && are_apart[pair]) return false;
        // Once the budget is spent, no more are alike.
        if (is_spent_after(budget_, one.size + other.size) || !are_alike(one, other)) {
          if (!are_apart.empty()) are_apart[pair] = true;
          return false;
        }
        groups.join(one.page, other.page);
        return true;
      };
      std::vector<uint32_t> own;
      size_t kept = 0;
      for (size_t k = 0; k < met.size(); ++k) {
        if (std::ranges::none_of(met[k], is_like)) {
          std::swap(met[kept++], met[k]);
        } else if (own.empty()) {
          own.swap(met[k]);
        } else {
          own.insert(own.end(), met[k].begin(), met[k].end());
        }
      }
      met.resize(kept);
      own.push_back(meetings_[i].second);
      met.push_back(std::move(own));
    }
    begin = end;
    if (budget_ != nullptr && budget_->was_spent()) return;
  }
}

void NearDuplicates::join(std::span<const PageId> pages, const LinkArena& children,
                          UnionFind& groups, Budget* budget) {
  budget_ = budget;
  candidates_.clear();
  children_.clear();
  for (uint32_t i = 0; i < pages.size(); ++i) {
    const auto list = children.list(pages[i]);
    if (list.size() <= kFewChildren) continue;
    uint64_t hash = 0;
    if (is_spent_after(budget, list.size())) return;
    for (const PageId child : list) hash += mix(index(child));
    candidates_.push_back({.page = i,
                           .begin = static_cast<uint32_t>(children_.size()),
                           .size = static_cast<uint32_t>(list.size()),
                           .hash = hash});
    children_.insert(children_.end(), list.begin(), list.end());
  }
  if (candidates_.size() < 2) return;
  join_equal(groups);
  join_similar(groups);
}

}  // namespace cocite::related

// Which of these pages are copies of each other, or nearly?
//
//   UnionFind groups(pages.size());
//   NearDuplicates finder;                                   // one per thread, reused
//   finder.join(pages, children, groups);                    // joins i and j where pages i and j are
//
// Near-duplicates have more than 10 children each and share 95 % of the larger list. Equal lists are
// found by a hash, and short lists (95 % of fewer than 20 is all) in no other way. Of the rest:
//
// - Few pages: each is compared with those of nearly its size, first by how many children they have
//   in each of 32 classes. Where these numbers differ by more than the lists may, nothing else is
//   looked at: that is all but the near-duplicates.
// - Many: two lists that share that much share one of the few rarest children of each (the "prefix" of
//   the set-join literature), so only pages that meet there are compared.
//
// Both are exact. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/ids.h"
#include "related/link_arena.h"
#include "related/page_map.h"
#include "related/page_numbers.h"
#include "related/union_find.h"

namespace cocite::related {

inline constexpr size_t kFewChildren = 10;

// How many children two pages must share when the longer list has `longer`.
[[nodiscard]] constexpr uint64_t least_shared(uint64_t longer) {
  return (19 * longer + 19) / 20;
}

// The two lists in any order.
[[nodiscard]] bool are_near_duplicates(std::span<const PageId> a, std::span<const PageId> b);

class NearDuplicates {
 public:
  // With more pairs of nearly the same size than this, pages are compared where they meet.
  static constexpr uint64_t kFewPairs = uint64_t{1} << 22U;
  explicit NearDuplicates(uint64_t few_pairs = kFewPairs) : few_pairs_(few_pairs) {}

  // Once the budget is spent, no more pages are joined. REQUIRES: pages are distinct and their lists
  // in `children`; groups as many as pages.
  void join(std::span<const PageId> pages, const LinkArena& children, UnionFind& groups,
            Budget* budget = nullptr);

 private:
  struct Candidate {
    uint32_t page;   // which of the pages
    uint32_t begin;  // its children, in children_
    uint32_t size;
    uint64_t hash;  // of the children as a set
    bool is_sorted = false;
  };
  // How many children are in each of 32 classes.
  using Census = std::array<int32_t, 32>;

  void join_equal(UnionFind& groups);
  void join_similar(UnionFind& groups);
  // Pairs of nearly the same size; REQUIRES: candidates_ by size.
  [[nodiscard]] uint64_t count_pairs() const;
  void join_by_census(UnionFind& groups);
  void join_by_rarest(UnionFind& groups);
  // Sorts both lists first, where that was not done yet.
  [[nodiscard]] bool are_alike(Candidate& a, Candidate& b);
  [[nodiscard]] std::span<PageId> children_of(const Candidate& candidate) {
    return std::span(children_).subspan(candidate.begin, candidate.size);
  }

  uint64_t few_pairs_;
  Budget* budget_ = nullptr;  // of join()
  std::vector<Candidate> candidates_;
  std::vector<PageId> children_;
  std::vector<Census> censuses_;
  PageNumbers last_with_;  // of children: 1 + the last candidate that has it and was compared
  PageMap<uint32_t> counts_;
  std::vector<std::pair<uint32_t, PageId>> by_rarity_;
  std::vector<std::pair<PageId, uint32_t>> meetings_;  // a rare child, and which candidate has it
};

}  // namespace cocite::related

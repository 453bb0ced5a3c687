// Which of these pages are copies of each other, or nearly?
//
//   UnionFind groups(pages.size());
//   NearDuplicates finder;                                   // one per thread, reused
//   finder.join(pages, children, groups);                    // joins i and j where pages i and j
//   are
//
// Near-duplicates have more than 10 children each and share 95 % of the larger list. Comparing
// every page with every other would be quadratic. Two lists that share so much share one of the few
// rarest children of each (the "prefix" of the set-join literature), so only pages that meet in one
// of these lists of rare children are compared: the result is exact. Equal lists are found by a
// hash before, and short lists (95 % of fewer than 20 is all) in no other way. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "related/link_arena.h"
#include "related/page_map.h"
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
  // REQUIRES: pages are distinct and their lists in `children`; groups as many as pages.
  void join(std::span<const PageId> pages, const LinkArena& children, UnionFind& groups);

 private:
  struct Candidate {
    uint32_t page;   // which of the pages
    uint32_t begin;  // its children, in children_
    uint32_t size;
    uint64_t hash;  // of the children as a set
    bool is_sorted = false;
  };
  void join_equal(UnionFind& groups);
  void join_similar(UnionFind& groups);
  // Sorts both lists first, where that was not done yet.
  [[nodiscard]] bool are_alike(Candidate& a, Candidate& b);
  [[nodiscard]] std::span<PageId> children_of(const Candidate& candidate) {
    return std::span(children_).subspan(candidate.begin, candidate.size);
  }

  std::vector<Candidate> candidates_;
  std::vector<PageId> children_;
  PageMap<uint32_t> counts_;
  std::vector<std::pair<uint32_t, PageId>> by_rarity_;
  std::vector<std::pair<PageId, uint32_t>> meetings_;  // a rare child, and which candidate has it
};

}  // namespace cocite::related

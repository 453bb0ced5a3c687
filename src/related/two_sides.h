// The data of Extended Cocitation and LLI for a page: its neighbours on its parents, and the other
// parents of its children, each with the merged parents or children that are shared.
//
//   TwoSides sides;                                  // one per thread, reused
//   COCITE_CHECK(sides.gather(query, page));
//   sides.back().groups_of(i)                        // merged parents that have page i as a child
//
// Back: parents P(u,B), merged where on one host or near-duplicate; BS is the union of W(x,u,BF).
// Forward: the first F children of u, merged likewise; FS is, for each child, its FB parents with
// the highest in-degree that are not u, not on u's host and no near-duplicates of u. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/link_arena.h"
#include "related/method.h"
#include "related/near_duplicates.h"
#include "related/page_map.h"
#include "related/sampled_parents.h"
#include "related/union_find.h"
#include "related/vicinity.h"

namespace cocite::related {

inline constexpr std::array<ParameterInfo, 4> kTwoSidesParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "200", "parents of the page that are looked at"},
    ParameterInfo{"BF", ParameterKind::kCount, "40",
                  "links around the one to the page, per parent"},
    ParameterInfo{"F", ParameterKind::kCount, "40",
                  "first children of the page that are looked at"},
    ParameterInfo{"FB", ParameterKind::kCount, "200", "most linked parents per child"},
};

// One side: pages, and for each the merged neighbours that have it as a child (or parent).
struct OneSide {
  std::vector<PageId> pages;                 // BS or FS
  std::vector<std::vector<PageId>> members;  // of each merged neighbour; the shown one first
  std::vector<std::pair<uint32_t, uint32_t>> links;  // (page, merged neighbour), rising, distinct
  std::vector<uint32_t> offsets;                     // of each page in `links`

  [[nodiscard]] size_t groups() const { return members.size(); }
  [[nodiscard]] uint32_t count(size_t page) const { return offsets[page + 1] - offsets[page]; }
  [[nodiscard]] std::span<const std::pair<uint32_t, uint32_t>> groups_of(size_t page) const {
    return std::span(links).subspan(offsets[page], count(page));
  }
};

class TwoSides {
 public:
  // Several query pages: one after the other; `query` is for its settings.
  [[nodiscard]] Result<void> gather(const Query& query, PageId page);
  [[nodiscard]] const OneSide& back() const { return back_; }
  [[nodiscard]] const OneSide& forward() const { return forward_; }
  // Whether some page has two merged parents, or two merged children, for it.
  [[nodiscard]] bool is_sufficient() const;

 private:
  [[nodiscard]] Result<void> gather_back(const Query& query, PageId page);
  [[nodiscard]] Result<void> gather_forward(const Query& query, PageId page);
  // Which of the pages in places_ link to children with very many parents.
  [[nodiscard]] Result<void> connect_popular(const Query& query);
  // Merges `pages`, whose children are in children_, into side.members and groups_of_page_.
  [[nodiscard]] Result<void> merge(const Query& query, std::span<const PageId> pages,
                                   OneSide& side);
  // Adds to side.links what the lists of `pages` say of places_ (the pages of the side), and brings
  // them in order.
  void connect(std::span<const PageId> pages, const LinkArena& lists, OneSide& side);

  LinkArena children_;
  LinkArena parents_;
  SampledParents sample_;
  NearDuplicates near_duplicates_;
  MostLinked most_linked_;
  UnionFind groups_;
  std::vector<uint32_t> group_of_page_;  // of each of the pages that were merged
  PageMap<uint32_t> places_;             // of a page of BS or FS
  std::vector<PageId> pages_;
  std::vector<uint32_t> degrees_;
  PageMap<uint32_t> popular_;  // children with very many parents, and which of pages_ they are
  OneSide back_;
  OneSide forward_;
};

}  // namespace cocite::related

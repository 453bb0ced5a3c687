// The vicinity of a page: its parents, their links near it, its children, and their other
// parents.
//
//   Vicinity vicinity;                                     // one per thread, reused
//   COCITE_CHECK(vicinity.gather(query, room.children));   // nodes: vicinity.pages()
//
// Nodes: u; P(u,B); for each such parent x, W(x,u,BF); the first F children of u; for each such
// child, its FB parents other than u with the highest in-degree. No stopped page. For several query
// pages the union of theirs. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/link_arena.h"
#include "related/method.h"
#include "related/page_map.h"

namespace cocite::related {

// The bounds of a vicinity as parameters; every method that has one declares these.
inline constexpr ParameterInfo kVicinityB = {"B", ParameterKind::kCount, "2000",
                                             "parents of the page that are looked at"};
inline constexpr ParameterInfo kVicinityBF = {"BF", ParameterKind::kCount, "8",
                                              "links around the one to the page, per parent"};
inline constexpr ParameterInfo kVicinityF = {"F", ParameterKind::kCount, "200",
                                             "first children of the page that are looked at"};
inline constexpr ParameterInfo kVicinityFB = {"FB", ParameterKind::kCount, "8",
                                              "most linked parents per child"};

// The parents that are linked most.
class MostLinked {
 public:
  // Of `parents`, the `most` with the highest in-degree (ties: by key) of which `may_be(parent)`,
  // a Result<bool>, is true. Valid until the next call.
  template <class MayBe>
  [[nodiscard]] Result<std::span<const PageId>> of(const Web& web, std::span<const PageId> parents,
                                                   uint64_t most, const MayBe& may_be) {
    chosen_.clear();
    if (parents.size() <= most) {
      for (const PageId parent : parents) {
        COCITE_TRY(const bool is_wanted, may_be(parent));
        if (is_wanted) chosen_.push_back(parent);
      }
      return std::span<const PageId>(chosen_);
    }
    COCITE_CHECK(rank(web, parents));
    // Asking may_be() can be dear; so only the first ones are asked, as many as it takes.
    for (size_t i = 0; i < ranked_.size() && chosen_.size() < most; ++i) {
      if (i == sorted_) sort_more(most);
      COCITE_TRY(const bool is_wanted, may_be(ranked_[i].second));
      if (is_wanted) chosen_.push_back(ranked_[i].second);
    }
    return std::span<const PageId>(chosen_);
  }
  // The same of all parents of a page. REQUIRES: it has a sample.
  template <class MayBe>
  [[nodiscard]] Result<std::span<const PageId>> of_sample(const Query& query, PageId page,
                                                          uint64_t most, const MayBe& may_be) {
    COCITE_TRY(const auto sample, query.web->parent_samples().of(*query.web, page, query.seed));
    chosen_.clear();
    for (size_t i = 0; sample && i < sample->most_linked.size() && chosen_.size() < most; ++i) {
      COCITE_TRY(const bool is_wanted, may_be(sample->most_linked[i]));
      if (is_wanted) chosen_.push_back(sample->most_linked[i]);
    }
    if (chosen_.size() == most) return std::span<const PageId>(chosen_);
    buffer_.budget = query.budget;
    COCITE_TRY(const std::span<const PageId> parents, query.web->in().list(page, buffer_));
    return of(*query.web, parents, most, may_be);
  }

 private:
  [[nodiscard]] Result<void> rank(const Web& web, std::span<const PageId> parents);
  void sort_more(uint64_t more);

  std::vector<PageId> chosen_;
  std::vector<uint32_t> degrees_;
  std::vector<std::pair<uint32_t, PageId>> ranked_;
  size_t sorted_ = 0;
  graph::ListBuffer buffer_;
};

class Vicinity {
 public:
  // Keeps the children of the nodes that it had to read in `children`.
  [[nodiscard]] Result<void> gather(const Query& query, LinkArena& children);
  // The nodes; query pages first.
  [[nodiscard]] std::span<const PageId> pages() const { return nodes_.pages(); }

 private:
  PageSet nodes_;
  MostLinked most_linked_;
  std::vector<PageId> few_;  // children with few parents
};

}  // namespace cocite::related

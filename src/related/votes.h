// Who speaks for a page, and how many votes does that make?
//
//   COCITE_TRY(const Endorsements endorsements, Endorsements::of(web));
//   Votes votes;                                            // one per thread, reused
//   COCITE_CHECK(votes.count(query, endorsements, page, parents));
//   votes.weight(i); votes.group_size(i); votes.sum();
//
// A parent x of v is endorsed for v if some page outside P(v) and other than v links to x, and
// PageRank(x) is at least 1.2 times the smallest. Endorsed parents of one host form a group, all
// others one more; a group has one vote, worth 1, or 0.03 for that of the others. So neither a host
// nor a farm of pages that nobody else links to counts more than once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/method.h"
#include "related/page_map.h"

namespace cocite::related {

inline constexpr double kLooseWeight = 0.03;

enum class Endorsed : uint8_t { kNo, kYes, kUnclear };

// For each page the first and the last of its parents, where its PageRank is high enough: mostly
// one of the two settles whether it is endorsed. Any number of threads.
class Endorsements {
 public:
  static constexpr uint32_t kNobody = ~uint32_t{0};
  struct Witnesses {
    uint32_t first = kNobody;
    uint32_t last = kNobody;
  };

  [[nodiscard]] static Result<Endorsements> make(const Web& web);
  // From what witnesses() was, saved; `owner` keeps it.
  Endorsements(std::span<const Witnesses> witnesses, std::shared_ptr<const void> owner)
      : witnesses_(witnesses), owner_(std::move(owner)) {}
  [[nodiscard]] std::span<const Witnesses> witnesses() const { return witnesses_; }

  // `parents_of_v`: all of them, rising.
  [[nodiscard]] Result<bool> is_endorsed(const Web& web, PageId x, PageId v,
                                         std::span<const PageId> parents_of_v,
                                         graph::ListBuffer& buffer) const;

  // The same where the first or the last parent of x settles it; reads no list.
  [[nodiscard]] Endorsed at_a_glance(PageId x, PageId v,
                                     std::span<const PageId> parents_of_v) const;
  void prefetch(PageId x) const { __builtin_prefetch(&witnesses_[index(x)]); }
  // Whether it is endorsed for no page at all.
  [[nodiscard]] bool is_never_endorsed(PageId x) const {
    return witnesses_[index(x)].first == kNobody;
  }

 private:
  std::span<const Witnesses> witnesses_;
  std::shared_ptr<const void> owner_;
};

class Votes {
 public:
  // `parents`: all of the page's, rising.
  [[nodiscard]] Result<void> count(const Query& query, const Endorsements& endorsements,
                                   PageId page, std::span<const PageId> parents);
  // Of the i-th of these parents; a stopped one weighs 0.
  [[nodiscard]] double weight(size_t i) const { return weights_[i]; }
  [[nodiscard]] uint32_t group_size(size_t i) const {
    return hosts_[i] == kLoose ? loose_ : sizes_[hosts_[i]];
  }
  [[nodiscard]] bool is_loose(size_t i) const { return hosts_[i] == kLoose && weights_[i] > 0; }
  // Parents that are not endorsed.
  [[nodiscard]] uint32_t loose() const { return loose_; }
  // The weights of the groups.
  [[nodiscard]] double sum() const {
    return static_cast<double>(sizes_.size()) + (loose_ > 0 ? kLooseWeight : 0);
  }

 private:
  static constexpr uint32_t kLoose = ~uint32_t{0};
  std::vector<double> weights_;
  std::vector<uint32_t> hosts_;  // of each parent: which group
  std::vector<uint32_t> sizes_;  // of each group of endorsed parents
  uint32_t loose_ = 0;
  graph::ListBuffer buffer_;
};

}  // namespace cocite::related

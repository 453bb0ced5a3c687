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

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/method.h"
#include "related/page_map.h"

namespace cocite::related {

inline constexpr double kLooseWeight = 0.03;

// For each page the first and the last of its parents, where its PageRank is high enough: mostly
// one of the two settles whether it is endorsed. Made once per web; any number of threads.
class Endorsements {
 public:
  [[nodiscard]] static Result<Endorsements> make(const Web& web);
  // `parents_of_v`: all of them, rising.
  [[nodiscard]] Result<bool> is_endorsed(const Web& web, PageId x, PageId v,
                                         std::span<const PageId> parents_of_v,
                                         graph::ListBuffer& buffer) const;

  // How many votes v has at least, in a query with so many stopped pages: from the last time that
  // somebody counted them (each stopped page takes at most one away; with every page its own host
  // there are no fewer). 0: nobody did.
  [[nodiscard]] double least_votes(PageId v, size_t stopped) const {
    return std::max(
        0.0, least_votes_[index(v)].load(std::memory_order_relaxed) - static_cast<double>(stopped));
  }
  void learn_votes(PageId v, double votes) const {
    least_votes_[index(v)].store(std::nextafter(static_cast<float>(votes), 0.0F),
                                 std::memory_order_relaxed);
  }

 private:
  static constexpr uint32_t kNobody = ~uint32_t{0};
  struct Witnesses {
    uint32_t first = kNobody;
    uint32_t last = kNobody;
  };
  std::vector<Witnesses> witnesses_;
  mutable std::vector<std::atomic<float>> least_votes_;
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

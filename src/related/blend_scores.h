// All that blend knows of one query page, and from it the scores of the candidates.
//
//   Around around(query);
//   COCITE_CHECK(around.look(page, endorsements, nullptr));
//   COCITE_CHECK(around.score_all(endorsements, 10));
//   around.candidates().for_each([&](PageId other, uint32_t candidate) { around.score(candidate)
//   });
//
// The formula, and why not all candidates are scored: blend.cc. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/link_arena.h"
#include "related/method.h"
#include "related/page_map.h"
#include "related/votes.h"

namespace cocite::related::blend {

// A shared parent of the query page and a candidate.
struct Meeting {
  uint32_t candidate = 0;
  uint32_t parent = 0;  // which of the query page's sampled parents
  double nearness = 1;
};

// All about one query page, and then the score of each candidate.
class Around {
 public:
  explicit Around(const Query& query) : query_(&query) {}

  Result<void> look(PageId page, const Endorsements& endorsements);
  // Of all candidates, or those that may be among the first `wanted`: the others have 0.
  Result<void> score_all(const Endorsements& endorsements, uint64_t wanted);
  // The reasons for one, and its score; nothing where it is no candidate.
  Result<void> explain(const Endorsements& endorsements, PageId answer, Explanation& explanation);

  [[nodiscard]] const PageMap<uint32_t>& candidates() const { return candidates_; }
  [[nodiscard]] double score(uint32_t candidate) const { return scores_[candidate]; }

 private:
  void add_candidate(PageId page) {
    if (page == page_ || query_->is_stopped(page) || candidates_.contains(page)) return;
    const auto number = static_cast<uint32_t>(candidates_.size());
    candidates_[page] = number;
  }
  // What a candidate may score at most, and which it is.
  using Hope = std::pair<double, uint32_t>;
  Result<std::vector<Hope>> score_by_children(const Endorsements& endorsements,
                                              std::span<const uint32_t> candidates);
  Result<void> score_by_parents(const Endorsements& endorsements, std::span<const Hope> some);
  [[nodiscard]] double most_by_parents(uint32_t candidate, PageId other,
                                       const Endorsements& endorsements) const;
  [[nodiscard]] double most_by_neighbours(uint32_t candidate, PageId other, uint32_t parents,
                                          std::span<const PageId> children) const;
  [[nodiscard]] std::span<const Meeting> meetings_of(uint32_t candidate) const {
    return std::span(meetings_).subspan(offsets_[candidate],
                                        offsets_[candidate + 1] - offsets_[candidate]);
  }
  Result<void> gather_candidates();
  void meet();
  // I, O, D and U of a candidate.
  Result<void> score_parents(uint32_t candidate, PageId other, std::span<const PageId> parents,
                             const Endorsements& endorsements);
  Result<void> score_children(uint32_t candidate, std::span<const PageId> children);
  Result<void> score_direct(uint32_t candidate, PageId other, size_t parents,
                            std::span<const PageId> children);
  void score_neighbours(uint32_t candidate, PageId other, std::span<const PageId> parents,
                        std::span<const PageId> children);
  void add(uint32_t candidate, double amount, PageId because, std::string_view kind) {
    scores_[candidate] += amount;
    if (told_ != nullptr && amount > 0) told_->push_back({because, amount, kind});
  }

  const Query* query_;
  PageId page_{};
  std::vector<Reason>* told_ = nullptr;  // where reasons are wanted
  bool has_order_ = true;
  std::vector<PageId> parents_;  // all, rising
  std::vector<PageId> sampled_;
  std::vector<double> pull_;      // of each sampled parent: its part of I on the side of u
  double votes_ = 0;              // n(u)
  std::vector<PageId> children_;  // all, in page order
  PageMap<std::pair<double, double>> links_;  // x of C(u): in(x)^-0.3 and e_u(x)
  double mass_ = 0;                           // m(u)
  PageSet neighbours_;                        // N[u]
  uint32_t host_ = 0;
  PageMap<uint32_t> candidates_;
  std::vector<double> scores_;
  Votes their_votes_;
  std::vector<uint32_t> degrees_;
  LinkArena lists_;
  std::vector<Meeting> meetings_;  // by candidate
  std::vector<uint32_t> offsets_;
};

}  // namespace cocite::related::blend

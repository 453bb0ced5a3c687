// All that blend knows of one query page, and from it the scores of the candidates.
//
//   Around around(query, beforehand);
//   COCITE_CHECK(around.look(page));
//   COCITE_CHECK(around.score_all(10));
//   around.candidates().for_each([&](PageId other, uint32_t candidate) { around.score(candidate);
//   });
//
// The formula, and why not all candidates are scored: blend.cc. What they may score at most is in
// blend_hopes.cc. One thread.
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
#include "related/page_bounds.h"
#include "related/page_map.h"
#include "related/votes.h"

namespace cocite::related::blend {

// The weights of the formula, of I's two sides and of the terms.
inline constexpr double kBeta = 0.25;
inline constexpr double kCoupling = 0.8;
inline constexpr double kDirect = 2;
inline constexpr double kNeighbours = 0.1;
// What strangers say of a page on another host than the query page's.
inline constexpr double kAbroad = 0.45;

// What is found out once per web.
struct Beforehand {
  Endorsements endorsements;
  PageBounds bounds;
};

// A shared parent of the query page and a candidate.
struct Meeting {
  uint32_t candidate = 0;
  uint32_t parent = 0;  // which of the query page's sampled parents
  double nearness = 1;
};

// A sampled parent of the query page, as it speaks for whom it links to.
struct Speaker {
  double pull = 0;  // its part of I on the side of u
  uint32_t host = 0;
  bool is_loose = false;     // nobody endorses it, for whatever page
  bool is_stranger = false;  // not endorsed for u, and on another host
};

// What a candidate may score at most, after so much of it was read.
struct Hope {
  enum class Read : uint8_t { kNothing, kChildren };
  double most = 0;
  uint32_t candidate = 0;
  Read read = Read::kNothing;
};

// All about one query page, and then the score of each candidate.
class Around {
 public:
  // Both stay while this is used.
  Around(const Query& query, const Beforehand& beforehand)
      : query_(&query), beforehand_(&beforehand) {}

  Result<void> look(PageId page);
  // Of all candidates, or those that may be among the first `wanted`: the others have 0.
  Result<void> score_all(uint64_t wanted);
  // The reasons for one, and its score; nothing where it is no candidate.
  Result<void> explain(PageId answer, Explanation& explanation);

  [[nodiscard]] const PageMap<uint32_t>& candidates() const { return candidates_; }
  [[nodiscard]] double score(uint32_t candidate) const { return scores_[candidate]; }

 private:
  // How a candidate was found: by children of u whose parents were all looked at.
  struct Found {
    double reach = 0;     // the sum of their rareness times prominence
    uint32_t shared = 0;  // how many
  };
  static constexpr uint32_t kNone = ~uint32_t{0};

  uint32_t add_candidate(PageId page) {
    if (page == page_ || query_->is_stopped(page)) return kNone;
    const size_t before = candidates_.size();
    uint32_t& number = candidates_[page];
    if (candidates_.size() != before) {
      number = static_cast<uint32_t>(before);
      found_.emplace_back();
    }
    return number;
  }
  Result<void> listen(std::span<const PageId> speakers);
  Result<void> gather_candidates();
  Result<void> gather_by_children();
  void meet();
  Result<void> weigh_stopped();
  [[nodiscard]] std::span<const Meeting> meetings_of(uint32_t candidate) const {
    return std::span(meetings_).subspan(offsets_[candidate],
                                        offsets_[candidate + 1] - offsets_[candidate]);
  }

  // Whether some pages stand together on a host; else no two of them do, and everybody is abroad.
  [[nodiscard]] bool has_hosts() const {
    return query_->hosts_on && query_->web->store().hosts() < query_->web->pages();
  }
  [[nodiscard]] size_t stopped_pages() const {
    return query_->stoplist == nullptr ? 0 : query_->stoplist->size();
  }
  [[nodiscard]] double factor(double group) const;
  // At most: everything, with nothing read; I; U, once children were read.
  [[nodiscard]] double most_unread(uint32_t candidate, PageId other) const;
  [[nodiscard]] double most_by_parents(uint32_t candidate, PageId other) const;
  [[nodiscard]] double most_by_neighbours(uint32_t candidate, PageId other, uint32_t parents,
                                          std::span<const PageId> children) const;
  [[nodiscard]] std::vector<Hope> hopes_unread() const;

  // O and D of these, and what is left to hope for; I and U.
  Result<void> score_by_children(std::span<Hope> some);
  Result<void> score_by_parents(std::span<const Hope> some);
  Result<void> score_parents(uint32_t candidate, PageId other, std::span<const PageId> parents);
  Result<void> score_children(uint32_t candidate, std::span<const PageId> children);
  Result<void> score_direct(uint32_t candidate, PageId other, size_t parents,
                            std::span<const PageId> children);
  Result<void> score_neighbours(uint32_t candidate, PageId other, std::span<const PageId> parents,
                                std::span<const PageId> children);
  Result<bool> is_shared(PageId parent, PageId other, std::span<const PageId> parents);
  void add(uint32_t candidate, double amount, PageId because, std::string_view kind) {
    scores_[candidate] += amount;
    if (told_ != nullptr && amount > 0) told_->push_back({because, amount, kind});
  }

  const Query* query_;
  const Beforehand* beforehand_;
  PageId page_{};
  std::vector<Reason>* told_ = nullptr;  // where reasons are wanted
  bool has_order_ = true;
  std::vector<PageId> parents_;  // all, rising
  std::vector<PageId> sampled_;
  std::vector<Speaker> speakers_;             // of each sampled parent
  double votes_ = 0;                          // n(u)
  std::vector<PageId> children_;              // all, in page order
  PageMap<std::pair<double, double>> links_;  // x of C(u): in(x)^-0.3 and e_u(x)
  double mass_ = 0;                           // m(u)
  PageSet neighbours_;                        // N[u]
  PageSet loose_;                             // parents that are not endorsed for u
  uint32_t host_ = 0;
  double factor_small_ = 1;     // k^-beta at most, outside of small groups
  double stopped_mass_ = 0;     // what stopped pages can add to a page's mass
  double unseen_reach_ = 0;     // of children of u not all of whose parents were looked at
  uint64_t unseen_shared_ = 0;  // how many these are
  PageMap<uint32_t> candidates_;
  std::vector<Found> found_;  // of each candidate
  std::vector<double> scores_;
  Votes their_votes_;
  std::vector<std::pair<PageId, double>> said_;  // by whom, of the candidate in hand
  std::vector<uint32_t> degrees_;
  graph::ListBuffer buffer_;
  LinkArena lists_;
  std::vector<Meeting> meetings_;  // by candidate
  std::vector<uint32_t> offsets_;
};

}  // namespace cocite::related::blend

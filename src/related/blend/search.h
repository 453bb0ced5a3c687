// The first answers of blend about one query page u, without scoring every candidate.
//
//   Search search(query, notes);
//   COCITE_CHECK(search.look(u));
//   search.add_extra(std::move(extra));                      // words; null: links only
//   COCITE_TRY(std::vector<Scored> first, search.best(10));  // the first ten, perhaps more
//   COCITE_TRY(auto terms, search.terms(others));            // of any pages, candidates or not
//
// Scores are those of formula.h, to 1e-9. Candidates are the pages that share a parent or a child
// with u, or are linked with it. search.cc collects them; bounds.cc knows I and D of each exactly,
// and what O adds at most; best.cc reads only the links of pages that may be among the first. best()
// may be called again for more answers: what was scored is kept. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/blend/extra_score.h"
#include "related/blend/formula.h"
#include "related/blend/notes.h"
#include "related/linking_pages.h"
#include "related/method.h"

namespace cocite::related::blend {

// Bounds are this much wider than they are: sums in another order differ a little.
inline constexpr double kRounding = 1e-9;

struct Scored {
  PageId page{};
  double score = 0;
  bool is_flagged = false;
};

class Search {
 public:
  // Both stay while this is used.
  Search(const Query& query, const PageNotes& notes);
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  Result<void> look(PageId page);
  // Adds to S in best(). REQUIRES: best() was not called since look().
  void add_extra(std::unique_ptr<ExtraScore> extra) { extra_ = std::move(extra); }
  [[nodiscard]] const Balance& balance() const { return balance_; }
  // The first `wanted` candidates that the query takes as answers, perhaps more; all above 0.
  Result<std::vector<Scored>> best(uint64_t wanted);
  // S term by term, for any pages; without extra scores.
  Result<std::vector<Terms>> terms(std::span<const PageId> others);
  // Whether best() could return it.
  Result<bool> is_candidate(PageId page);

 private:
  // A page that a parent of u links to, or that is linked with u, or shares a child with it.
  struct Candidate {
    double votes = 0;     // V, without the rule about a lone site
    double link = 0;      // rho^2 w D; without v -> u if v is not in the sample of parents
    float reach = 0;      // the shared children that were seen: sum of in^-0.3 e_u, rounded up
    uint32_t spread = 0;  // the smallest on the last site
    uint32_t site = 0;    // the last one
    PageId page{};
    uint32_t pages = 0;          // m of the last site
    uint8_t sites = 0;           // c, at most kManySites
    bool is_found : 1 = false;   // else too far from u on its parents
    bool is_parent : 1 = false;  // of u, and in the sample
    bool is_scored : 1 = false;
  };
  static constexpr uint8_t kManySites = 3;
  struct Bound {
    double most = 0;     // by links
    double parents = 0;  // I
    double link = 0;     // rho^2 w D
    double extra = 0;    // at most; exactly that once it is known
    uint32_t candidate = 0;

    [[nodiscard]] double sum() const { return most + extra; }
  };
  struct Parent {
    PageId page{};
    uint32_t site = 0;
    uint32_t place = 0;  // of the link to u
    uint32_t links = 0;  // 0: not read
  };
  struct Child {
    double rareness = 0;
    double top = 0;  // e_u
  };
  struct Workspace;
  // The `wanted` largest scores so far: who has less than the last is no answer.
  class Firsts {
   public:
    Firsts(uint64_t wanted, double least) : wanted_(wanted), least_(least) {}
    void add(double score);
    [[nodiscard]] double least() const { return least_; }

   private:
    uint64_t wanted_;
    double least_;
    std::priority_queue<double, std::vector<double>, std::greater<>> scores_;
  };

  // u itself.
  Result<void> look_at_pages();
  void weigh_sites();
  Result<void> read_links();
  void find_sites();
  void weigh_children();
  Result<void> read_stopped();

  // Candidates.
  Candidate& candidate_of(PageId page);
  Result<void> collect();
  // One direction of D.
  Result<void> add_link(Candidate& candidate, size_t place, uint64_t out_degree,
                        uint64_t in_degree) const;
  template <bool kHasOrder>
  void count_links(Parent& parent, std::span<const PageId> list);
  // Parents of children of u, rarest first: until `links` were read, or no page that is not a
  // candidate yet can score `least`.
  Result<void> read_parents_of_children(uint64_t links, double least);
  Result<void> add_parents_of(PageId child);
  [[nodiscard]] bool has_unread_children() const;
  // Whether it shares one of the first F children of u, and is in the sample of its parents.
  Result<bool> is_found_by_children(PageId page, std::span<const PageId> children);

  // Scores.
  [[nodiscard]] double votes(const Candidate& candidate) const;
  Result<double> parents_score(const Candidate& candidate);
  Result<double> link_score(const Candidate& candidate);
  [[nodiscard]] double children_score(std::span<const PageId> children) const;
  Result<uint32_t> linking_sites(PageId page);
  [[nodiscard]] double site_weight(uint32_t sites_v);  // I = V times this
  [[nodiscard]] double unseen_children_most() const;
  [[nodiscard]] double quick_most(const Candidate& candidate) const;
  [[nodiscard]] double children_most(const Candidate& candidate) const;
  Result<bool> takes(PageId page) const;
  Result<double> sure_score(uint64_t wanted);
  Result<void> meet_extra();
  Result<void> make_bounds(double least);
  // Scores all that may be among the first.
  Result<void> score_bounds(size_t together, Firsts& firsts);
  Result<void> know_extra(std::span<Bound> some);
  Result<void> score_some(std::span<const Bound> some);
  Result<void> keep_first(uint64_t wanted, std::vector<Scored>& scored) const;
  // Whether at least three sites link to u and v and v has no endorsed parent: x is endorsed for v
  // if a page other than v that does not link to v links to x, and x has PageRank.
  Result<bool> is_flagged(PageId other);
  Result<bool> is_endorsed(PageId x, PageId v, std::span<const PageId> parents_of_v);

  [[nodiscard]] bool has_stops() const {
    return query_->stoplist != nullptr && !query_->stoplist->empty();
  }

  const Query* query_;
  const PageNotes* notes_;
  std::unique_ptr<Workspace> work_;
  std::unique_ptr<ExtraScore> extra_;  // knows candidates by number
  bool is_extra_met_ = false;

  PageId page_{};
  uint32_t host_ = 0;
  uint32_t site_ = 0;
  bool has_order_ = true;
  bool of_sites_ = false;                       // nodes are sites
  std::shared_ptr<const LinkingPages> behind_;  // null: parents are nodes of the graph
  bool is_sampled_ = false;                     // more parents than B
  uint64_t most_parents_ = 0;                   // B
  uint64_t most_children_ = 0;                  // F
  Balance balance_;
  double sites_ = 0;         // n(u)
  double best_weight_ = 0;   // the largest site_weight() of any page
  double link_weight_ = 0;   // rho^2 w
  double mass_ = 0;          // m(u)
  double stopped_mass_ = 0;  // what stopped pages can take from a page's mass
  double unseen_reach_ = 0;  // of children whose parents were not all read
  double unseen_mass_ = 0;
  size_t unseen_children_ = 0;
  size_t next_child_ = 0;    // in the order of the workspace
  uint64_t links_read_ = 0;  // of parents of u
};

// The filler: pages that a walk of three steps from u reaches, on links in either direction, with s3.
// 0.85 goes on at each step, shares below 1e-5 do not.
Result<std::vector<Scored>> walk_from(const Query& query, const PageNotes& notes, PageId page);

}  // namespace cocite::related::blend

// One query page of blend: what stands around it, the scores of other pages with it, and the best.
//
//   QueryPage u(query, notes);
//   COCITE_CHECK(u.look(page));
//   u.add_beside(std::move(beside));                       // what else counts; null: nothing
//   COCITE_TRY(std::vector<Scored> first, u.best(10));     // the first ten, and some more
//   COCITE_TRY(std::vector<Scored> all, u.all());          // every candidate
//   COCITE_TRY(auto scores, u.scores(others));             // of any pages, found around u or not
//
// best() may be asked again for more: what was found and scored is kept.
//
// The formula: blend.cc. Names are those of docs/methods/blend.md. Candidates are found in
// blend_gather.cc, bounded in blend_bounds.cc, scored exactly in blend_terms.cc, walked to in
// blend_walk.cc; of graphs of sites the first are found with less in blend_lean.cc. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/blend_beside.h"
#include "related/blend_facts.h"
#include "related/blend_notes.h"
#include "related/link_arena.h"
#include "related/method.h"
#include "related/page_map.h"
#include "related/sampled_parents.h"

namespace cocite::related::blend {

inline constexpr double kChildrenWeight = 0.8;     // of O
inline constexpr double kLinkWeightHostsOff = 2;   // of D
inline constexpr double kLinkWeightHostsOn = 0.5;  // of D
inline constexpr double kNeighboursWeight = 0.1;   // of U
inline constexpr double kWalkWeight = 0.001;       // of s3

// s3 adds no more than this, whatever the graph: w3(v) is at most 0.85^3 and, as walks go back as
// they come, at most 0.85^3 deg(v) / deg(u). walk_most() knows better for a page.
inline constexpr double kWalkMost = kWalkWeight * 0.85 * 0.85 * 0.85;
// Bounds are this much wider than they are: sums in another order differ a little.
inline constexpr double kRounding = 1e-9;

// What each term adds to the score: weights and rho are in it.
struct Terms {
  double parents = 0;     // I
  double children = 0;    // O
  double link = 0;        // D
  double neighbours = 0;  // U
  double walk = 0;        // s3

  [[nodiscard]] double sum() const { return parents + children + link + neighbours + walk; }
};

struct Scored {
  PageId page{};
  double score = 0;
  bool is_flagged = false;
};

class QueryPage {
 public:
  // Both stay while this is used.
  QueryPage(const Query& query, const PageNotes& notes);
  ~QueryPage();
  QueryPage(const QueryPage&) = delete;
  QueryPage& operator=(const QueryPage&) = delete;

  Result<void> look(PageId page);
  // Comes on top of S in best() and all(). REQUIRES: none of these was asked since look().
  void add_beside(std::unique_ptr<Beside> beside) { beside_ = std::move(beside); }
  // How much terms count that tell what a page is among its own.
  [[nodiscard]] double rho_squared() const { return rho_squared_; }
  // The first so many candidates that the query takes as answers, perhaps some more.
  Result<std::vector<Scored>> best(uint64_t wanted);
  // Every candidate.
  Result<std::vector<Scored>> all();
  // S by the formula, whether or not the other pages are candidates; nothing beside.
  Result<std::vector<double>> scores(std::span<const PageId> others);
  // S term by term, likewise.
  Result<std::vector<Terms>> terms(std::span<const PageId> others);
  // Adds the reasons for S of a page, and S: the same whatever was asked before.
  Result<void> explain(PageId answer, Explanation& explanation);
  // Whether v has no endorsed parent although at least three sites link to both.
  Result<bool> is_flagged(PageId other);

 private:
  // A page that was met around u. The pages of one site are looked at together: `nearest` and
  // `pages` are about the site in hand, `voices` about those before it.
  struct Candidate {
    double voices = 0;     // V so far
    double reach = 0;      // what its shared children add to O at most
    uint32_t nearest = 0;  // as spread() counts: the larger, the less it counts
    uint32_t pages = 0;    // m
    uint32_t site = 0;
    uint32_t common_sites = 0;  // c
    uint32_t parent = 0;        // the last common parent that was looked at: which
    uint32_t linked_from = 0;   // how many of N(u) link to it
    uint32_t links_to = 0;      // how many of N(u) it links to, without those that link to it;
                                // both as far as their lists were gone through
    PageId page{};
    bool is_found : 1 = false;         // else it only stands on a page of a common parent
    bool may_be_endorsed : 1 = false;  // some common parent of the site in hand
    bool is_parent : 1 = false;
    bool is_child : 1 = false;
    bool is_scored : 1 = false;
    bool is_half_scored : 1 = false;
  };
  // What a candidate may score at most.
  struct Bound {
    double most = 0;
    uint32_t candidate = 0;
    bool has_children = false;  // its children were read: `known` is O and D
    bool is_known = false;      // `known` is all of S but s3
    double known = 0;
    double beside = 0;  // in `most`; exactly that once it is known
  };
  // A parent of u that is looked at, and what is known of it.
  struct Parent {
    enum class Endorsed : uint8_t { kNotKnown, kNo, kYes };
    PageId page{};
    uint32_t site = 0;
    uint32_t place = 0;                       // where the link to u stands
    Endorsed endorsed = Endorsed::kNotKnown;  // for u
  };
  // A child of u.
  struct Child {
    double rareness = 0;
    double prominence = 0;
  };
  struct Room;
  // Where candidates come from, the most promising first: what P(u) links to and all neighbours of
  // u; what is quickly read of what links to C(u), and of chains of two links; the rest of both;
  // walks of three.
  enum class Stage : uint8_t { kNear, kChildren, kChains, kWalk, kEnd };

  // What u itself is.
  Result<void> read_links();
  Result<void> find_sites();
  void weigh_children();  // once
  Result<void> read_parents();
  Result<void> read_stopped();

  // Lean: only I counts, and every parent speaks for itself. See blend_lean.cc.
  [[nodiscard]] bool can_be_lean() const;
  void place_parents();
  [[nodiscard]] bool is_child(PageId page) const;
  void sum_voices();
  [[nodiscard]] double most_by_sum(PageId page) const;
  // The best so many by what they can have at most, the best first; `rest`: what the others can.
  std::vector<Bound> most_by_sums(size_t count, double& rest);
  Result<std::optional<std::vector<Scored>>> best_lean(uint64_t wanted);
  Result<void> score_lean(const Bound& bound);
  Result<bool> is_found_by_chain(PageId page, std::span<const PageId> parents);
  // From now on as any other page.
  Result<void> meet_all();

  // Candidates.
  Candidate& met(PageId page);
  void count_link(const Parent& parent, std::span<const PageId> list, size_t place, bool is_ranked,
                  Candidate& candidate) const;
  // Null: it is none.
  const Candidate* candidate_of(PageId page, std::span<const PageId> parents);
  [[nodiscard]] std::span<const PageId> list_of_parent(size_t which) const;
  void meet_list(const Parent& parent, std::span<const PageId> list);
  void meet_parents();
  Result<void> meet_children_of_children();
  // The lists of C(u) that were not gone through: those of fewest parents first, up to so many
  // parents together, or until the rest can bring nobody who scores `least`.
  Result<void> add_parents_of_children(uint64_t most, double least);
  // The same of P(u).
  Result<void> add_parents_of_parents(uint64_t most);
  Result<void> add_chains();
  Result<void> add_parents_of(PageId neighbour);
  void count_links_to(PageId neighbour, std::span<const PageId> parents);
  [[nodiscard]] uint32_t in_degree(PageId page) const { return notes_->in_degree(page); }
  // The children of a neighbour of u or of a stopped page, where they were read; else nothing.
  [[nodiscard]] std::span<const PageId> kept_list(PageId page) const;
  Result<void> add_walked();
  // Those of the next stage.
  Result<void> add_next(double least);
  // What a page can score that is found only at this stage or later.
  [[nodiscard]] double most_from(Stage stage) const;

  // n(v) lies between these.
  struct SitesOf {
    uint32_t least = 0;
    uint32_t most = 0;
  };
  [[nodiscard]] SitesOf sites_linking_to(PageId page) const;
  // How many stopped pages link to it.
  [[nodiscard]] uint32_t stopped_parents(PageId page) const;

  // Bounds. `sure`: what I is at least.
  [[nodiscard]] double parents_most(const Candidate& candidate, double& sure) const;
  // The same, computed once; where `sure` is asked for, anew.
  double known_parents_most(size_t number, double* sure);
  [[nodiscard]] double others_most() const;
  [[nodiscard]] double most(const Candidate& candidate, double by_parents) const;
  Bound bound_of(size_t number, double by_parents, double least);
  [[nodiscard]] Bound with_beside(Bound bound) const;
  Result<double> sure_score(uint64_t wanted);
  Result<void> meet_beside();
  void make_bounds(double least);
  // All but s3, where that follows from what was counted and nothing has to be read.
  [[nodiscard]] std::optional<double> score_by_counts(const Candidate& candidate) const;
  [[nodiscard]] std::optional<double> parents_by_counts(const Candidate& candidate) const;
  [[nodiscard]] std::optional<double> children_by_counts(const Candidate& candidate) const;
  [[nodiscard]] std::optional<double> link_by_counts(const Candidate& candidate) const;
  [[nodiscard]] std::optional<double> neighbours_by_counts(const Candidate& candidate) const;
  // U, where it follows from what was counted and the page's children.
  [[nodiscard]] std::optional<double> neighbours_by_children(
      const Candidate& candidate, std::span<const PageId> children) const;
  [[nodiscard]] double by_neighbours(uint64_t shared, double size) const;
  void note_unread();
  // Scores exactly whoever may have `least` or be among the first; all but s3 is then in `scored`.
  Result<void> score_best(uint64_t wanted, double& least);
  Result<void> know_beside(std::span<Bound> some);
  Result<void> read_children_of(std::span<Bound> some);
  Result<void> score_some(std::span<const Bound> some);
  [[nodiscard]] double neighbours_most(const Candidate& candidate, uint64_t shared) const;
  // What s3 adds at most; exactly that, once everything was walked to. Of any page: most_walked_.
  [[nodiscard]] double walk_most(PageId page) const;
  void bound_walks();
  // What it scores at least when everything but s3 is known.
  [[nodiscard]] double known_score(const Scored& one) const;
  Result<bool> takes(PageId page) const;

  // Scores.
  [[nodiscard]] double voices(const Candidate& candidate) const;
  [[nodiscard]] double spread_weight(uint32_t spread) const;  // p
  [[nodiscard]] uint32_t spread(const Parent& parent, std::span<const PageId> list,
                                size_t place) const;
  [[nodiscard]] double by_parents(double voices, double common_sites, double sites_of_v) const;
  [[nodiscard]] double weight_of_sites(uint32_t sites_of_v) const;
  [[nodiscard]] double known_weight_of_sites(uint32_t sites_of_v) const;
  [[nodiscard]] double lone_voice(const Candidate& candidate) const;
  [[nodiscard]] double score_children(std::span<const PageId> children,
                                      std::vector<Reason>* reasons) const;
  [[nodiscard]] double score_link(PageId other, uint32_t in_degree,
                                  std::span<const PageId> children) const;
  [[nodiscard]] double score_neighbours(PageId other, std::span<const PageId> parents,
                                        std::span<const PageId> children) const;
  Result<double> score_parents(const Candidate* candidate, PageId other,
                               std::span<const PageId> parents);
  [[nodiscard]] bool is_lone(const Candidate& candidate) const;
  // Whether x, which links to v, has so many parents that one of them is neither v nor links to it:
  // v has as many others at most. No link is read.
  [[nodiscard]] bool is_surely_endorsed(PageId x, PageId v) const {
    return notes_->is_ranked(x) && notes_->in_degree(x) > notes_->in_degree(v);
  }
  // Where the last common parent alone makes the candidate endorsed for both.
  [[nodiscard]] bool is_surely_endorsed(const Candidate& candidate) const;
  // The first so many, as everybody orders them.
  Result<void> keep_first(uint64_t wanted, std::vector<Scored>& scored) const;
  Result<bool> is_endorsed_for_both(const Candidate& candidate, PageId other,
                                    std::span<const PageId> parents);
  Result<bool> is_endorsed(PageId x, PageId v, std::span<const PageId> parents_of_v);
  [[nodiscard]] uint32_t count_sites(PageId other, std::span<const PageId> parents);
  Result<Terms> terms_but_walk(PageId other, std::vector<Reason>* reasons);
  void add_parent_reasons(PageId other, double amount, std::vector<Reason>& reasons) const;

  // s3.
  // Adds it to the scores.
  Result<void> walk_to(std::span<Scored> pages);
  Result<void> walk_only_to(std::span<Scored> pages);
  [[nodiscard]] const PageId* only_neighbour(PageId page) const;
  Result<void> walk_on_to(std::span<Scored> pages);
  Result<void> walk_two_steps();
  Result<std::span<const PageId>> pages_walked_over_twice();
  Result<void> walk_everywhere();
  [[nodiscard]] double walked(PageId other, double mass) const;
  // use(page, distinct neighbours) for each.
  template <class Use>
  Result<void> for_neighbours(std::span<const PageId> pages, const Use& use);
  [[nodiscard]] std::span<const PageId> pages_walked_over(double& share);

  [[nodiscard]] bool has_stops() const {
    return query_->stoplist != nullptr && !query_->stoplist->empty();
  }
  [[nodiscard]] size_t stops() const { return has_stops() ? query_->stoplist->size() : 0; }

  const Query* query_;
  const PageNotes* notes_;
  std::unique_ptr<Room> room_;
  std::unique_ptr<Beside> beside_;  // knows candidates by their number; null: nothing is beside

  PageId page_{};
  bool is_lean_ = false;  // nobody was met yet but those whose scores were asked for
  bool are_children_weighed_ = false;
  uint32_t host_ = 0;
  uint32_t site_ = 0;
  bool has_order_ = true;
  bool is_sampled_ = false;     // more parents than are looked at
  bool is_cut_ = false;         // some list was too long: pages may be found later than they could
  double unfound_most_ = 0;     // what pages can score that stand somewhere but are not found yet
  uint64_t most_parents_ = 0;   // B
  uint64_t most_children_ = 0;  // F
  double rho_ = 1;
  double delta_ = 0;
  double beta_ = 0;
  double sites_ = 0;  // n(u)
  double mass_ = 0;   // m(u)
  double rho_squared_ = 1;
  double link_weight_ = 0;
  double sites_power_ = 1;   // n(u)^(1 - beta)
  double stopped_mass_ = 0;  // what stopped pages can take from a page's mass
  double unseen_reach_ = 0;  // of children whose parents were not all looked at
  double unseen_mass_ = 0;
  size_t unseen_children_ = 0;
  size_t next_child_ = 0;  // in the order of the room: those before were looked at
  bool has_children_of_children_ = false;
  bool are_bounds_made_ = false;  // for all candidates
  bool is_beside_met_ = false;
  uint64_t unread_in_ = 0;   // neighbours of u whose parents were not all gone through
  uint64_t unread_out_ = 0;  // the same of their children
  const PageFacts* facts_ = nullptr;
  bool are_unread_popular_ = false;  // those of unread_in_ are among the popular pages of the facts
  uint64_t unread_popular_ = 0;      // these, as bits
  uint64_t popular_children_ = 0;    // those of them that u links to
  uint64_t pages_read_ = 0;          // whose children were, for facts_
  double walk_back_ = 1;             // a walk's last step to u is at most as likely as this
  double most_walked_ = 0;           // what s3 adds at most
  bool has_two_steps_ = false;       // of the walk, to everywhere
  bool has_walk_ = false;            // to everywhere
  Stage next_ = Stage::kNear;        // of those that candidates may come from
};

}  // namespace cocite::related::blend

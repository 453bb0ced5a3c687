// Exact scores of single pages.
#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "related/blend_page.h"
#include "related/blend_room.h"
#include "related/window.h"

namespace cocite::related::blend {
namespace {

bool has(std::span<const PageId> rising, PageId page) {
  return std::ranges::binary_search(rising, page);
}

}  // namespace

Result<bool> QueryPage::is_endorsed(PageId x, PageId v, std::span<const PageId> parents_of_v) {
  if (!notes_->is_ranked(x)) return false;
  // x is one of P(v), and not its own parent.
  if (notes_->in_degree(x) > parents_of_v.size()) return true;
  COCITE_TRY(const std::span<const PageId> list, query_->web->in().list(x, room_->other_buffer));
  // Both rise.
  const PageId* at = parents_of_v.data();
  const PageId* const end = at + parents_of_v.size();
  constexpr size_t kFew = 16;  // of these the place is looked up
  const bool is_short = list.size() * kFew < parents_of_v.size();
  for (const PageId page : list) {
    if (is_short) {
      at = std::lower_bound(at, end, page);
    } else {
      while (at != end && *at < page) ++at;
    }
    if ((at == end || *at != page) && page != v) return true;
  }
  return false;
}

bool QueryPage::is_surely_endorsed(const Candidate& candidate) const {
  const Parent& parent = room_->looked_at[candidate.parent];
  return (parent.endorsed == Parent::Endorsed::kYes || is_surely_endorsed(parent.page, page_)) &&
         is_surely_endorsed(parent.page, candidate.page);
}

// Of a candidate that is known to one site only.
Result<bool> QueryPage::is_endorsed_for_both(const Candidate& candidate, PageId other,
                                             std::span<const PageId> parents) {
  if (!candidate.may_be_endorsed) return false;
  if (is_surely_endorsed(candidate)) return true;
  auto one = std::ranges::lower_bound(room_->looked_at, candidate.site, {}, &Parent::site);
  for (; one != room_->looked_at.end() && one->site == candidate.site; ++one) {
    Parent& parent = *one;
    if (!notes_->is_ranked(parent.page) || !has(parents, parent.page)) continue;
    if (parent.endorsed == Parent::Endorsed::kNotKnown) {
      COCITE_TRY(const bool is_one, is_endorsed(parent.page, page_, room_->parents));
      parent.endorsed = is_one ? Parent::Endorsed::kYes : Parent::Endorsed::kNo;
    }
    if (parent.endorsed == Parent::Endorsed::kNo) continue;
    COCITE_TRY(const bool is_one, is_endorsed(parent.page, other, parents));
    if (is_one) return true;
  }
  return false;
}

// n(v).
uint32_t QueryPage::count_sites(PageId other, std::span<const PageId> parents) {
  if (stopped_parents(other) == 0) {
    return query_->hosts_on ? notes_->linking_sites(other) : notes_->in_degree(other);
  }
  std::vector<uint32_t>& sites = room_->site_room;
  sites.clear();
  for (const PageId parent : parents) {
    if (query_->is_stopped(parent)) continue;
    sites.push_back(query_->hosts_on ? notes_->sites().of(parent) : index(parent));
  }
  std::ranges::sort(sites);
  return static_cast<uint32_t>(std::unique(sites.begin(), sites.end()) - sites.begin());
}

Result<double> QueryPage::score_parents(const Candidate* candidate, PageId other,
                                        std::span<const PageId> parents) {
  if (candidate == nullptr || candidate->common_sites == 0) return 0;
  const double weight = weight_of_sites(count_sites(other, parents));
  double all = voices(*candidate);
  if (is_lone(*candidate)) {
    COCITE_TRY(const bool is_endorsed, is_endorsed_for_both(*candidate, other, parents));
    if (!is_endorsed) {
      all = lone_voice(*candidate);
    }
  }
  return by_parents(all, candidate->common_sites, weight);
}

double QueryPage::score_children(std::span<const PageId> children,
                                 std::vector<Reason>* reasons) const {
  const PageMap<Child>& links = room_->links;
  double shared = 0;
  for (size_t place = 0; place < children.size(); ++place) {
    if (place + 8 < children.size()) notes_->prefetch(children[place + 8]);
    const Child* const own = links.find(children[place]);
    if (own == nullptr) continue;
    shared += own->rareness * own->prominence * (has_order_ ? prominence(place) : 1);
  }
  if (shared == 0) return 0;
  double mass = 0;
  for (size_t place = 0; place < children.size(); ++place) {
    if (query_->is_stopped(children[place])) continue;
    const double top = has_order_ ? prominence(place) : 1;
    mass += rareness(notes_->in_degree(children[place])) * top * top;
  }
  const double share = rho_squared_ * kChildrenWeight / std::sqrt((mass_ + 1) * (mass + 1));
  if (reasons != nullptr) {
    for (size_t place = 0; place < children.size(); ++place) {
      const Child* const own = links.find(children[place]);
      if (own == nullptr) continue;
      const double top = has_order_ ? prominence(place) : 1;
      reasons->push_back({children[place], share * own->rareness * own->prominence * top, "child"});
    }
  }
  return share * shared;
}

double QueryPage::score_link(PageId other, uint32_t in_degree,
                             std::span<const PageId> children) const {
  const auto degree = [](size_t links) { return static_cast<double>(links) + 1; };
  double link = 0;
  if (const Child* const own = room_->links.find(other)) {
    link += own->prominence / std::sqrt(degree(room_->children.size()) * degree(in_degree));
  }
  if (const size_t place = place_of(children, page_); place != children.size()) {
    link += (has_order_ ? prominence(place) : 1) /
            std::sqrt(degree(children.size()) * degree(room_->parents.size()));
  }
  if (link == 0) return 0;
  // A host that cannot be read is as good as another one: the store is damaged, and its lists tell.
  const Result<uint32_t> host = query_->host(other);
  return host && *host == host_ ? 0 : rho_squared_ * link_weight_ * link;
}

double QueryPage::score_neighbours(PageId other, std::span<const PageId> parents,
                                   std::span<const PageId> children) const {
  const PageMarks& own = room_->neighbours;  // none is stopped
  uint64_t size = 1 + parents.size() - stopped_parents(other);
  uint64_t shared = (own.has(other) ? 1 : 0) + own.count(parents);
  for (const PageId child : children) {
    // A neighbour in both directions is one neighbour.
    if ((has_stops() && query_->is_stopped(child)) || has(parents, child)) continue;
    ++size;
    if (own.has(child)) ++shared;
  }
  const double sizes = static_cast<double>(own.size()) * static_cast<double>(size);
  return rho_squared_ * kNeighboursWeight * static_cast<double>(shared) / std::sqrt(sizes);
}

Result<void> QueryPage::know_beside(std::span<Bound> some) {
  std::vector<uint32_t> numbers;
  numbers.reserve(some.size());
  for (const Bound& bound : some) numbers.push_back(bound.candidate);
  COCITE_CHECK(beside_->know(numbers));
  for (Bound& bound : some) {
    const double known = beside_->most(bound.candidate);
    bound.most -= (bound.beside - known) * (1 - kRounding);
    bound.beside = known;
  }
  return {};
}

// O and D are known then, mostly U, and better bounds for the rest.
Result<void> QueryPage::read_children_of(std::span<Bound> some) {
  Room& room = *room_;
  room.pages.clear();
  pages_read_ += some.size();
  for (const Bound& bound : some) room.pages.push_back(room.candidates[bound.candidate].page);
  auto out = query_->web->out().batch(room.pages);
  for (size_t i = 0; out.next(); ++i) {
    const Candidate& candidate = room.candidates[some[i].candidate];
    const auto children = out.list();
    some[i].has_children = true;
    some[i].known = score_children(children, nullptr) +
                    score_link(candidate.page, in_degree(candidate.page), children);
    const std::optional<double> parents = parents_by_counts(candidate);
    const std::optional<double> neighbours = neighbours_by_children(candidate, children);
    double most = some[i].known;
    if (parents && neighbours) {
      some[i].is_known = true;
      some[i].known = *parents + (some[i].known + *neighbours);
      most = some[i].known;
    } else {
      double sure = 0;
      most += parents ? *parents : parents_most(candidate, sure);
      if (neighbours) {
        most += *neighbours;
      } else {
        // Itself, its children, and of its parents at most all.
        uint64_t shared = 1 + uint64_t{in_degree(candidate.page)};
        for (const PageId child : children) shared += room.neighbours.has(child) ? 1 : 0;
        most += rho_squared_ * neighbours_most(candidate, shared);
      }
    }
    some[i].most = (most + some[i].beside + walk_most(candidate.page)) * (1 + kRounding);
  }
  return out.status();
}

Result<void> QueryPage::score_some(std::span<const Bound> some) {
  Room& room = *room_;
  room.pages.clear();
  room.short_pages.clear();
  const auto is_long = [&](PageId page) { return in_degree(page) >= graph::LongLists::kLong; };
  for (const Bound& bound : some) {
    const PageId page = room.candidates[bound.candidate].page;
    room.pages.push_back(page);
    if (!is_long(page)) room.short_pages.push_back(page);
  }
  auto in = query_->web->in().batch(room.short_pages);
  auto out = query_->web->out().batch(rho_squared_ > 0 ? std::span<const PageId>(room.pages)
                                                       : std::span<const PageId>());
  for (const Bound& bound : some) {
    Candidate& candidate = room.candidates[bound.candidate];
    std::span<const PageId> parents;
    if (is_long(candidate.page)) {
      COCITE_TRY(parents, query_->web->parents(candidate.page, in_degree(candidate.page),
                                               room.parents_buffer));
    } else {
      if (!in.next()) break;
      parents = in.list();
    }
    candidate.is_scored = true;
    COCITE_TRY(double score, score_parents(&candidate, candidate.page, parents));
    if (rho_squared_ > 0) {
      if (!out.next()) break;
      score += bound.known + score_neighbours(candidate.page, parents, out.list());
    }
    room.scored.push_back({.page = candidate.page, .score = score + bound.beside});
  }
  COCITE_CHECK(in.status());
  return out.status();
}

Result<void> QueryPage::score_best(uint64_t wanted, double& least) {
  Room& room = *room_;
  std::priority_queue<double, std::vector<double>, std::greater<>> firsts;
  const auto count = [&](const Scored& one) {
    if (one.is_flagged && query_->flagged != Flagged::kKeep) return;
    firsts.push(known_score(one));
    if (firsts.size() > wanted) firsts.pop();
    if (firsts.size() == wanted) least = std::max(least, firsts.top());
  };
  for (const Scored& one : room.scored) count(one);
  // Nearly as good is as good: ties are for others to decide.
  const auto is_hopeless = [&](const Bound& bound) { return bound.most < least * (1 - kRounding); };
  // Some at a time, for reading one by one takes longer; more where all are read anyway.
  constexpr size_t kKnownTogether = 1024;
  const size_t together = wanted >= room.candidates.size() ? 64 : 8;
  std::vector<Bound>& bounds = room.bounds;
  std::vector<Bound> unread;
  std::vector<Bound> half_read;
  std::vector<Bound> unknown;  // what is beside: few at first, who make it hard for the others
  size_t unknown_together = 32;
  while (!bounds.empty() && !is_hopeless(bounds.front()) && !query_->is_spent()) {
    unread.clear();
    half_read.clear();
    unknown.clear();
    const size_t before = room.scored.size();
    while (!bounds.empty() && !is_hopeless(bounds.front()) && unread.size() < together &&
           half_read.size() < together && unknown.size() < unknown_together) {
      std::ranges::pop_heap(bounds, {}, &Bound::most);
      const Bound bound = bounds.back();
      bounds.pop_back();
      Candidate& candidate = room.candidates[bound.candidate];
      const bool is_new = !candidate.is_half_scored;
      if (is_new) {
        candidate.is_half_scored = true;
        COCITE_TRY(const bool is_taken, takes(candidate.page));
        if (!is_taken) continue;
      }
      if (beside_ != nullptr && !beside_->is_known(bound.candidate)) {
        unknown.push_back(bound);
        continue;
      }
      if (bound.is_known) {
        candidate.is_scored = true;
        room.scored.push_back({.page = candidate.page, .score = bound.known + bound.beside});
        if (query_->flagged == Flagged::kKeep) count(room.scored.back());
        if (room.scored.size() - before >= kKnownTogether) break;  // whoever waits may have enough
      } else {
        (rho_squared_ > 0 && !bound.has_children ? unread : half_read).push_back(bound);
      }
    }
    COCITE_CHECK(read_children_of(unread));
    if (!unknown.empty()) COCITE_CHECK(know_beside(unknown));
    if (unknown.size() == unknown_together) unknown_together *= 2;
    for (const std::vector<Bound>* const back : {&unread, &unknown}) {
      for (const Bound& bound : *back) {
        bounds.push_back(bound);
        std::ranges::push_heap(bounds, {}, &Bound::most);
      }
    }
    size_t i = query_->flagged == Flagged::kKeep ? room.scored.size() : before;
    COCITE_CHECK(score_some(half_read));
    for (; i < room.scored.size(); ++i) {
      Scored& one = room.scored[i];
      if (query_->flagged != Flagged::kKeep) {
        COCITE_TRY(one.is_flagged, is_flagged(one.page));
      }
      count(one);
    }
  }
  return {};
}

Result<bool> QueryPage::is_flagged(PageId other) {
  Room& room = *room_;
  const uint32_t number = room.numbers.of(other);
  constexpr uint32_t kManySites = 3;
  if (number == 0 || room.candidates[number - 1].common_sites < kManySites) return false;
  COCITE_TRY(const std::span<const PageId> parents,
             query_->web->parents(other, in_degree(other), room.parents_buffer));
  for (const PageId parent : parents) {
    if (query_->is_stopped(parent)) continue;
    COCITE_TRY(const bool is_one, is_endorsed(parent, other, parents));
    if (is_one) return false;
  }
  return true;
}

// The voice of a site is its pages', in the measure of how near the two links stand there.
void QueryPage::add_parent_reasons(PageId other, double amount,
                                   std::vector<Reason>& reasons) const {
  const Room& room = *room_;
  const size_t first = reasons.size();
  std::vector<double> weights;
  double all = 0;
  size_t begin = 0;
  for (size_t i = 0; i < room.parent_ends.size();) {
    const uint32_t site = room.looked_at[i].site;
    const size_t first_of_site = weights.size();
    double sum = 0;
    double nearest = 0;
    for (; i < room.parent_ends.size() && room.looked_at[i].site == site; ++i) {
      const auto list = std::span(room.parent_links).subspan(begin, room.parent_ends[i] - begin);
      begin = room.parent_ends[i];
      const size_t place = place_of(list, other);
      if (place == list.size()) continue;
      weights.push_back(spread_weight(spread(room.looked_at[i], list, place)));
      reasons.push_back({room.looked_at[i].page, 0, "parent"});
      sum += weights.back();
      nearest = std::max(nearest, weights.back());
    }
    const auto pages = static_cast<double>(weights.size() - first_of_site);
    if (pages == 0) continue;
    const double voice = nearest * (2 - 1 / pages);
    for (size_t k = first_of_site; k < weights.size(); ++k) weights[k] *= voice / sum;
    all += voice;
  }
  for (size_t k = 0; k < weights.size(); ++k) reasons[first + k].amount = amount * weights[k] / all;
}

Result<Terms> QueryPage::terms_but_walk(PageId other, std::vector<Reason>* reasons) {
  Room& room = *room_;
  Terms terms;
  graph::LongListBuffer in_buffer;
  COCITE_TRY(const std::span<const PageId> parents,
             query_->web->parents(other, in_degree(other), in_buffer));
  COCITE_TRY(const std::span<const PageId> children, query_->web->out().list(other, room.buffer));
  const Candidate* const candidate = candidate_of(other, parents);
  COCITE_TRY(terms.parents, score_parents(candidate, other, parents));
  if (reasons != nullptr && terms.parents > 0) add_parent_reasons(other, terms.parents, *reasons);
  if (rho_squared_ == 0) return terms;
  terms.children = score_children(children, reasons);
  terms.link = score_link(other, static_cast<uint32_t>(parents.size()), children);
  terms.neighbours = score_neighbours(other, parents, children);
  if (reasons == nullptr) return terms;
  if (terms.link > 0) reasons->push_back({other, terms.link, "link"});
  if (terms.neighbours > 0) reasons->push_back({other, terms.neighbours, "neighbours"});
  return terms;
}

Result<std::vector<double>> QueryPage::scores(std::span<const PageId> others) {
  std::vector<Scored> some;
  for (const PageId other : others) {
    COCITE_TRY(const Terms terms, terms_but_walk(other, nullptr));
    some.push_back({.page = other, .score = terms.sum()});
  }
  COCITE_CHECK(walk_to(some));
  std::vector<double> scores;
  for (const Scored& one : some) scores.push_back(one.score);
  return scores;
}

Result<std::vector<Terms>> QueryPage::terms(std::span<const PageId> others) {
  std::vector<Terms> all;
  std::vector<Scored> walks;
  for (const PageId other : others) {
    COCITE_TRY(const Terms terms, terms_but_walk(other, nullptr));
    all.push_back(terms);
    walks.push_back({.page = other});
  }
  COCITE_CHECK(walk_to(walks));
  for (size_t i = 0; i < all.size(); ++i) all[i].walk = walks[i].score;
  return all;
}

Result<void> QueryPage::explain(PageId answer, Explanation& explanation) {
  COCITE_TRY(const Terms terms, terms_but_walk(answer, &explanation.reasons));
  COCITE_CHECK(walk_two_steps());  // which serves all other answers, too
  Scored walk{.page = answer};
  COCITE_CHECK(walk_only_to({&walk, 1}));
  if (walk.score > 0) explanation.reasons.push_back({answer, walk.score, "walk"});
  explanation.score += terms.sum() + walk.score;
  return {};
}

}  // namespace cocite::related::blend

// What a page can score at most, without reading its links.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "related/blend_page.h"
#include "related/blend_room.h"

namespace cocite::related::blend {

double QueryPage::most_from(Stage stage) const {
  double others = 0;
  if (stage <= Stage::kChains || is_cut_) {
    // All neighbours that it shares are among those whose links were not all gone through, and it
    // is one of its own.
    const auto own = static_cast<double>(room_->neighbours.size());
    const double shared = std::min(own, static_cast<double>(unread_in_ + unread_out_));
    others += kNeighboursWeight * shared / std::sqrt(own * (shared + 1));
  }
  if (stage <= Stage::kChildren || is_cut_) {
    // O of a page whose shared children are all among the unseen: s / sqrt((m(u)+1)(m(v)+1)), and
    // m(v) is at least s^2 / unseen mass, by Cauchy and Schwarz.
    const double unseen = std::max(0.0, unseen_reach_);
    const double mass = std::max(unseen_mass_, std::numeric_limits<double>::min());
    others += kChildrenWeight * unseen / std::sqrt((mass_ + 1) * (unseen * unseen / mass + 1));
  }
  if (is_sampled_) {  // a parent that is not looked at
    others += link_weight_ / std::sqrt(2 * (static_cast<double>(room_->parents.size()) + 1));
  }
  const double score = (rho_squared_ * (others + kRounding) + most_walked_) * (1 + kRounding);
  return is_cut_ ? std::max(score, unfound_most_) : score;
}

double QueryPage::weight_of_sites(uint32_t sites_of_v) const {
  const double n = sites_of_v;
  return n / (n + 4 * delta_) / std::pow((n + delta_ * sites_) / (1 + delta_), beta_);
}

double QueryPage::by_parents(double voices, double common_sites, double weight) const {
  return voices * common_sites / (common_sites + 1) * weight / sites_power_;
}

double QueryPage::known_weight_of_sites(uint32_t sites_of_v) const {
  if (sites_of_v >= Room::kSmallSites) return weight_of_sites(sites_of_v);
  double& known = room_->site_weights[sites_of_v];
  if (known == 0) known = weight_of_sites(sites_of_v);
  return known;
}

uint32_t QueryPage::stopped_parents(PageId page) const {
  const uint32_t* const count = room_->stopped_parents.find(page);
  return count == nullptr ? 0 : *count;
}

QueryPage::SitesOf QueryPage::sites_linking_to(PageId page) const {
  const uint32_t all = query_->hosts_on ? notes_->linking_sites(page) : in_degree(page);
  const uint32_t stopped = has_stops() ? stopped_parents(page) : 0;
  const uint32_t least = all > stopped ? all - stopped : 1;
  return {least, query_->hosts_on ? all : least};  // a site may have a stopped page and others
}

double QueryPage::lone_voice(const Candidate& candidate) const {
  return 0.2 * spread_weight(candidate.nearest) / std::max(1.0, candidate.pages / 8.0);
}

bool QueryPage::is_lone(const Candidate& candidate) const {
  return candidate.common_sites == 1 && candidate.site != site_;
}

double QueryPage::parents_most(const Candidate& candidate, double& sure) const {
  sure = 0;
  if (candidate.common_sites == 0) return 0;
  const SitesOf n = sites_linking_to(candidate.page);
  double weight = 0;
  double least_weight = 0;
  if (n.least != n.most) {
    const auto weight_of = [&](double sites, double power_of) {
      return sites / (sites + 4 * delta_) /
             std::pow((power_of + delta_ * sites_) / (1 + delta_), beta_);
    };
    weight = weight_of(n.most, n.least);
    least_weight = weight_of(n.least, n.most);
  } else {
    weight = known_weight_of_sites(n.most);
    least_weight = weight;
  }
  const double all = by_parents(voices(candidate), candidate.common_sites, weight);
  if (!is_lone(candidate) || is_surely_endorsed(candidate)) {
    sure = all * least_weight / weight;
    return all;
  }
  const double lone = by_parents(lone_voice(candidate), 1, weight);
  sure = lone * least_weight / weight;
  return candidate.may_be_endorsed ? all : lone;
}

double QueryPage::known_parents_most(size_t number, double* sure) {
  Room& room = *room_;
  if (room.parents_most.size() < room.candidates.size()) {
    room.parents_most.resize(room.candidates.size(), -1);
  }
  double& known = room.parents_most[number];
  if (known >= 0 && sure == nullptr) return known;
  double least = 0;
  known = parents_most(room.candidates[number], least);
  if (sure != nullptr) *sure = least;
  return known;
}

// What is not I is at most this, of anybody but a child of u.
double QueryPage::others_most() const {
  const double parents = static_cast<double>(room_->parents.size()) + 1;
  return most_walked_ +
         rho_squared_ * (kChildrenWeight * std::sqrt(mass_ / (mass_ + 1)) + kNeighboursWeight +
                         link_weight_ / std::sqrt(2 * parents) + kRounding);
}

double QueryPage::most(const Candidate& candidate, double by_parents) const {
  double score = by_parents + walk_most(candidate.page);
  if (rho_squared_ == 0) return score * (1 + kRounding);
  const PageId page = candidate.page;
  double others = 0;
  const PageNotes::Mass mass = notes_->mass(page);
  if (mass.most > 0) {
    const double least = std::max(0.0, static_cast<double>(mass.least) - stopped_mass_);
    const double by_mass =
        std::sqrt(mass_ / (mass_ + 1) * (mass.most / (static_cast<double>(mass.most) + 1)));
    const double reach = candidate.reach + std::max(0.0, unseen_reach_);
    others += kChildrenWeight *
              std::min(by_mass, reach / std::sqrt((mass_ + 1) * (least + 1)) + kRounding);
  }
  if (candidate.is_child || candidate.is_parent || is_sampled_) {
    double link = 0;
    if (candidate.is_child) {
      link += room_->links.find(page)->prominence /
              std::sqrt((static_cast<double>(room_->children.size()) + 1) *
                        (static_cast<double>(notes_->in_degree(page)) + 1));
    }
    // Others than children that are neighbours are parents.
    if (candidate.is_parent ||
        (is_sampled_ && room_->neighbours.has(page) &&
         (!candidate.is_child || std::ranges::binary_search(room_->parents, page)))) {
      link += 1 / std::sqrt(2 * (static_cast<double>(room_->parents.size()) + 1));
    }
    others += link_weight_ * link;
  }
  const bool is_near = candidate.is_child || candidate.is_parent || is_sampled_;
  others += neighbours_most(candidate, uint64_t{candidate.linked_from} + candidate.links_to +
                                           unread_out_ + (mass.most > 0 ? unread_in_ : 0) +
                                           (is_near ? 2 : 0));
  score += rho_squared_ * others;
  return score * (1 + kRounding);
}

double QueryPage::neighbours_most(const Candidate& candidate, uint64_t shared) const {
  const auto own = static_cast<double>(room_->neighbours.size());
  const double theirs = static_cast<double>(notes_->neighbours(candidate.page)) + 1;
  const double left = std::max(1.0, theirs - static_cast<double>(stops()));
  const double both = std::min({own, theirs, static_cast<double>(shared)});
  return kNeighboursWeight * std::min(1.0, both / std::sqrt(own * left));
}

Result<bool> QueryPage::takes(PageId page) const {
  if (page == page_ || query_->is_stopped(page) || query_->is_asked_for(page)) return false;
  if (query_->takes == nullptr) return true;
  return (*query_->takes)(page);
}

// What the last of the first `wanted` answers has at least, by I alone; 0 where nobody knows.
Result<double> QueryPage::sure_score(uint64_t wanted) {
  Room& room = *room_;
  if (query_->flagged != Flagged::kKeep) return 0;
  std::vector<std::pair<double, PageId>> sure;
  for (size_t i = 0; i < room.candidates.size(); ++i) {
    constexpr size_t kAhead = 16;
    if (i + kAhead < room.candidates.size()) notes_->prefetch(room.candidates[i + kAhead].page);
    const Candidate& candidate = room.candidates[i];
    if (!candidate.is_found) continue;
    double least = 0;
    static_cast<void>(known_parents_most(i, &least));
    if (least > 0) sure.emplace_back(least, candidate.page);
  }
  if (sure.size() < wanted) return 0;
  // Some of the first may be no answers: a few more are looked at.
  const size_t some = std::min<size_t>(sure.size(), wanted * 2 + 8);
  std::ranges::partial_sort(sure, sure.begin() + static_cast<ptrdiff_t>(some), std::greater<>());
  for (size_t i = 0; i < some; ++i) {
    COCITE_TRY(const bool is_taken, takes(sure[i].second));
    if (is_taken && --wanted == 0) return sure[i].first * (1 - kRounding);
  }
  return 0;
}

QueryPage::Bound QueryPage::bound_of(size_t number, double by_parents, double least) {
  const Candidate& candidate = room_->candidates[number];
  Bound bound{.candidate = static_cast<uint32_t>(number)};
  if (const auto known = score_by_counts(candidate)) {
    bound.is_known = true;
    bound.known = *known;
    bound.most = (*known + most_walked_) * (1 + kRounding);
    if (bound.most >= least * (1 - kRounding)) {
      bound.most = (*known + walk_most(candidate.page)) * (1 + kRounding);
    }
  } else {
    bound.most = most(candidate, by_parents);
  }
  return bound;
}

// Of all candidates that were not read yet. Those that were keep theirs. Whoever cannot have `least`
// need not be known better, until others do.
void QueryPage::make_bounds(double least) {
  Room& room = *room_;
  const double enough = least * (1 - kRounding);
  if (are_bounds_made_) {
    std::erase_if(room.hopeless, [&](const Bound& bound) {
      if (bound.most < enough) return false;
      room.bounds.push_back(with_beside(
          bound_of(bound.candidate, known_parents_most(bound.candidate, nullptr), least)));
      std::ranges::push_heap(room.bounds, {}, &Bound::most);
      return true;
    });
    return;
  }
  are_bounds_made_ = true;
  note_unread();
  std::erase_if(room.bounds, [](const Bound& bound) { return !bound.has_children; });
  room.hopeless.clear();
  unfound_most_ = 0;
  const double others = others_most();
  constexpr size_t kAhead = 16;
  for (size_t i = 0; i < room.candidates.size(); ++i) {
    if (i + kAhead < room.candidates.size()) {
      const PageId ahead = room.candidates[i + kAhead].page;
      notes_->prefetch(ahead);
      if (facts_ != nullptr) facts_->prefetch(ahead);
    }
    const Candidate& candidate = room.candidates[i];
    const double by_parents = known_parents_most(i, nullptr);
    double most_at_all = (by_parents + others) * (1 + kRounding);
    const bool may_be_enough = candidate.is_child || most_at_all >= enough;
    if (!candidate.is_found) {
      if (may_be_enough) most_at_all = most(candidate, by_parents);
      unfound_most_ = std::max(unfound_most_, most_at_all);
      continue;
    }
    if (candidate.is_scored || candidate.is_half_scored) continue;
    Bound bound{.most = most_at_all, .candidate = static_cast<uint32_t>(i)};
    if (may_be_enough || beside_ != nullptr) bound = bound_of(i, by_parents, least);
    bound = with_beside(bound);
    (bound.most < enough ? room.hopeless : room.bounds).push_back(bound);
  }
  std::ranges::make_heap(room.bounds, {}, &Bound::most);
}

QueryPage::Bound QueryPage::with_beside(Bound bound) const {
  if (beside_ == nullptr) return bound;
  bound.beside = beside_->most(bound.candidate);
  bound.most += bound.beside * (1 + kRounding);
  return bound;
}

}  // namespace cocite::related::blend

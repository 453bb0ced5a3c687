// What a candidate scores: I and D exactly, O at most.
#include <algorithm>
#include <cmath>
#include <limits>

#include "related/blend/search.h"
#include "related/blend/workspace.h"
#include "related/window.h"

namespace cocite::related::blend {
namespace {

// What adding one more float rounds off at most, as a share of the sum.
constexpr double kFloats = 1e-7;

}  // namespace

double Search::votes(const Candidate& candidate) const {
  if (candidate.sites != 1 || candidate.site == site_) return candidate.votes;
  return lone_votes(candidate.votes, candidate.pages);  // p_max is the only vote
}

Result<uint32_t> Search::linking_sites(PageId page) {
  const uint32_t* const stopped = work_->stopped_parents.find(page);
  if (stopped == nullptr) {
    return query_->hosts_on ? notes_->linking_sites(page) : notes_->in_degree(page);
  }
  if (!query_->hosts_on) return notes_->in_degree(page) - *stopped;
  COCITE_TRY(const auto parents, query_->web->in().list(page, work_->buffer));
  std::vector<uint32_t>& sites = work_->sites;
  sites.clear();
  for (const PageId parent : parents) {
    if (!query_->is_stopped(parent)) sites.push_back(notes_->sites().of(parent));
  }
  std::ranges::sort(sites);
  return static_cast<uint32_t>(std::unique(sites.begin(), sites.end()) - sites.begin());
}

double Search::site_weight(uint32_t sites_v) {
  if (sites_v >= Workspace::kSmallSites) return balance_.by_parents(1, sites_, sites_v);
  double& known = work_->site_weights[sites_v];
  if (known == 0) known = balance_.by_parents(1, sites_, sites_v);
  return known;
}

Result<double> Search::parents_score(const Candidate& candidate) {
  if (candidate.sites == 0) return 0.0;
  COCITE_TRY(const uint32_t sites_v, linking_sites(candidate.page));
  return votes(candidate) * site_weight(sites_v);
}

Result<double> Search::link_score(const Candidate& candidate) {
  if (!is_sampled_ || candidate.is_parent ||
      !std::ranges::binary_search(work_->parents, candidate.page)) {
    return candidate.link;
  }
  Candidate whole = candidate;
  COCITE_TRY(const auto list, query_->web->out().list(candidate.page, work_->buffer));
  COCITE_CHECK(add_link(whole, place_of(list, page_), list.size(), work_->parents.size()));
  return whole.link;
}

double Search::children_score(std::span<const PageId> children) const {
  if (balance_.rho_squared == 0) return 0;
  double shared = 0;
  for (size_t place = 0; place < children.size(); ++place) {
    const Child* const own = work_->links.find(children[place]);
    if (own == nullptr) continue;
    shared += own->rareness * own->top * (has_order_ ? prominence(place) : 1);
  }
  if (shared == 0) return 0;
  double mass = 0;
  constexpr size_t kAhead = 8;
  for (size_t place = 0; place < children.size(); ++place) {
    if (place + kAhead < children.size()) notes_->prefetch(children[place + kAhead]);
    if (query_->is_stopped(children[place])) continue;
    const double top = has_order_ ? prominence(place) : 1;
    mass += rareness(notes_->in_degree(children[place])) * top * top;
  }
  return balance_.rho_squared * shared / std::sqrt((mass_ + 1) * (mass + 1));
}

// What a page can score that is no candidate yet: it shares only unseen children with u, and by
// Cauchy and Schwarz its mass is at least (their reach)^2 / (their mass).
double Search::unseen_children_most() const {
  double most = 0;
  if (unseen_reach_ > 0) {
    const double mass = std::max(unseen_mass_, std::numeric_limits<double>::min());
    most = balance_.rho_squared * unseen_reach_ /
           std::sqrt((mass_ + 1) * (unseen_reach_ * unseen_reach_ / mass + 1));
  }
  if (is_sampled_) most += link_weight_ * link_share(0, 1, work_->parents.size());
  return most * (1 + kRounding) + kRounding * balance_.rho_squared;
}

// Without looking at what is known of the page.
double Search::quick_most(const Candidate& candidate) const {
  double most = candidate.sites == 0 ? 0 : votes(candidate) * best_weight_;
  if (balance_.rho_squared == 0) return most * (1 + kRounding);
  const double reach =
      candidate.reach * (1 + kFloats * static_cast<double>(work_->links.size())) + unseen_reach_;
  most += balance_.rho_squared * (reach / std::sqrt(mass_ + 1) + kRounding);
  most += candidate.link;
  if (is_sampled_) most += link_weight_ * link_share(0, 1, work_->parents.size());
  return most * (1 + kRounding);
}

double Search::children_most(const Candidate& candidate) const {
  if (balance_.rho_squared == 0) return 0;
  const double reach =
      candidate.reach * (1 + kFloats * static_cast<double>(work_->links.size())) + unseen_reach_;
  const PageNotes::Mass mass = notes_->mass(candidate.page);
  if (reach <= 0 || mass.most == 0) return 0;
  const double least = std::max(0.0, static_cast<double>(mass.least) - stopped_mass_);
  const double by_mass =
      std::sqrt(mass_ / (mass_ + 1) * (mass.most / (static_cast<double>(mass.most) + 1)));
  const double by_reach = reach / std::sqrt((mass_ + 1) * (least + 1));
  return balance_.rho_squared * (std::min(by_mass, by_reach) + kRounding);
}

}  // namespace cocite::related::blend

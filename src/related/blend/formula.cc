// The score of blend, by definition. docs/methods/blend.md explains it; docs/decisions has the
// measurements behind it.
//
//   S(u,v) = I + rho^2 (O + w D)         w = 2 with hosts off, 0.5 with hosts on
//
// In words: a page v is related to u if pages link to both (I), if both link to the same pages (O),
// or if one links to the other (D).
//
// rho is the share of u's links, in and out together, whose other end is on u's site; delta = 1 - rho.
// With hosts off every page is a site of its own, and rho = 1. A page of a large site is judged by all
// terms, a page of the open web by the pages that link to it.
//
// I = V n(v) / (n(v) + 8 delta) / (n(u)^(1-beta) n(v)^beta),  beta = (1 + delta) / 4
//   n: how many sites link to a page.
//   V: the sum of p_max over the sites that have pages which link to both. p_max is the largest p among
//   these pages. p = 0.3 + 0.7 / (1 + (d - 1) / 2) for links d places apart; without link order
//   (2/out)^0.3 with hosts on, 1 with hosts off.
//   If only one site links to both, and it is not u's: V = 0.5 p_max / max(1, m/8), where m of its
//   pages do. Otherwise any site could promote its pages.
// O = sum over shared children x of in(x)^-0.3 e_u(x) e_v(x), divided by sqrt((m(u)+1) (m(v)+1))
//   e = 1 / (1 + place/10), places from 0; 1 without link order. m(u) = sum of in(x)^-0.3 e_u(x)^2.
// D = sqrt(e_u(v) / ((out(u)+1) (in(v)+1))) if u links to v, and likewise if v links to u; between
//   different hosts only (hosts off: any two pages).
//
// If u has more than B parents, P(u) is a sample of B of them in V, n(u) and rho. Pages on the stoplist
// count nowhere, except in the degrees of O and D.
#include "related/blend/formula.h"

#include <map>

#include "related/graph_of_sites.h"
#include "related/power_table.h"
#include "related/sampled_parents.h"
#include "related/window.h"

namespace cocite::related::blend {

namespace {

constexpr uint64_t kStepsADegree = 32;  // of the budget

}  // namespace

double rareness(uint64_t in_degree) {
  static const PowerTable table(-0.3);
  return table(in_degree);
}

Result<Formula> Formula::about(const Query& query, const Sites& sites, PageId page) {
  Formula formula(query, sites, page);
  formula.has_order_ = query.web->store().has_link_order();
  COCITE_TRY(formula.of_sites_, is_graph_of_sites(*query.web));
  COCITE_TRY(formula.behind_, LinkingPages::of(*query.web, query.budget));
  if (formula.behind_ != nullptr) {
    formula.has_order_ = formula.behind_->has_link_order();
    COCITE_TRY(formula.linking_,
               formula.behind_->linking(query, page, query.parameters->count("B")));
    COCITE_TRY(formula.linking_lists_, formula.behind_->targets(formula.linking_, query.budget));
    formula.balance_ = Balance(0, kFewSitesOfSites);
    for (const LinkingPages::Page& one : formula.linking_) {
      if (formula.parents_.empty() || formula.parents_.back() != one.site) {
        formula.parents_.push_back(one.site);
      }
    }
    return formula;
  }
  SampledParents sample;
  COCITE_TRY(const auto parents, sample.of(query, page, query.parameters->count("B")));
  formula.parents_.assign(parents.begin(), parents.end());
  COCITE_CHECK(formula.parent_lists_.load(query.web->out(), formula.parents_, query.budget));
  COCITE_TRY(formula.children_, formula.children(page));
  COCITE_TRY(formula.mass_, formula.mass(formula.children_));
  if (formula.of_sites_ && !query.hosts_on) {
    formula.balance_ = Balance(0, kFewSitesOfSites);
  } else if (query.hosts_on) {
    double all = 0;
    double same = 0;
    const auto count = [&](PageId end) {
      ++all;
      if (formula.site(end) == formula.site(page)) ++same;
    };
    for (const PageId parent : formula.parents_) count(parent);
    for (const PageId child : formula.children_) {
      if (!query.is_stopped(child)) count(child);
    }
    const double few_sites = formula.of_sites_ ? kFewSitesOfSites : kFewSites;
    if (all > 0) formula.balance_ = Balance(same / all, few_sites);
  }
  return formula;
}

Result<Formula::Pages> Formula::parents(PageId page) const {
  graph::ListBuffer buffer;
  COCITE_TRY(const auto list, query_->web->in().list(page, buffer));
  return Pages(list.begin(), list.end());
}

Result<Formula::Pages> Formula::children(PageId page) const {
  graph::ListBuffer buffer;
  COCITE_TRY(const auto list, query_->web->out().list(page, buffer));
  return Pages(list.begin(), list.end());
}

double Formula::count_sites(const Pages& pages) const {
  std::vector<uint32_t> sites;
  for (const PageId page : pages) {
    if (!query_->is_stopped(page)) sites.push_back(site(page));
  }
  std::ranges::sort(sites);
  return static_cast<double>(std::unique(sites.begin(), sites.end()) - sites.begin());
}

double Formula::top(size_t place) const {
  return has_order_ ? prominence(place) : 1;
}

Result<double> Formula::mass(const Pages& children) const {
  double sum = 0;
  for (size_t place = 0; place < children.size(); ++place) {
    if (query_->is_stopped(children[place])) continue;
    if (query_->is_spent_after(kStepsADegree)) break;
    COCITE_TRY(const uint32_t in_degree, query_->web->in().degree(children[place]));
    sum += rareness(in_degree) * top(place) * top(place);
  }
  return sum;
}

double Formula::nearness_on(std::span<const PageId> list, PageId other) const {
  const size_t one = place_of(list, page_);
  const size_t two = place_of(list, other);
  uint32_t spread = query_->hosts_on || of_sites_ ? static_cast<uint32_t>(list.size()) : 0;
  if (has_order_) spread = static_cast<uint32_t>(one < two ? two - one : one - two);
  return nearness(has_order_, spread);
}

Result<std::vector<Formula::Common>> Formula::common_parents(PageId other) const {
  std::vector<Common> common;
  if (behind_ != nullptr) {
    for (size_t i = 0; i < linking_lists_.size(); ++i) {
      const Pages& list = linking_lists_[i];
      if (std::ranges::find(list, other) == list.end()) continue;
      const PageId own = linking_[i].site;
      common.push_back({own, site(own), nearness_on(list, other)});
    }
    return common;
  }
  COCITE_TRY(const Pages parents_v, parents(other));
  for (const PageId parent : parents_) {
    if (!std::ranges::binary_search(parents_v, parent)) continue;
    const auto list = parent_lists_.list(parent);
    if (list.empty()) continue;  // the budget is spent
    common.push_back({parent, site(parent), nearness_on(list, other)});
  }
  return common;
}

Result<double> Formula::by_parents(PageId other, std::vector<Reason>* reasons) const {
  std::map<uint32_t, std::vector<Common>> by_site;
  COCITE_TRY(const std::vector<Common> all, common_parents(other));
  for (const Common& common : all) by_site[common.site].push_back(common);
  double votes = 0;
  std::vector<Reason> shares;  // a site's vote, divided among its pages by their p
  for (const auto& [linking, pages] : by_site) {
    double p_max = 0;
    double sum = 0;
    for (const Common& common : pages) {
      p_max = std::max(p_max, common.nearness);
      sum += common.nearness;
    }
    const bool is_lone = by_site.size() == 1 && linking != site(page_);
    const double vote = is_lone ? lone_votes(p_max, static_cast<uint32_t>(pages.size())) : p_max;
    votes += vote;
    for (const Common& common : pages) {
      shares.push_back({common.page, vote * common.nearness / sum, "parent"});
    }
  }
  if (votes == 0) return 0.0;
  COCITE_TRY(const Pages parents_v, parents(other));
  const double score = balance_.by_parents(votes, count_sites(parents_), count_sites(parents_v));
  for (Reason& share : shares) share.amount *= score / votes;
  if (reasons != nullptr) reasons->insert(reasons->end(), shares.begin(), shares.end());
  return score;
}

Result<double> Formula::by_children(PageId other, std::vector<Reason>* reasons) const {
  COCITE_TRY(const Pages children_v, children(other));
  std::vector<Reason> shares;
  double shared = 0;
  for (size_t place = 0; place < children_v.size(); ++place) {
    const PageId child = children_v[place];
    const size_t own = place_of(children_, child);
    if (own == children_.size() || query_->is_stopped(child)) continue;
    COCITE_TRY(const uint32_t in_degree, query_->web->in().degree(child));
    const double share = rareness(in_degree) * top(own) * top(place);
    shares.push_back({child, share, "child"});
    shared += share;
  }
  if (shared == 0) return 0.0;
  COCITE_TRY(const double mass_v, mass(children_v));
  const double weight = balance_.rho_squared / std::sqrt((mass_ + 1) * (mass_v + 1));
  for (Reason& share : shares) share.amount *= weight;
  if (reasons != nullptr) reasons->insert(reasons->end(), shares.begin(), shares.end());
  return shared * weight;
}

Result<double> Formula::by_link(PageId other) const {
  COCITE_TRY(const uint32_t host_u, query_->host(page_));
  COCITE_TRY(const uint32_t host_v, query_->host(other));
  if (host_u == host_v) return 0.0;
  COCITE_TRY(const Pages children_v, children(other));
  COCITE_TRY(const uint32_t in_u, query_->web->in().degree(page_));
  COCITE_TRY(const uint32_t in_v, query_->web->in().degree(other));
  const size_t place = place_of(children_, other);
  const size_t back = place_of(children_v, page_);
  double sum = 0;
  if (place != children_.size() && !query_->is_stopped(other)) {
    sum += link_share(has_order_ ? place : 0, children_.size(), in_v);
  }
  if (back != children_v.size()) {
    sum += link_share(has_order_ ? back : 0, children_v.size(), in_u);
  }
  return balance_.rho_squared * link_weight(query_->hosts_on) * sum;
}

Result<Terms> Formula::terms(PageId other, std::vector<Reason>* reasons) const {
  Terms terms;
  COCITE_TRY(terms.parents, by_parents(other, reasons));
  if (balance_.rho_squared == 0) return terms;
  COCITE_TRY(terms.children, by_children(other, reasons));
  COCITE_TRY(terms.link, by_link(other));
  if (reasons != nullptr && terms.link > 0) reasons->push_back({other, terms.link, "link"});
  return terms;
}

}  // namespace cocite::related::blend

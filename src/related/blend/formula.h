// Blend's score of two pages, computed plainly from its definition (formula.cc opens with it).
//
//   COCITE_TRY(const Formula formula, Formula::about(query, notes.sites(), u));
//   COCITE_TRY(const Terms terms, formula.terms(v));        // of any page, related or not
//   terms.sum()                                             // S(u,v)
//
// Reads every list that it needs, so it is slow: reasons and tests use it. Search (search.h) finds
// the best pages without scoring all of them, and tests compare the two. One thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/link_arena.h"
#include "related/linking_pages.h"
#include "related/method.h"
#include "related/sites.h"

namespace cocite::related::blend {

// in(x)^-0.3: rare pages that two others link to count more.
[[nodiscard]] double rareness(uint64_t in_degree);
// e: links at the top of a page count more.
[[nodiscard]] inline double prominence(uint64_t place) {
  return 1 / (1 + static_cast<double>(place) / 10);
}
// p for a page whose links to u and v are `spread` places apart. Without link order `spread` is the
// number of its links, or 0 with hosts off.
[[nodiscard]] inline double nearness(bool has_order, uint32_t spread) {
  if (has_order) return 0.3 + 0.7 / (1 + (static_cast<double>(spread) - 1) / 2);
  return spread == 0 ? 1 : std::pow(2 / static_cast<double>(spread), 0.3);
}
// V if only one site links to both, and it is not u's: m of its pages do.
[[nodiscard]] inline double lone_votes(double p_max, uint32_t pages) {
  return 0.5 * p_max / std::max(1.0, static_cast<double>(pages) / 8);
}
// One direction of D, for a link at this place; 0 without link order.
[[nodiscard]] inline double link_share(uint64_t place, uint64_t out_degree, uint64_t in_degree) {
  const double links = (static_cast<double>(out_degree) + 1) * (static_cast<double>(in_degree) + 1);
  return std::sqrt(prominence(place) / links);
}
// w.
[[nodiscard]] inline double link_weight(bool hosts_on) {
  return hosts_on ? 0.5 : 2;
}

// k in n(v) / (n(v) + k delta). Sites as nodes have fewer rivals than pages.
inline constexpr double kFewSites = 8;
inline constexpr double kFewSitesOfSites = 3;

// What rho decides.
struct Balance {
  double rho = 1;
  double delta = 0;        // 1 - rho
  double beta = 0.25;      // (1 + delta) / 4
  double rho_squared = 1;  // the weight of O, D and words
  double few = 0;          // k delta

  explicit Balance(double share = 1, double few_sites = kFewSites)
      : rho(share),
        delta(1 - share),
        beta((1 + delta) / 4),
        rho_squared(share * share),
        few(few_sites * delta) {}
  // I by V, n(u) and n(v).
  [[nodiscard]] double by_parents(double votes, double sites_u, double sites_v) const {
    return votes * sites_v / (sites_v + few) /
           (std::pow(sites_u, 1 - beta) * std::pow(sites_v, beta));
  }
};

// What each term adds to the score: weights and rho are in it.
struct Terms {
  double parents = 0;   // I
  double children = 0;  // rho^2 O
  double link = 0;      // rho^2 w D

  [[nodiscard]] double sum() const { return parents + (children + link); }
};

class Formula {
 public:
  // The query, its web and the sites stay while this is used.
  [[nodiscard]] static Result<Formula> about(const Query& query, const Sites& sites, PageId page);

  [[nodiscard]] const Balance& balance() const { return balance_; }
  // Adds to `reasons`, unless that is null, the pages and links that make up the sum.
  [[nodiscard]] Result<Terms> terms(PageId other, std::vector<Reason>* reasons = nullptr) const;

 private:
  Formula(const Query& query, const Sites& sites, PageId page)
      : query_(&query), sites_(&sites), page_(page) {}

  using Pages = std::vector<PageId>;
  [[nodiscard]] uint32_t site(PageId page) const {
    return query_->hosts_on ? sites_->of(page) : index(page);
  }
  [[nodiscard]] double count_sites(const Pages& pages) const;
  // A page that links to both: of which site, and p.
  struct Common {
    PageId page{};  // or its site, on a graph of sites with pages behind it
    uint32_t site = 0;
    double nearness = 0;
  };
  [[nodiscard]] Result<std::vector<Common>> common_parents(PageId other) const;
  [[nodiscard]] double nearness_on(std::span<const PageId> list, PageId other) const;
  [[nodiscard]] Result<Pages> parents(PageId page) const;
  [[nodiscard]] Result<Pages> children(PageId page) const;
  [[nodiscard]] Result<double> mass(const Pages& children) const;
  [[nodiscard]] double top(size_t place) const;
  [[nodiscard]] Result<double> by_parents(PageId other, std::vector<Reason>* reasons) const;
  [[nodiscard]] Result<double> by_children(PageId other, std::vector<Reason>* reasons) const;
  [[nodiscard]] Result<double> by_link(PageId other) const;

  const Query* query_;
  const Sites* sites_;
  PageId page_;
  bool has_order_ = true;
  bool of_sites_ = false;   // nodes are sites
  Pages parents_;           // P(u,B)
  LinkArena parent_lists_;  // what they link to
  // Of a graph of sites with pages behind it, instead: pages that link to u, and to which sites.
  std::shared_ptr<const LinkingPages> behind_;
  std::vector<LinkingPages::Page> linking_;
  std::vector<Pages> linking_lists_;
  Pages children_;  // all
  double mass_ = 0;
  Balance balance_;
};

}  // namespace cocite::related::blend

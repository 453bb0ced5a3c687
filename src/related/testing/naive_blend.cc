#include "related/testing/naive_blend.h"

#include <algorithm>
#include <cmath>

#include "related/testing/naive_families.h"
#include "related/testing/naive_methods.h"

namespace cocite::related::testing {
namespace {

double share_of(double mass, double degree) {
  const double share = 0.85 * mass / degree;
  return share < 1e-5 ? 0 : share;
}

}  // namespace

NaiveBlend::NaiveBlend(const NaiveWeb& web) : web_(web), page_rank_(naive_rank(web, "pagerank")) {
  least_rank_ = *std::min_element(page_rank_.begin(), page_rank_.end());
}

int NaiveBlend::site(int page) const {
  if (!web_.hosts_on) return page;
  return web_.site.empty() ? web_.host[static_cast<size_t>(page)]
                           : web_.site[static_cast<size_t>(page)];
}

std::set<int> NaiveBlend::neighbours(int page) const {
  std::set<int> all;
  for (const int x : web_.parents(page)) all.insert(x);
  for (const int x : web_.list(page)) all.insert(x);
  return all;
}

bool NaiveBlend::is_endorsed(int x, int v) const {
  if (page_rank_[static_cast<size_t>(x)] < 1.2 * least_rank_) return false;
  for (const int y : web_.parents(x)) {
    if (y != v && !web_.links(y, v)) return true;
  }
  return false;
}

double NaiveBlend::rho(int u) const {
  if (!web_.hosts_on) return web_.are_sites ? 0 : 1;
  double all = 0;
  double same = 0;
  for (const int x : web_.sample(u, web_.number("B"))) {
    ++all;
    if (site(x) == site(u)) ++same;
  }
  for (const int x : web_.list(u)) {
    if (web_.stop.contains(x)) continue;
    ++all;
    if (site(x) == site(u)) ++same;
  }
  return all == 0 ? 1 : same / all;
}

double NaiveBlend::place(int x, int v) const {
  const auto& list = web_.list(x);
  return static_cast<double>(std::find(list.begin(), list.end(), v) - list.begin());
}

double NaiveBlend::nearness(int x, int u, int v) const {
  if (web_.has_order) {
    const double d = std::abs(place(x, u) - place(x, v));
    return 0.3 + 0.7 / (1 + (d - 1) / 2);
  }
  if (!web_.hosts_on && !web_.are_sites) return 1;
  return std::pow(2 / static_cast<double>(web_.list(x).size()), 0.3);
}

double NaiveBlend::common_sites(int u, int v) const {
  std::set<int> sites;
  for (const int x : web_.sample(u, web_.number("B"))) {
    if (web_.links(x, v)) sites.insert(site(x));
  }
  return static_cast<double>(sites.size());
}

double NaiveBlend::by_parents(int u, int v) const {
  std::map<int, Pages> by_site;  // the common parents
  std::set<int> sites_u;
  for (const int x : web_.sample(u, web_.number("B"))) {
    sites_u.insert(site(x));
    if (web_.links(x, v)) by_site[site(x)].push_back(x);
  }
  if (by_site.empty()) return 0;
  std::set<int> sites_v;
  for (const int x : web_.free_parents(v)) sites_v.insert(site(x));
  const auto n_u = static_cast<double>(sites_u.size());
  const auto n_v = static_cast<double>(sites_v.size());
  const double delta = 1 - rho(u);
  const double beta = (1 + delta) / 4;
  double votes = 0;
  for (const auto& [one, parents] : by_site) {
    double p_max = 0;
    for (const int x : parents) p_max = std::max(p_max, nearness(x, u, v));
    if (by_site.size() == 1 && one != site(u)) {  // a lone site
      votes = 0.5 * p_max / std::max(1.0, static_cast<double>(parents.size()) / 8);
    } else {
      votes += p_max;
    }
  }
  const double few = web_.are_sites ? 3 : 8;
  return votes * n_v / (n_v + few * delta) / (std::pow(n_u, 1 - beta) * std::pow(n_v, beta));
}

double NaiveBlend::prominence(int u, int x) const {
  return web_.has_order ? 1 / (1 + place(u, x) / 10) : 1;
}

double NaiveBlend::mass(int u) const {
  double sum = 0;
  for (const int x : web_.list(u)) {
    if (web_.stop.contains(x)) continue;
    sum += std::pow(web_.in_degree(x), -0.3) * prominence(u, x) * prominence(u, x);
  }
  return sum;
}

double NaiveBlend::by_children(int u, int v) const {
  double sum = 0;
  for (const int x : web_.list(u)) {
    if (web_.stop.contains(x) || !web_.links(v, x)) continue;
    sum += std::pow(web_.in_degree(x), -0.3) * prominence(u, x) * prominence(v, x);
  }
  return sum / std::sqrt((mass(u) + 1) * (mass(v) + 1));
}

double NaiveBlend::by_link(int u, int v) const {
  if (web_.host_of(u) == web_.host_of(v)) return 0;
  const auto out = [&](int x) { return static_cast<double>(web_.list(x).size()); };
  double sum = 0;
  if (web_.links(u, v))
    sum += std::sqrt(prominence(u, v)) / std::sqrt((out(u) + 1) * (web_.in_degree(v) + 1));
  if (web_.links(v, u))
    sum += std::sqrt(prominence(v, u)) / std::sqrt((out(v) + 1) * (web_.in_degree(u) + 1));
  return sum;
}

// Stopped pages do not stop a walk.
std::map<int, double> NaiveBlend::walk(int u) const {
  std::map<int, double> mass = {{u, 1}};
  for (int step = 0; step < 3; ++step) {
    std::map<int, double> next;
    for (const auto& [page, here] : mass) {
      const std::set<int> all = neighbours(page);
      for (const int x : all) {
        const double share = share_of(here, static_cast<double>(all.size()));
        if (share > 0) next[x] += share;
      }
    }
    mass = next;
  }
  return mass;
}

double NaiveBlend::score(int u, int v) const {
  return by_parents(u, v) +
         rho(u) * rho(u) * (by_children(u, v) + (web_.hosts_on ? 0.5 : 2) * by_link(u, v));
}

std::map<int, double> NaiveBlend::filler(int u) const {
  const auto degree = [&](int page) { return static_cast<double>(neighbours(page).size()); };
  std::map<int, double> all = walk(u);
  for (auto& [v, mass] : all) mass *= 1e-9 * std::sqrt((degree(u) + 1) / (degree(v) + 1));
  all.erase(u);
  for (const int x : web_.stop) all.erase(x);
  return all;
}

std::set<int> NaiveBlend::candidates(int u) const {
  const int many = web_.number("F");
  const int most = web_.number("B");
  std::set<int> all;
  for (const int x : web_.sample(u, most)) {
    all.insert(x);
    for (const int v : web_.list(x)) {
      const bool is_long = static_cast<int>(web_.list(x).size()) > many && web_.has_order;
      if (!is_long || std::abs(place(x, u) - place(x, v)) <= many / 2) all.insert(v);
    }
  }
  for (const int x : web_.first_children(u, many)) {
    all.insert(x);
    for (const int v : web_.sample(x, most)) all.insert(v);
  }
  all.erase(u);
  for (const int x : web_.stop) all.erase(x);
  return all;
}

bool NaiveBlend::is_flagged(int u, int v) const {
  if (common_sites(u, v) < 3) return false;
  for (const int x : web_.free_parents(v)) {
    if (is_endorsed(x, v)) return false;
  }
  return true;
}

NaiveAnswer blend(const NaiveWeb& web, const Pages& pages) {
  const NaiveBlend naive(web);
  NaiveAnswer answer;
  for (const int v : naive.candidates(pages[0])) {
    const double score = naive.score(pages[0], v);
    if (score > 0) answer.scores[v] = score;
  }
  answer.filler = naive.filler(pages[0]);
  answer.is_sufficient = !answer.scores.empty() || !answer.filler.empty();
  return answer;
}

}  // namespace cocite::related::testing

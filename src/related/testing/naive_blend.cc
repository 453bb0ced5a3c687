#include <algorithm>
#include <cmath>

#include "related/testing/naive_families.h"
#include "related/testing/naive_methods.h"

namespace cocite::related::testing {

// The definition, line by line.
NaiveAnswer blend(const NaiveWeb& web, const Pages& pages) {
  const int u = pages[0];
  const std::vector<double> page_rank = naive_rank(web, "pagerank");
  const double least = *std::min_element(page_rank.begin(), page_rank.end());
  const auto endorsed = [&](int x, int v) {
    if (page_rank[static_cast<size_t>(x)] < 1.2 * least) return false;
    for (const int y : web.parents(x)) {
      if (y != v && !web.links(y, v)) return true;
    }
    return false;
  };
  // The group of parent x of v: its host, or -1 for all that are not endorsed.
  const auto group = [&](int x, int v) { return endorsed(x, v) ? web.host_of(x) : -1; };
  const std::set<int> hosts(web.host.begin(), web.host.end());
  const bool has_hosts = web.hosts_on && static_cast<int>(hosts.size()) < web.size();
  // Of u's own the strangers, on other hosts, apart from those at home.
  const auto is_stranger = [&](int x) {
    return !endorsed(x, u) && has_hosts && web.host_of(x) != web.host_of(u);
  };
  const auto own_group_size = [&](int x) {
    int size = 0;
    for (const int y : web.free_parents(u)) {
      size += group(y, u) == group(x, u) && is_stranger(y) == is_stranger(x);
    }
    return static_cast<double>(size);
  };
  const auto group_size = [&](int x, int v) {
    int size = 0;
    for (const int y : web.free_parents(v)) size += group(y, v) == group(x, v);
    return static_cast<double>(size);
  };
  const auto n = [&](int v) {
    std::set<int> groups;
    for (const int x : web.free_parents(v)) groups.insert(group(x, v));
    double sum = 0;
    for (const int one : groups) sum += one == -1 ? 0.03 : 1;
    return sum;
  };
  const auto tau = [&](int x, int v) { return endorsed(x, v) ? 1 : 0.03; };
  const auto place = [&](int x, int v) {
    const auto& list = web.list(x);
    return static_cast<double>(std::find(list.begin(), list.end(), v) - list.begin());
  };
  const auto e = [&](int x, int v) { return 1 / (1 + place(x, v) / 10); };
  const auto rare = [&](int x) { return std::pow(static_cast<double>(web.in_degree(x)), -0.3); };
  const auto m = [&](int v) {
    double sum = 0;
    for (const int x : web.list(v)) {
      if (!web.stop.contains(x)) sum += rare(x) * e(v, x) * e(v, x);
    }
    return sum;
  };
  const auto around = [&](int v) {
    std::set<int> result = {v};
    for (const int x : web.parents(v)) result.insert(x);
    for (const int x : web.list(v)) result.insert(x);
    for (const int x : web.stop) {
      if (x != v) result.erase(x);
    }
    return result;
  };
  const Pages parents = web.sample(u, web.number("B"));
  std::set<int> candidates;
  for (const int x : parents) {
    candidates.insert(x);
    for (const int v : web.list(x)) candidates.insert(v);
  }
  for (const int x : web.first_children(u, web.number("F"))) {
    candidates.insert(x);
    for (const int v : web.sample(x, web.number("B"))) candidates.insert(v);
  }
  NaiveAnswer answer;
  for (const int v : candidates) {
    if (v == u || web.stop.contains(v)) continue;
    double i = 0;
    double common = 0;
    double strangers = 0;
    double nearest = 0;
    for (const int x : parents) {
      if (!web.links(x, v)) continue;
      const double d = std::abs(place(x, u) - place(x, v));
      const double near = 0.3 + 0.7 / (1 + (d - 1) / 2);
      if (is_stranger(x) && !endorsed(x, v)) {
        ++strangers;
        nearest = std::max(nearest, near);
        continue;
      }
      ++common;
      i += std::sqrt(tau(x, u) * tau(x, v)) * near * std::pow(own_group_size(x), -0.75) *
           std::pow(group_size(x, v), -0.25);
    }
    if (strangers > 0) {
      ++common;
      double all = 0;
      for (const int x : web.free_parents(v)) all += endorsed(x, v) ? 0 : 1;
      i += 0.03 * nearest * std::pow(strangers / all, 0.25) *
           (web.host_of(u) == web.host_of(v) ? 1 : 0.45);
    }
    if (common > 0) {
      i *= common / (common + 1) / (std::pow(n(u), 0.75) * std::pow(n(v), 0.25));
    }
    double o = 0;
    for (const int x : web.list(u)) {
      if (web.links(v, x) && !web.stop.contains(x)) o += rare(x) * e(u, x) * e(v, x);
    }
    o /= std::sqrt((m(u) + 1) * (m(v) + 1));
    double d = 0;
    const auto out = [&](int x) { return static_cast<double>(web.list(x).size()); };
    if (web.host_of(u) != web.host_of(v)) {
      if (web.links(u, v)) d += e(u, v) / std::sqrt((out(u) + 1) * (web.in_degree(v) + 1));
      if (web.links(v, u)) d += e(v, u) / std::sqrt((out(v) + 1) * (web.in_degree(u) + 1));
    }
    const std::set<int> a = around(u);
    const std::set<int> b = around(v);
    double shared = 0;
    for (const int x : a) {
      const bool is_parent = web.links(x, u) && web.links(x, v);
      if (has_hosts && is_parent && !endorsed(x, u) && !endorsed(x, v)) continue;
      shared += static_cast<double>(b.count(x));
    }
    answer.scores[v] =
        i + 0.8 * o + 2 * d +
        0.1 * shared / std::sqrt(static_cast<double>(a.size()) * static_cast<double>(b.size()));
  }
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

}  // namespace cocite::related::testing

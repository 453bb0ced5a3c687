// Pages that vouch for each other: HITS and SimRank on a neighbourhood.
#include <cmath>

#include "related/testing/naive_families.h"

namespace cocite::related::testing {
namespace {

std::set<int> vicinity(const NaiveWeb& web, const Pages& pages) {
  std::set<int> nodes;
  for (const int u : pages) {
    nodes.insert(u);
    for (const int x : web.sample(u, web.number("B"))) {
      nodes.insert(x);
      nodes.merge(web.window(x, u, web.number("BF")));
    }
    for (const int c : web.first_children(u, web.number("F"))) {
      nodes.insert(c);
      Pages parents;
      for (const int x : web.free_parents(c)) {
        if (x != u) parents.push_back(x);
      }
      for (const int x : web.most_linked(parents, web.number("FB"))) nodes.insert(x);
    }
  }
  return nodes;
}

void scale(std::map<int, double>& values) {
  double squares = 0;
  for (const auto& [page, value] : values) squares += value * value;
  if (squares == 0) return;
  for (auto& [page, value] : values) value /= std::sqrt(squares);
}

}  // namespace

NaiveAnswer companion(const NaiveWeb& web, const Pages& pages) {
  const std::set<int> nodes = vicinity(web, pages);
  const Pages all(nodes.begin(), nodes.end());
  const auto group = web.groups(all, [&](int x, int y) { return web.near_duplicates(x, y); });
  std::map<int, int> shown;  // of a label
  for (const int page : all) {
    const int label = group.at(page);
    if (!shown.contains(label) || web.in_degree(page) > web.in_degree(shown[label])) {
      shown[label] = page;
    }
  }
  std::set<std::pair<int, int>> edges;  // between shown members
  for (const int m : all) {
    for (const int t : all) {
      if (!web.links(m, t) || web.host_of(m) == web.host_of(t)) continue;
      const int from = shown[group.at(m)];
      const int to = shown[group.at(t)];
      if (from != to && web.host_of(from) != web.host_of(to)) edges.insert({from, to});
    }
  }
  std::map<int, double> a;
  std::map<int, double> h;
  for (const auto& [label, page] : shown) a[page] = h[page] = 1;
  const double n = static_cast<double>(shown.size());
  for (int iteration = 0; iteration < 1000; ++iteration) {
    const auto before = a;
    for (auto& [page, value] : a) value = 0;
    for (const auto& [m, t] : edges) {
      int k = 0;
      for (const auto& [m2, t2] : edges) k += t2 == t && web.host_of(m2) == web.host_of(m);
      a[t] += h[m] / k;
    }
    scale(a);
    for (auto& [page, value] : h) value = 0;
    for (const auto& [m, t] : edges) {
      int l = 0;
      for (const auto& [m2, t2] : edges) l += m2 == m && web.host_of(t2) == web.host_of(t);
      h[m] += a[t] / l;
    }
    scale(h);
    double change = 0;
    for (const auto& [page, value] : a) change += std::abs(value - before.at(page));
    if (change < 1e-8 * std::sqrt(n)) break;
  }
  NaiveAnswer answer;
  answer.is_sufficient = !edges.empty();
  if (edges.empty()) return answer;
  for (const auto& [page, value] : a) answer.scores[page] = value;
  for (const int u : pages) answer.scores.erase(shown[group.at(u)]);
  for (const int u : web.asked) {
    if (group.contains(u)) answer.scores.erase(shown[group.at(u)]);
  }
  return answer;
}

std::set<int> extension(const NaiveWeb& web, const std::set<int>& pages, int d) {
  std::set<int> result = pages;
  for (const int page : pages) {
    for (const int child : web.list(page)) {
      if (!web.stop.contains(child)) result.insert(child);
    }
    for (const int parent : web.sample(page, d)) result.insert(parent);
  }
  return result;
}

NaiveAnswer kleinberg(const NaiveWeb& web, const Pages& pages) {
  std::set<int> start(pages.begin(), pages.end());
  for (const int u : pages) {
    for (const int x : web.sample(u, web.number("B"))) start.insert(x);
  }
  const std::set<int> nodes = extension(web, start, web.number("d"));
  std::vector<std::pair<int, int>> edges;
  for (const int m : nodes) {
    for (const int t : nodes) {
      if (web.links(m, t) && web.host_of(m) != web.host_of(t)) edges.emplace_back(m, t);
    }
  }
  NaiveAnswer answer;
  answer.is_sufficient = !edges.empty();
  if (edges.empty()) return answer;
  std::map<int, double> a;
  std::map<int, double> h;
  for (const int page : nodes) a[page] = h[page] = 1;
  const auto change = [](const std::map<int, double>& x, const std::map<int, double>& y) {
    double sum = 0;
    double all = 0;
    for (const auto& [page, value] : x) {
      sum += std::abs(value - y.at(page));
      all += std::abs(value);
    }
    return sum / all;
  };
  for (int iteration = 0; iteration < 1000; ++iteration) {
    const auto a_before = a;
    const auto h_before = h;
    for (auto& [page, value] : a) value = 0;
    for (const auto& [m, t] : edges) a[t] += h[m];
    scale(a);
    for (auto& [page, value] : h) value = 0;
    for (const auto& [m, t] : edges) h[m] += a[t];
    scale(h);
    if (change(a, a_before) < 1e-9 && change(h, h_before) < 1e-9) break;
  }
  answer.scores = web.words.at("want") == "hubs" ? h : a;
  double most = 0;
  for (const auto& [page, value] : answer.scores) most = std::max(most, value);
  std::erase_if(answer.scores, [&](const auto& one) { return one.second < 1e-12 * most; });
  return answer;
}

NaiveAnswer simrank(const NaiveWeb& web, const Pages& pages) {
  const int u = pages[0];
  const std::set<int> nodes = vicinity(web, {u});
  std::map<int, Pages> in;
  for (const int b : nodes) {
    for (const int a : nodes) {
      if (web.links(a, b)) in[b].push_back(a);
    }
  }
  std::map<std::pair<int, int>, double> s;
  for (const int a : nodes) s[{a, a}] = 1;
  for (int iteration = 0; iteration < 5; ++iteration) {
    std::map<std::pair<int, int>, double> next;
    for (const int a : nodes) {
      for (const int b : nodes) {
        if (a == b) {
          next[{a, b}] = 1;
          continue;
        }
        double sum = 0;
        for (const int i : in[a]) {
          for (const int j : in[b]) {
            if (const auto found = s.find({i, j}); found != s.end()) sum += found->second;
          }
        }
        if (sum > 0) {
          next[{a, b}] = 0.8 * sum / static_cast<double>(in[a].size() * in[b].size());
        }
      }
    }
    s = next;
  }
  NaiveAnswer answer;
  for (const int v : nodes) {
    if (v != u && s.contains({u, v})) answer.scores[v] = s[{u, v}];
  }
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

}  // namespace cocite::related::testing

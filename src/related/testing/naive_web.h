// For tests: a small web in plain vectors, and the terms of the field written down as naively as
// they can be. Nothing here shares code with the methods.
//
//   NaiveWeb web = random_web(random, 20);
//   web.parents(3); web.window(1, 3, 8); web.sample(3, 2);
//
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cocite::related::testing {

inline uint64_t naive_mix(uint64_t x) {  // splitmix64, as published
  uint64_t z = (x + 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

struct NaiveWeb {
  std::vector<std::vector<int>> children;
  std::vector<int> host;  // of each page, rising with the pages
  bool hosts_on = true;
  bool has_order = true;     // false: all lists rise
  bool are_sites = false;    // every page is the root of a host of its own
  std::set<int> stop;        // stoplist of the current query
  std::set<int> asked = {};  // all its query pages
  uint64_t seed = 0;
  std::map<std::string, double> numbers;  // parameters
  std::map<std::string, std::string> words = {};
  std::map<std::string, std::vector<double>> ranks = {};  // the user's own, by name
  std::vector<int> site = {};       // of each page, rising; empty: every host is a site
  std::vector<int> not_pages = {};  // negative pages of the current query

  [[nodiscard]] int size() const { return static_cast<int>(children.size()); }
  [[nodiscard]] int host_of(int page) const {
    return hosts_on ? host[static_cast<size_t>(page)] : page;
  }
  [[nodiscard]] const std::vector<int>& list(int page) const {
    return children[static_cast<size_t>(page)];
  }
  [[nodiscard]] bool links(int from, int to) const {
    return std::find(list(from).begin(), list(from).end(), to) != list(from).end();
  }
  [[nodiscard]] std::vector<int> parents(int page) const {
    std::vector<int> result;
    for (int x = 0; x < size(); ++x) {
      if (links(x, page)) result.push_back(x);
    }
    return result;
  }
  [[nodiscard]] int in_degree(int page) const { return static_cast<int>(parents(page).size()); }
  // Real ones, other than its own.
  [[nodiscard]] int linking_hosts(int page) const {
    std::set<int> hosts;
    for (const int x : parents(page)) hosts.insert(host[static_cast<size_t>(x)]);
    hosts.erase(host[static_cast<size_t>(page)]);
    return static_cast<int>(hosts.size());
  }
  [[nodiscard]] std::vector<int> free_parents(int page) const {  // not stopped
    std::vector<int> result;
    for (const int x : parents(page)) {
      if (!stop.contains(x)) result.push_back(x);
    }
    return result;
  }
  [[nodiscard]] std::vector<int> sample(int page, int most) const {
    std::vector<int> all = free_parents(page);
    if (static_cast<int>(all.size()) <= most) return all;
    std::vector<std::pair<uint64_t, int>> hashed;
    for (const int x : all) {
      hashed.emplace_back(naive_mix(naive_mix(naive_mix(seed) ^ static_cast<uint64_t>(page)) ^
                                    static_cast<uint64_t>(x)),
                          x);
    }
    std::sort(hashed.begin(), hashed.end());
    std::vector<int> result;
    for (int i = 0; i < most; ++i) result.push_back(hashed[static_cast<size_t>(i)].second);
    return result;
  }
  // Without stopped pages.
  [[nodiscard]] std::set<int> window(int x, int u, int k) const {
    std::set<int> result;
    const auto& all = list(x);
    const int n = static_cast<int>(all.size());
    int place = 0;
    while (all[static_cast<size_t>(place)] != u) ++place;
    for (int i = 0; i < n; ++i) {
      const int page = all[static_cast<size_t>(i)];
      const bool near = n <= k + 1 || std::abs(i - place) <= k / 2;
      if (near && page != u && !stop.contains(page)) result.insert(page);
    }
    return result;
  }
  [[nodiscard]] bool near_duplicates(int x, int y) const {
    const std::set<int> a(list(x).begin(), list(x).end());
    const std::set<int> b(list(y).begin(), list(y).end());
    if (x == y || a.size() <= 10 || b.size() <= 10) return false;
    size_t shared = 0;
    for (const int page : a) shared += b.count(page);
    return 20 * shared >= 19 * std::max(a.size(), b.size());
  }
  // Groups of `pages` under the relation, transitively: by label.
  template <class Alike>
  [[nodiscard]] std::map<int, int> groups(const std::vector<int>& pages, Alike alike) const {
    std::map<int, int> label;
    for (const int page : pages) label[page] = page;
    for (bool changed = true; changed;) {
      changed = false;
      for (const int x : pages) {
        for (const int y : pages) {
          if (x != y && label[x] != label[y] && alike(x, y)) {
            label[x] = label[y] = std::min(label[x], label[y]);
            changed = true;
          }
        }
      }
    }
    return label;
  }
  // Of these, the `most` with the highest in-degree, ties by key.
  [[nodiscard]] std::vector<int> most_linked(std::vector<int> pages, int most) const {
    std::sort(pages.begin(), pages.end(), [&](int a, int b) {
      return in_degree(a) != in_degree(b) ? in_degree(a) > in_degree(b) : a < b;
    });
    if (static_cast<int>(pages.size()) > most) pages.resize(static_cast<size_t>(most));
    return pages;
  }
  [[nodiscard]] std::vector<int> first_children(int page, int most) const {
    std::vector<int> result;
    for (const int child : list(page)) {
      if (most-- <= 0) break;
      if (!stop.contains(child)) result.push_back(child);
    }
    return result;
  }
  [[nodiscard]] int number(const std::string& name) const {
    return static_cast<int>(numbers.at(name));
  }
};

// What a method says: pages with scores, and whether the evidence is enough.
struct NaiveAnswer {
  std::map<int, double> scores;
  std::map<int, int> ties = {};
  std::map<int, int> first = {};      // what comes before scores; larger first
  std::map<int, double> filler = {};  // behind all others, if they are not in scores
  bool is_sufficient = false;
};

// A web with hosts, copies of lists with small changes, and a few pages that everybody links to.
inline NaiveWeb random_web(std::mt19937& random, int pages) {
  NaiveWeb web;
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const int hosts = 1 + below(pages);
  web.host.resize(static_cast<size_t>(pages));
  for (int& host : web.host) host = below(hosts);
  std::sort(web.host.begin(), web.host.end());
  web.children.resize(static_cast<size_t>(pages));
  const int longest = 1 + below(std::min(pages, 30));
  for (int x = 0; x < pages; ++x) {
    auto& list = web.children[static_cast<size_t>(x)];
    if (x > 0 && below(4) == 0) {
      list = web.children[static_cast<size_t>(below(x))];  // a copy, perhaps with a change
      if (!list.empty() && below(2) == 0) list.erase(list.begin() + below(int(list.size())));
      if (below(2) == 0) std::shuffle(list.begin(), list.end(), random);
    } else {
      const int wanted = below(longest + 1);
      for (int i = 0; i < wanted; ++i)
        list.push_back(below(2) == 0 ? below(pages) : below(pages) / 3);
    }
    std::vector<int> clean;
    for (const int page : list) {
      if (page != x && std::find(clean.begin(), clean.end(), page) == clean.end()) {
        clean.push_back(page);
      }
    }
    list = clean;
  }
  return web;
}

// The same web where some hosts that follow each other are one site.
inline void join_sites(NaiveWeb& web, std::mt19937& random) {
  web.site.clear();
  int site = 0;
  for (size_t page = 0; page < web.host.size(); ++page) {
    if (page > 0 && web.host[page] != web.host[page - 1] && random() % 2 == 0) ++site;
    web.site.push_back(site);
  }
}

// The same web without the order of links.
inline void forget_order(NaiveWeb& web) {
  for (auto& list : web.children) std::sort(list.begin(), list.end());
  web.has_order = false;
}

}  // namespace cocite::related::testing

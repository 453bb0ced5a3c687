// For tests: every rank as its formula is written, on dense matrices, by direct solution or by
// thousands of plain iterations; and stores of graphs drawn as text.
//
//   const Web web = drawn("a>b c; b>c");           // or every_web(3), random_web(seed, 30, 100)
//   const WebStore store(web);
//   naive_scores("pagerank", web, options)         // nothing: an error is expected
//
// Nothing here uses rank/ beyond its options.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rank/rank.h"
#include "store/store.h"
#include "store/testing/small_store.h"

namespace cocite::rank::testing {

// Children of each page, in page order.
using Web = std::vector<std::vector<uint32_t>>;

// "a>b c; b>c; d": pages are a, b, c, …
inline Web drawn(std::string_view text) {
  Web web;
  uint32_t page = 0;
  bool is_source = true;
  for (const char c : text) {
    if (c == ';') is_source = true;
    if (c < 'a' || c > 'z') continue;
    const auto named = static_cast<uint32_t>(c - 'a');
    if (web.size() <= named) web.resize(named + 1);
    if (is_source) {
      page = named;
      is_source = false;
    } else {
      web[page].push_back(named);
    }
  }
  return web;
}

// Graph number `code` of all those with `pages` pages: there are 2^(pages·(pages-1)).
inline Web numbered_web(uint32_t pages, uint64_t code) {
  Web web(pages);
  for (uint32_t from = 0; from < pages; ++from) {
    for (uint32_t to = 0; to < pages; ++to) {
      if (from == to) continue;
      if ((code & 1) != 0) web[from].push_back(to);
      code >>= 1U;
    }
  }
  return web;
}

inline Web random_web(unsigned seed, uint32_t pages, uint32_t links) {
  std::mt19937 random(seed);
  Web web(pages);
  std::vector<bool> is_there(size_t{pages} * pages);
  for (uint32_t i = 0; i < links; ++i) {
    // Squared: some pages have many links, most few; a third none.
    const auto pick = [&] {
      const double share = std::uniform_real_distribution<>(0, 1)(random);
      return static_cast<uint32_t>(share * share * pages);
    };
    const uint32_t from = pick() * 2 / 3;
    const uint32_t to = pages - 1 - pick();
    const size_t link = size_t{from} * pages + to;
    if (from == to || is_there[link]) continue;
    is_there[link] = true;
    web[from].push_back(to);
  }
  return web;
}

inline Web reversed(const Web& web) {
  Web turned(web.size());
  for (uint32_t from = 0; from < web.size(); ++from) {
    for (const uint32_t to : web[from]) turned[to].push_back(from);
  }
  return turned;
}

// Hosts of the store's pages are of 1, 2, 3, 1, 2, 3, … pages.
inline std::vector<uint32_t> hosts_of(size_t pages) {
  std::vector<uint32_t> hosts;
  for (uint32_t host = 0; hosts.size() < pages; ++host) {
    for (uint32_t i = 0; i <= host % 3 && hosts.size() < pages; ++i) hosts.push_back(host);
  }
  return hosts;
}

class WebStore {
 public:
  explicit WebStore(const Web& web) : small_(as_small_web(web), "ranks") {
    auto opened = store::Store::open(small_.path());
    EXPECT_TRUE(opened) << opened.error().message;
    store_ = std::make_unique<store::Store>(*std::move(opened));
  }
  [[nodiscard]] const store::Store& operator*() const { return *store_; }
  [[nodiscard]] const store::Store* operator->() const { return store_.get(); }
  [[nodiscard]] const store::testing::SmallStore& files() const { return small_; }

 private:
  static store::testing::SmallWeb as_small_web(const Web& web) {
    store::testing::SmallWeb small;
    const std::vector<uint32_t> hosts = hosts_of(web.size());
    for (size_t i = 0; i < web.size(); ++i) {
      small.keys.push_back("com,h" + std::to_string(100000 + hosts[i]) + ")/" +
                           std::to_string(100000 + i));
      small.children.push_back(web[i]);
      small.crawled.push_back(true);
      small.titles.emplace_back();
      small.ranks.push_back(0);
    }
    return small;
  }

  store::testing::SmallStore small_;
  std::unique_ptr<store::Store> store_;
};

using Vector = std::vector<double>;

// Solves m·x = b by elimination.
inline Vector solved(std::vector<Vector> m, Vector b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k) {
    size_t best = k;
    for (size_t i = k; i < n; ++i) best = std::abs(m[i][k]) > std::abs(m[best][k]) ? i : best;
    std::swap(m[k], m[best]);
    std::swap(b[k], b[best]);
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = m[i][k] / m[k][k];
      for (size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) b[k] -= m[k][j] * b[j];
    b[k] /= m[k][k];
  }
  return b;
}

// r = ε·e + (1-ε)·(Pᵀ + e·dᵀ)·r as a linear system, childless pages and all; Σe = 1.
inline Vector naive_walk(const Web& web, const Vector& e, double epsilon) {
  const size_t n = web.size();
  std::vector<Vector> m(n, Vector(n, 0.0));
  Vector b(n);
  for (size_t i = 0; i < n; ++i) {
    m[i][i] += 1;
    b[i] = epsilon * e[i];
    for (size_t q = 0; q < n; ++q) {
      if (web[q].empty()) m[i][q] -= (1 - epsilon) * e[i];
    }
  }
  for (size_t q = 0; q < n; ++q) {
    for (const uint32_t p : web[q]) {
      m[p][q] -= (1 - epsilon) / static_cast<double>(web[q].size());
    }
  }
  return solved(m, b);
}

inline Vector scaled(Vector values, double by) {
  for (double& value : values) value *= by;
  return values;
}

inline double sum_of(const Vector& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

inline double norm_of(const Vector& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}

// What comes to each page when every page gives `values` along its links.
inline Vector along(const Web& web, const Vector& values) {
  Vector result(web.size());
  for (size_t q = 0; q < web.size(); ++q) {
    for (const uint32_t p : web[q]) result[p] += values[q];
  }
  return result;
}

inline std::pair<Vector, Vector> naive_hits(const Web& web) {
  const Web back = reversed(web);
  Vector a(web.size());
  Vector h(web.size(), 1.0);
  for (int i = 0; i < 20000; ++i) {
    a = along(web, h);
    if (norm_of(a) == 0) return {a, a};
    a = scaled(a, 1 / norm_of(a));
    const Vector before = h;
    h = along(back, a);
    h = scaled(h, 1 / norm_of(h));
    if (h == before) break;
  }
  for (Vector* values : {&a, &h}) {
    const double largest = *std::ranges::max_element(*values);
    for (double& value : *values) value = value < 1e-12 * largest ? 0 : value;
  }
  return {a, h};
}

inline std::pair<Vector, Vector> naive_randomized_hits(const Web& web, double epsilon) {
  const Web back = reversed(web);
  Vector a(web.size(), 1.0);
  Vector h(web.size(), 1.0);
  const auto shared = [](const Web& by, Vector values) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (!by[i].empty()) values[i] /= static_cast<double>(by[i].size());
    }
    return values;
  };
  for (int i = 0; i < 500; ++i) {
    a = scaled(along(web, shared(web, h)), 1 - epsilon);
    for (double& value : a) value += epsilon;
    h = scaled(along(back, shared(back, a)), 1 - epsilon);
    for (double& value : h) value += epsilon;
  }
  return {a, h};
}

// Authorities by walking: from an authority back to a hub, forward to an authority, started alike
// on all authorities, for very long. Hubs are the authorities of the reversed web.
inline Vector naive_salsa(const Web& web) {
  const Web back = reversed(web);
  const size_t n = web.size();
  Vector now(n);
  double authorities = 0;
  for (size_t p = 0; p < n; ++p) authorities += back[p].empty() ? 0 : 1;
  for (size_t p = 0; p < n; ++p) now[p] = back[p].empty() ? 0 : 1 / authorities;
  for (int i = 0; i < 3000; ++i) {
    Vector next(n);
    for (size_t p = 0; p < n; ++p) {
      for (const uint32_t hub : back[p]) {
        for (const uint32_t to : web[hub]) {
          next[to] += now[p] / static_cast<double>(back[p].size() * web[hub].size());
        }
      }
    }
    now = next;
  }
  return now;
}

inline Vector naive_katz(const Web& web, double epsilon) {
  const size_t n = web.size();
  Vector ways(n, 1.0);
  double growth = 1;
  for (int round = 0; round < 50; ++round) {
    Vector next = along(web, ways);
    for (size_t i = 0; i < n; ++i) next[i] += ways[i];
    growth = sum_of(next) / sum_of(ways);
    ways = scaled(next, 1 / sum_of(next));
  }
  const double alpha = (1 - epsilon) / std::max(1.0, growth - 1);
  std::vector<Vector> m(n, Vector(n, 0.0));
  for (size_t i = 0; i < n; ++i) m[i][i] = 1;
  for (size_t q = 0; q < n; ++q) {
    for (const uint32_t p : web[q]) m[p][q] -= alpha;
  }
  const Vector scores = solved(m, Vector(n, 1.0));
  return scaled(scores, 1 / sum_of(scores));
}

// Distances of all pairs, as Floyd and Warshall have it.
inline Vector naive_harmonic(const Web& web) {
  const size_t n = web.size();
  std::vector<Vector> d(n, Vector(n, INFINITY));
  for (size_t q = 0; q < n; ++q) {
    for (const uint32_t p : web[q]) d[q][p] = 1;
  }
  for (size_t k = 0; k < n; ++k) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
    }
  }
  Vector scores(n);
  for (size_t q = 0; q < n; ++q) {
    for (size_t p = 0; p < n; ++p) scores[p] += p == q ? 0 : 1 / d[q][p];
  }
  return scores;
}

// Nothing: the rank is an error on this web.
inline std::optional<Vector> naive_scores(std::string_view rank, const Web& given,
                                          const Options& options) {
  const Web web = options.reversed ? reversed(given) : given;
  const Web back = reversed(web);
  const size_t n = web.size();
  Vector in(n);
  Vector out(n);
  for (size_t i = 0; i < n; ++i) {
    in[i] = static_cast<double>(back[i].size());
    out[i] = static_cast<double>(web[i].size());
  }
  const double links = sum_of(in);
  if (rank == "indegree") return in;
  // Nothing is known to be gone in these webs.
  if (rank == "broken-links") return std::vector<double>(web.size());
  if (rank == "host-indegree") {
    const std::vector<uint32_t> hosts = hosts_of(n);
    Vector counts(n);
    for (size_t p = 0; p < n; ++p) {
      std::set<uint32_t> others;
      for (const uint32_t q : back[p]) others.insert(hosts[q]);
      others.erase(hosts[p]);
      counts[p] = static_cast<double>(others.size());
    }
    return counts;
  }
  if (rank == "pagerank") {
    return naive_walk(web, Vector(n, 1 / static_cast<double>(n)), options.epsilon);
  }
  if (rank == "hubrank" || rank == "hubrank-authority") {
    if (links == 0) return std::nullopt;
    return naive_walk(web, scaled(rank == "hubrank" ? out : in, 1 / links), options.epsilon);
  }
  if (rank == "personalized-pagerank" || rank == "trustrank" || rank == "anti-trustrank") {
    Vector e(n);
    for (const auto& [page, weight] : options.seeds) e[index(page)] += weight;
    if (sum_of(e) <= 0) return std::nullopt;
    return naive_walk(rank == "anti-trustrank" ? back : web, scaled(e, 1 / sum_of(e)),
                      options.epsilon);
  }
  if (rank == "katz") return naive_katz(web, options.epsilon);
  if (rank == "harmonic") return naive_harmonic(web);
  if (rank == "hits-authority") return naive_hits(web).first;
  if (rank == "hits-hub") return naive_hits(web).second;
  if (rank == "randomized-hits-authority") {
    return naive_randomized_hits(web, options.epsilon).first;
  }
  if (rank == "randomized-hits-hub") return naive_randomized_hits(web, options.epsilon).second;
  if (rank == "salsa-authority") return naive_salsa(web);
  if (rank == "salsa-hub") return naive_salsa(back);
  ADD_FAILURE() << "no naive version of " << rank << ": write one";
  return std::nullopt;
}

}  // namespace cocite::rank::testing

// For tests: does a method agree with its naive version?
//
//   expect_agreement("cocitation", 1, 60);      // on the random webs of these seeds
//
// One thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "related/method.h"
#include "related/testing/naive_methods.h"
#include "related/testing/test_store.h"

namespace cocite::related::testing {

inline bool is_iterated(const std::string& name) {
  return name == "companion" || name == "kleinberg" || name == "personalized-pagerank" ||
         name == "hubfinder";
}

inline void expect_same(const TestStore& store, NaiveWeb web, const std::string& method,
                        const std::vector<int>& pages) {
  web.numbers["delta"] = method == "lli" ? 0 : 1;
  if (method == "personalized-pagerank") web.numbers.erase("epsilon");
  bool is_sufficient = false;
  const auto expected = naive_related(web, method, pages, is_sufficient);
  const auto found = store.related(method, pages, web);
  ASSERT_EQ(found.error, "");
  // Pages are judged one by one.
  if (pages.size() == 1) {
    ASSERT_EQ(found.is_sufficient, is_sufficient);
  }
  ASSERT_EQ(found.items.size(), expected.size());
  const double tolerance = is_iterated(method) ? 1e-6 : 1e-9;
  for (size_t i = 0; i < expected.size(); ++i) {
    const Item& item = found.items[i];
    ASSERT_NEAR(item.score, expected[i].second, tolerance * std::abs(expected[i].second)) << i;
    // If scores are nearly equal, rounding may decide differently in the two.
    const bool is_close =
        (i > 0 && std::abs(expected[i - 1].second / expected[i].second - 1) < tolerance) ||
        (i + 1 < expected.size() &&
         std::abs(expected[i + 1].second / expected[i].second - 1) < tolerance);
    if (is_iterated(method) && is_close) continue;
    ASSERT_EQ(index(item.page), static_cast<uint32_t>(expected[i].first)) << i;
  }
}

// Parameters small enough to be felt in a small web.
inline void choose_settings(NaiveWeb& web, std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  web.hosts_on = below(3) != 0;
  web.seed = random() % 3;
  const bool is_small = below(2) == 0;
  web.numbers = {{"B", is_small ? below(6) : 200},
                 {"BF", is_small ? below(7) : 8},
                 {"F", is_small ? below(6) : 40},
                 {"FB", is_small ? below(5) : 8},
                 {"d", is_small ? below(5) : 50},
                 {"sigma", 1 + below(5)},
                 {"alpha", 0.6},
                 {"epsilon", below(2) == 0 ? 0.5 : 0.2},
                 {"epsilon_children", below(2) == 0 ? -1 : 0.3}};
  web.words = {{"projection", below(2) == 0 ? "paper" : "exact"},
               {"want", below(2) == 0 ? "hubs" : "authorities"},
               {"final", std::vector{"nearest", "paper", "lift"}[static_cast<size_t>(below(3))]}};
}

inline void stop_some(NaiveWeb& web, const std::vector<int>& pages, std::mt19937& random) {
  web.stop.clear();
  if (random() % 3 != 0) return;
  for (int i = 0; i < 3; ++i) web.stop.insert(static_cast<int>(random() % web.children.size()));
  // A query page may be on it: then it is empty for that page.
  static_cast<void>(pages);
}

// On every web of `pages` pages, for each of them.
inline void expect_agreement_on_every_web(std::span<const std::string> methods, int pages) {
  std::mt19937 random(1);
  const int links = pages * (pages - 1);
  for (unsigned bits = 0; bits < 1U << links; ++bits) {
    NaiveWeb web;
    int bit = 0;
    for (int x = 0; x < pages; ++x) {
      auto& list = web.children.emplace_back();
      web.host.push_back(x);
      for (int y = 0; y < pages; ++y) {
        if (x != y && (bits >> bit++ & 1U) != 0) list.push_back(y);
      }
    }
    choose_settings(web, random);
    if (bits % 2 == 1) web.host.back() = web.host[web.host.size() / 2];
    if (bits % 5 == 0) web.site.assign(web.host.size(), 0);
    if (bits % 3 == 0) web.has_order = false;  // lists rise
    const TestStore store(web);
    for (const std::string& method : methods) {
      for (int page = 0; page < pages; ++page) {
        SCOPED_TRACE(method + ", " + std::to_string(pages) + " pages, links " +
                     std::to_string(bits));
        expect_same(store, web, method, {page});
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

// On the random webs of these seeds.
inline void expect_agreement(std::span<const std::string> methods, unsigned first, unsigned last) {
  for (unsigned seed = first; seed <= last; ++seed) {
    std::mt19937 random(seed);
    NaiveWeb web = random_web(random, 4 + static_cast<int>(random() % 37));
    if (seed % 2 == 0) join_sites(web, random);
    if (seed % 3 == 0) forget_order(web);
    const TestStore store(web);
    for (int i = 0; i < 6; ++i) {
      choose_settings(web, random);
      std::vector<int> pages = {static_cast<int>(random() % web.children.size())};
      if (i % 3 == 2) {
        for (int k = 0; k < 2; ++k) {
          const int more = static_cast<int>(random() % web.children.size());
          if (std::find(pages.begin(), pages.end(), more) == pages.end()) pages.push_back(more);
        }
      }
      stop_some(web, pages, random);
      for (const std::string& method : methods) {
        SCOPED_TRACE(method + ", seed " + std::to_string(seed) + ", query " + std::to_string(i));
        expect_same(store, web, method, pages);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

inline std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  // Webs here have no words and no visits; engine/content_test.cc and engine/visits_test.cc have some.
  for (const MethodInfo* info : methods()) {
    if (!info->needs_words && !info->needs_visits) names.emplace_back(info->name);
  }
  return names;
}

// Those that have a naive version.
inline std::vector<std::string> methods_with_oracle() {
  std::vector<std::string> names = all_methods();
  std::erase_if(names, [](const auto& name) { return !naive_methods().contains(name); });
  return names;
}

// "adamic-adar" -> "adamic_adar": what gtest takes as a name.
inline std::string test_name(std::string method) {
  std::replace(method.begin(), method.end(), '-', '_');
  return method;
}

}  // namespace cocite::related::testing

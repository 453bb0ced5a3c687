// For tests: the naive methods one by one, a file for each family. naive_methods.h is what tests
// use.
#pragma once

#include <set>
#include <vector>

#include "related/testing/naive_web.h"

namespace cocite::related::testing {

using Pages = std::vector<int>;

// naive_counts.cc
[[nodiscard]] NaiveAnswer cocitation(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer jaccard(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer cosine(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer weighted_parents(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer coupling(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer adamic_adar(const NaiveWeb& web, const Pages& pages);
// naive_sides.cc
[[nodiscard]] NaiveAnswer extended_cocitation(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer lli(const NaiveWeb& web, const Pages& pages);
// naive_hits.cc
[[nodiscard]] NaiveAnswer companion(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer kleinberg(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer simrank(const NaiveWeb& web, const Pages& pages);
// naive_walks.cc
[[nodiscard]] NaiveAnswer personalized_pagerank(const NaiveWeb& web, const Pages& pages);
[[nodiscard]] NaiveAnswer hubfinder(const NaiveWeb& web, const Pages& pages);
// naive_blend.cc
[[nodiscard]] NaiveAnswer blend(const NaiveWeb& web, const Pages& pages);

// Kleinberg's extension of a set, without stopped pages.
[[nodiscard]] std::set<int> extension(const NaiveWeb& web, const std::set<int>& pages, int d);

}  // namespace cocite::related::testing

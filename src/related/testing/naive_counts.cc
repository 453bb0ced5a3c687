// Counts of shared parents and children.
#include <cmath>

#include "related/testing/naive_families.h"

namespace cocite::related::testing {

NaiveAnswer cocitation(const NaiveWeb& web, const Pages& pages) {
  NaiveAnswer answer;
  std::set<int> s;
  for (const int u : pages) {
    for (const int x : web.sample(u, web.number("B"))) {
      s.merge(web.window(x, u, web.number("BF")));
    }
  }
  int with_two = 0;
  for (const int p : s) {
    for (const int u : pages) {
      bool is_related = false;
      for (const int x : web.sample(u, web.number("B"))) {
        if (!web.links(x, p)) continue;
        answer.scores[p] += 1;
        is_related = true;
      }
      if (is_related) ++answer.first[p];  // more of the query pages come first
    }
    if (answer.scores[p] >= 2) ++with_two;
  }
  answer.is_sufficient = with_two >= 15;
  return answer;
}

namespace {

using Overlap = double (*)(const NaiveWeb& web, const std::set<int>& a, const std::set<int>& b,
                           const std::set<int>& both);

NaiveAnswer overlap(const NaiveWeb& web, int u, bool of_parents, Overlap score) {
  const auto set_of = [&](int page) {
    std::set<int> result;
    for (const int x : of_parents ? web.parents(page) : web.list(page)) {
      if (!web.stop.contains(x)) result.insert(x);
    }
    return result;
  };
  NaiveAnswer answer;
  const std::set<int> a = set_of(u);
  for (int v = 0; v < web.size(); ++v) {
    if (v == u || web.stop.contains(v)) continue;
    const std::set<int> b = set_of(v);
    std::set<int> both;
    for (const int x : a) {
      if (b.contains(x)) both.insert(x);
    }
    if (!both.empty()) answer.scores[v] = score(web, a, b, both);
  }
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

}  // namespace

NaiveAnswer jaccard(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], true,
                 [](const NaiveWeb&, const std::set<int>& a, const std::set<int>& b,
                    const std::set<int>& both) {
                   return double(both.size()) / double(a.size() + b.size() - both.size());
                 });
}
NaiveAnswer cosine(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], true,
                 [](const NaiveWeb&, const std::set<int>& a, const std::set<int>& b,
                    const std::set<int>& both) {
                   return double(both.size()) / std::sqrt(double(a.size()) * double(b.size()));
                 });
}
NaiveAnswer weighted_parents(const NaiveWeb& web, const Pages& pages) {
  NaiveAnswer answer;
  // One page behind each link.
  for (const int x : web.sample(pages[0], web.number("B"))) {
    for (const int v : web.list(x)) {
      if (v == pages[0] || web.stop.contains(v)) continue;
      answer.scores[v] += 1 / std::log(1.0 + double(web.list(x).size()));
    }
  }
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}
NaiveAnswer coupling(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], false,
                 [](const NaiveWeb&, const std::set<int>&, const std::set<int>&,
                    const std::set<int>& both) { return double(both.size()); });
}
NaiveAnswer adamic_adar(const NaiveWeb& web, const Pages& pages) {
  return overlap(web, pages[0], true,
                 [](const NaiveWeb& all, const std::set<int>&, const std::set<int>&,
                    const std::set<int>& both) {
                   double sum = 0;
                   for (const int x : both) sum += 1 / std::log(double(all.list(x).size()));
                   return sum;
                 });
}

}  // namespace cocite::related::testing

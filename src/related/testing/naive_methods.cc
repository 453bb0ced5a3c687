#include "related/testing/naive_methods.h"

#include <algorithm>
#include <cstddef>

#include "related/testing/naive_blend.h"
#include "related/testing/naive_families.h"

namespace cocite::related::testing {

const std::map<std::string, NaiveMethod>& naive_methods() {
  static const std::map<std::string, NaiveMethod> kAll = {
      {"cocitation", {Naive::kShares, cocitation}},
      {"companion", {Naive::kShares, companion}},
      {"extended-cocitation", {Naive::kShares, extended_cocitation}},
      {"lli", {Naive::kSum, lli}},
      {"kleinberg", {Naive::kAtOnce, kleinberg}},
      {"hubfinder", {Naive::kAtOnce, hubfinder}},
      {"simrank", {Naive::kSum, simrank}},
      {"personalized-pagerank", {Naive::kAtOnce, personalized_pagerank}},
      {"blend", {Naive::kSum, blend}},
      {"jaccard", {Naive::kSum, jaccard}},
      {"cosine", {Naive::kSum, cosine}},
      {"weighted-parents", {Naive::kShares, weighted_parents}},
      {"coupling", {Naive::kShares, coupling}},
      {"adamic-adar", {Naive::kShares, adamic_adar}},
  };
  return kAll;
}

namespace {

// Blend's negative pages: half of the largest score with one of them, for all candidates.
template <class Sums>
void take_off(const NaiveWeb& web, Sums& sums) {
  const NaiveBlend blend(web);
  const auto is_not = [&](int page) {
    return std::count(web.not_pages.begin(), web.not_pages.end(), page) > 0;
  };
  std::erase_if(sums, [&](const auto& sum) { return is_not(sum.page); });
  double best = 0;
  for (auto& sum : sums) {
    double most = 0;
    for (const int page : web.not_pages) most = std::max(most, blend.score(page, sum.page));
    sum.score -= 0.5 * most;
    best = std::max(best, sum.score);
  }
  std::erase_if(sums, [&](const auto& sum) {
    return sum.score <= 0 || (sum.tier > 0 && sum.score < 1e-12 * best);
  });
}

}  // namespace

std::vector<std::pair<int, double>> naive_related(NaiveWeb web, const std::string& method,
                                                  const std::vector<int>& pages,
                                                  bool& is_sufficient) {
  struct Sum {
    int page;
    int tier = 0;
    double score = 0;
    int tie = 0;
  };
  const NaiveMethod& naive = naive_methods().at(method);
  web.asked = {pages.begin(), pages.end()};
  std::map<int, Sum> sums;
  std::map<int, double> filler;
  is_sufficient = false;
  std::vector<std::vector<int>> runs = {pages};
  if (naive.together != Naive::kAtOnce) {
    runs.clear();
    for (const int page : pages) runs.push_back({page});
  }
  const std::set<int> given = web.stop;
  for (const auto& run : runs) {
    web.stop = given;
    if (std::ranges::any_of(run, [&](int page) { return given.contains(page); })) web.stop.clear();
    NaiveAnswer answer = naive.find(web, run);
    is_sufficient = is_sufficient || answer.is_sufficient;
    for (const int page : pages) answer.scores.erase(page);
    for (const int page : web.stop) answer.scores.erase(page);
    for (const auto& [page, score] : answer.filler) {
      if (std::ranges::find(pages, page) == pages.end()) filler[page] += score;
    }
    double most = 0;
    for (const auto& [page, score] : answer.scores) most = std::max(most, score);
    for (const auto& [page, score] : answer.scores) {
      if (score <= 0 || score < 1e-12 * most) continue;
      Sum& sum = sums.try_emplace(page, Sum{page}).first->second;
      sum.tier = answer.first.contains(page) ? answer.first.at(page) : 1;
      sum.score += naive.together == Naive::kShares && pages.size() > 1 ? score / most : score;
      sum.tie += answer.ties.contains(page) ? answer.ties.at(page) : 0;
    }
  }
  double largest = 0;
  for (const auto& [page, sum] : sums) largest = std::max(largest, sum.score);
  std::erase_if(sums, [&](const auto& one) { return one.second.score < 1e-12 * largest; });
  web.stop = std::ranges::any_of(pages, [&](int page) { return given.contains(page); })
                 ? std::set<int>()
                 : given;
  for (const auto& [page, score] : filler) sums.try_emplace(page, Sum{page, 0, score});
  std::vector<Sum> order;
  for (const auto& [page, sum] : sums) order.push_back(sum);
  if (!web.not_pages.empty()) take_off(web, order);
  std::sort(order.begin(), order.end(), [](const Sum& a, const Sum& b) {
    return a.tier != b.tier ? a.tier > b.tier : a.score > b.score;
  });
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin;
    while (end < order.size() && order[end].tier == order[begin].tier &&
           order[end].score >= order[begin].score * (1 - 1e-12)) {
      ++end;
    }
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
              order.begin() + static_cast<std::ptrdiff_t>(end), [&](const Sum& a, const Sum& b) {
                if (a.tie != b.tie) return a.tie > b.tie;
                const int hosts_a = web.hosts_on ? web.linking_hosts(a.page) : 0;
                const int hosts_b = web.hosts_on ? web.linking_hosts(b.page) : 0;
                if (hosts_a != hosts_b) return hosts_a > hosts_b;
                const int in_a = web.in_degree(a.page);
                const int in_b = web.in_degree(b.page);
                return in_a != in_b ? in_a > in_b : a.page < b.page;
              });
    begin = end;
  }
  std::vector<std::pair<int, double>> result;
  for (const Sum& sum : order) result.emplace_back(sum.page, sum.score);
  return result;
}

}  // namespace cocite::related::testing

// Walks over the whole web, and what is chosen by them.
#include <algorithm>
#include <cmath>
#include <string>

#include "related/testing/naive_families.h"
#include "related/testing/naive_methods.h"

namespace cocite::related::testing {
namespace {

std::vector<double> walk(const NaiveWeb& web, const std::vector<double>& e, bool starts_at_e) {
  const auto n = static_cast<double>(web.size());
  std::vector<double> r(e.size(), 1 / n);
  if (starts_at_e) r = e;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    std::vector<double> next(e.size());
    for (int q = 0; q < web.size(); ++q) {
      const double mass = r[static_cast<size_t>(q)];
      for (const int p : web.list(q)) {
        next[static_cast<size_t>(p)] += 0.85 * mass / static_cast<double>(web.list(q).size());
      }
      for (size_t p = 0; web.list(q).empty() && p < e.size(); ++p) next[p] += 0.85 * mass * e[p];
    }
    double change = 0;
    for (size_t p = 0; p < e.size(); ++p) {
      next[p] += 0.15 * e[p];
      change += std::abs(next[p] - r[p]);
    }
    r = next;
    if (change < 1e-9) break;
  }
  return r;
}

}  // namespace

std::vector<double> naive_rank(const NaiveWeb& web, const std::string& name) {
  if (web.ranks.contains(name)) return web.ranks.at(name);
  std::vector<double> e(web.children.size(), 1);
  for (int page = 0; page < web.size() && name != "pagerank"; ++page) {
    e[static_cast<size_t>(page)] = name == "hubrank" ? static_cast<double>(web.list(page).size())
                                                     : static_cast<double>(web.in_degree(page));
  }
  double sum = 0;
  for (const double value : e) sum += value;
  if (sum == 0) return std::vector<double>(e.size(), 0);
  for (double& value : e) value /= sum;
  return walk(web, e, false);
}

NaiveAnswer personalized_pagerank(const NaiveWeb& web, const Pages& pages) {
  std::vector<double> e(web.children.size());
  for (const int u : pages) e[static_cast<size_t>(u)] = 1 / static_cast<double>(pages.size());
  NaiveAnswer answer;
  const std::vector<double> r = walk(web, e, true);
  for (int p = 0; p < web.size(); ++p) answer.scores[p] = r[static_cast<size_t>(p)];
  for (const int page : web.stop) answer.scores.erase(page);
  for (const int page : pages) answer.scores.erase(page);
  std::erase_if(answer.scores, [](const auto& one) { return one.second == 0; });
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

NaiveAnswer hubfinder(const NaiveWeb& web, const Pages& pages) {
  std::string criterion = web.words.at("want") == "hubs" ? "hubrank" : "hubrank-authority";
  if (web.words.contains("criterion")) criterion = web.words.at("criterion");
  const std::vector<double> rank = naive_rank(web, criterion);
  const auto rank_of = [&](int page) { return rank[static_cast<size_t>(page)]; };
  std::set<int> all = extension(web, {pages.begin(), pages.end()}, web.number("d"));
  std::set<int> front = all;
  std::set<int> first = all;
  for (const int page : pages) first.erase(page);
  std::map<int, int> step;
  for (const int page : all) step[page] = 1;
  for (int i = 1; i <= web.number("sigma") - 1; ++i) {
    Pages fresh;
    for (const int page : extension(web, front, web.number("d"))) {
      if (!all.contains(page)) fresh.push_back(page);
    }
    // By rank, ties by linking hosts, in-degree and key; a tie is within 1e-9 of its largest.
    std::sort(fresh.begin(), fresh.end(), [&](int a, int b) {
      if (std::abs(rank_of(a) - rank_of(b)) > 1e-9 * std::max(rank_of(a), rank_of(b))) {
        return rank_of(a) > rank_of(b);
      }
      const int hosts_a = web.hosts_on ? web.linking_hosts(a) : 0;
      const int hosts_b = web.hosts_on ? web.linking_hosts(b) : 0;
      if (hosts_a != hosts_b) return hosts_a > hosts_b;
      return web.in_degree(a) != web.in_degree(b) ? web.in_degree(a) > web.in_degree(b) : a < b;
    });
    const double n = static_cast<double>(fresh.size());
    const double keeps =
        n == 0 ? 0
               : std::max(0.0, std::floor((100 - 10 * std::log10(n)) /
                                              (1 + web.numbers.at("alpha") * (i - 1)) * n / 100 +
                                          1e-9));
    fresh.resize(static_cast<size_t>(keeps));
    front = {fresh.begin(), fresh.end()};
    for (const int page : fresh) {
      all.insert(page);
      step[page] = i + 1;
    }
  }
  NaiveAnswer answer;
  for (const int page : all) {
    answer.scores[page] = rank_of(page);
    answer.first[page] = web.words.at("final") == "nearest" ? -step[page] : 0;
  }
  if (web.words.at("final") == "lift") {
    std::map<int, double> value;
    for (const int page : all) {
      const Pages links = web.words.at("want") == "hubs" ? web.list(page) : web.parents(page);
      const auto n = std::count_if(links.begin(), links.end(),
                                   [&](int other) { return first.contains(other); });
      value[page] = static_cast<double>(n) / (static_cast<double>(links.size()) + 4) *
                    std::sqrt(rank_of(page));
      if (n < 2) answer.scores.erase(page);
    }
    for (const int page : all) {  // the more are behind it, the earlier it comes
      answer.first[page] = static_cast<int>(std::count_if(all.begin(), all.end(), [&](int other) {
        return value[other] < value[page] * (1 - 1e-12);
      }));
    }
  }
  for (const int page : web.stop) answer.scores.erase(page);
  for (const int page : pages) answer.scores.erase(page);
  std::erase_if(answer.scores, [](const auto& one) { return one.second == 0; });
  answer.is_sufficient = !answer.scores.empty();
  return answer;
}

}  // namespace cocite::related::testing

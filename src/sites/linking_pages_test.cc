// Similar sites by the pages that link to them: scores are those of the formula, computed naively.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/testing/searching.h"

namespace cocite::sites {
namespace {

struct Page {
  int site = 0;
  std::vector<int> targets = {};  // sites, in order of their first links
};

std::string site_name(int site) {
  return "s" + std::to_string(100 + site) + ".org";
}

// Pages of 8 sites that link to pages of 12 others.
std::vector<Page> random_pages(std::mt19937& random, std::string& lines) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<Page> pages;
  for (int number = 0; number < 40; ++number) {
    Page page{.site = below(8)};
    const std::string from = "http://" + site_name(page.site) + "/p" + std::to_string(100 + number);
    std::set<std::string> linked;
    for (int i = 2 + below(6); i > 0; --i) {
      const int target = 6 + below(12);
      const std::string to = "http://www." + site_name(target) + "/" + std::to_string(below(3));
      if (!linked.insert(to).second) continue;
      lines += from + "\t" + to + "\n";
      if (target != page.site && std::ranges::find(page.targets, target) == page.targets.end()) {
        page.targets.push_back(target);
      }
    }
    pages.push_back(page);
  }
  return pages;
}

double place(const Page& page, int site) {
  return static_cast<double>(std::ranges::find(page.targets, site) - page.targets.begin());
}

double naive_score(const std::vector<Page>& pages, int u, int v) {
  std::map<int, std::vector<double>> by_site;
  std::set<int> sites_u;
  std::set<int> sites_v;
  for (const Page& page : pages) {
    const bool has_u = std::ranges::count(page.targets, u) > 0;
    const bool has_v = std::ranges::count(page.targets, v) > 0;
    if (has_u) sites_u.insert(page.site);
    if (has_v) sites_v.insert(page.site);
    if (!has_u || !has_v) continue;
    const double d = std::abs(place(page, u) - place(page, v));
    by_site[page.site].push_back(0.3 + 0.7 / (1 + (d - 1) / 2));
  }
  double votes = 0;
  for (const auto& [site, all] : by_site) votes += std::ranges::max(all);
  if (by_site.size() == 1) {
    votes *= 0.5 / std::max(1.0, static_cast<double>(by_site.begin()->second.size()) / 8);
  }
  const auto n_u = static_cast<double>(sites_u.size());
  const auto n_v = static_cast<double>(sites_v.size());
  return votes * n_v / (n_v + 3) / std::sqrt(n_u * n_v);
}

TEST(SitesByPages, HaveTheScoresOfTheFormula) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    std::string lines;
    const std::vector<Page> pages = random_pages(random, lines);
    engine::TestWeb web;
    const Engine engine = web.make(lines);
    for (int u = 8; u < 18; ++u) {
      const auto answer =
          engine.similar_sites({.sites = {site_name(u)}, .top = 100, .copies = Copies::kKeep});
      if (!answer) continue;  // no page links to it
      for (const SimilarSite& item : answer->items) {
        const int v = std::stoi(item.site.substr(1, 3)) - 100;
        EXPECT_NEAR(item.score, naive_score(pages, u, v), 1e-9) << site_name(u) << " " << item.site;
      }
      double largest = 0;
      for (int v = 0; v < 18; ++v) {
        if (v != u) largest = std::max(largest, naive_score(pages, u, v));
      }
      ASSERT_FALSE(answer->items.empty());
      EXPECT_NEAR(answer->items[0].score, largest, 1e-9) << site_name(u);
    }
  }
}

// A university's pages about different things: one site, but no page links to both.
TEST(SitesByPages, ASiteWhosePagesLinkToOneEachSaysNothing) {
  engine::TestWeb web;
  const Engine engine = web.make(
      "http://big.edu/law\thttp://u.org/\n"
      "http://big.edu/law\thttp://near.org/\n"
      "http://big.edu/cooking\thttp://far.org/\n"
      "http://two.net/\thttp://u.org/\n"
      "http://two.net/\thttp://near.org/\n");
  const auto answer = engine.similar_sites({.sites = {"u.org"}});
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->items.size(), 1U);
  EXPECT_EQ(answer->items[0].site, "near.org");
}

}  // namespace
}  // namespace cocite::sites

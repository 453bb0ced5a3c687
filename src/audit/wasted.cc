// Attention that is wasted: pages to which links lead most (PageRank within the site, three times the average or
// more) that say next to nothing, or are four clicks or more away; and pages that visitors go to but
// that at most one page links to.
//
// Home pages are left out. Cost: 30 looks at each link within the site.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "audit/kind.h"
#include "store/visit_counts.h"

namespace cocite::audit::wasted {
namespace {

constexpr size_t kLeastPages = 10;  // of a site: of fewer, an average says nothing
constexpr double kHigh = 3;         // times the average
constexpr uint32_t kFewWords = 20;
constexpr uint32_t kDeep = 4;
constexpr double kManyVisits = 5;  // times the average of pages with visits

// The average is 1.
Result<std::vector<double>> page_rank(const Site& site, const OwnLinks& links) {
  constexpr double kDamping = 0.85;
  constexpr int kRounds = 30;
  const size_t pages = site.pages().size();
  std::vector<double> rank(pages, 1);
  std::vector<double> next(pages);
  for (int round = 0; round < kRounds; ++round) {
    COCITE_CHECK(site.spend(links.out.size() + pages));
    double lost = 0;  // of pages without links
    std::ranges::fill(next, 0);
    for (uint32_t at = 0; at < pages; ++at) {
      const auto children = links.children(at);
      if (children.empty()) lost += rank[at];
      const double share = rank[at] / static_cast<double>(std::max<size_t>(1, children.size()));
      for (const uint32_t child : children) next[child] += share;
    }
    const double rest = 1 - kDamping + kDamping * lost / static_cast<double>(pages);
    for (double& one : next) one = rest + kDamping * one;
    rank.swap(next);
  }
  return rank;
}

std::string times(double value) {
  const auto tenths = static_cast<uint64_t>(std::llround(value * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

Result<void> find_unlinked_visits(const Site& site, const OwnLinks& links, Found& found) {
  const store::VisitTable* const visits = site.store().visits();
  if (visits == nullptr) return {};
  store::VisitTable::Buffer buffer;
  std::vector<uint64_t> totals;
  double sum = 0;
  double visited = 0;
  for (const PageId page : site.pages()) {
    COCITE_CHECK(site.spend(100));
    COCITE_TRY(const store::VisitList list, visits->list(page, buffer));
    totals.push_back(list.total);
    sum += static_cast<double>(list.total);
    visited += list.total > 0 ? 1 : 0;
  }
  for (uint32_t at = 0; at < totals.size(); ++at) {
    const size_t parents = links.parents(at).size();
    if (parents > 1 || site.is_home(site.pages()[at])) continue;
    if (static_cast<double>(totals[at]) * visited < kManyVisits * sum || totals[at] == 0) continue;
    Item item{.page = site.pages()[at], .weight = totals[at]};
    for (const uint32_t parent : links.parents(at)) item.from.push_back(site.pages()[parent]);
    item.why = counted(totals[at], "visit", "visits") + ", but " +
               (parents == 0 ? "no page links to it" : "only one page links to it");
    found.items.push_back(std::move(item));
  }
  return {};
}

Result<void> find(Site& site, Found& found) {
  const bool has_texts = site.store().text_columns().has_texts();
  if (!has_texts && site.homes().empty()) {
    found.unknown = "Needs the texts of pages, or a home page.";
    return {};
  }
  if (site.pages().size() < kLeastPages) return {};
  COCITE_TRY(const OwnLinks* const links, site.links());
  COCITE_TRY(const std::vector<double> rank, page_rank(site, *links));
  COCITE_TRY(const std::vector<uint32_t>* const depths, site.depths());
  const words::OwnTexts* texts = nullptr;
  if (has_texts) {
    COCITE_TRY(texts, site.texts());
  }
  for (uint32_t at = 0; at < rank.size(); ++at) {
    if (rank[at] < kHigh || site.is_home(site.pages()[at])) continue;
    const uint32_t clicks = (*depths)[at];
    const bool is_deep = !site.homes().empty() && clicks != Site::kUnreached && clicks >= kDeep;
    const bool is_thin = texts != nullptr && texts->words(at) < kFewWords;
    if (!is_deep && !is_thin) continue;
    Item item{.page = site.pages()[at],
              .weight = static_cast<uint64_t>(std::llround(rank[at] * 10))};
    item.why =
        "its PageRank is " + times(rank[at]) + " times the average, but it " +
        (is_thin ? "has " + counted(texts->words(at), "word", "words") + " of its own" : "") +
        (is_thin && is_deep ? " and " : "") +
        (is_deep ? "is " + std::to_string(clicks) + " clicks from the home page" : "");
    for (const uint32_t parent : links->parents(at)) item.from.push_back(site.pages()[parent]);
    found.items.push_back(std::move(item));
  }
  return find_unlinked_visits(site, *links, found);
}

}  // namespace

extern const Kind kKind{
    .name = "wasted",
    .title = "Wasted attention",
    .one = "page gets much of the site's attention and gives little, or is hard to reach",
    .many = "pages get much of the site's attention and give little, or are hard to reach",
    .why = "Links or visitors lead there most. Give them content, or a way that is short.",
    .find = find};

}  // namespace cocite::audit::wasted

// HubFinder: hubs near a page, found by widening circles that are trimmed as they grow.
//
// Kleinberg's extension again and again: of the n pages that the i-th of these finds and that were
// not there before, the best
//
//   floor((100 - 10 log10 n) / (1 + alpha (D - 1)) * n / 100),  D = i
//
// are kept and extended next. "Best" is by any rank of all pages, HubRank unless the user says
// otherwise. Papers: P. A. Chirita, D. Olmedilla and W. Nejdl, Finding Related Pages Using the Link
// Structure of the WWW (WI 2004), and Chirita's poster Finding Related Hubs and Authorities (2003),
// whose Table 1 gives alpha = 0.6. The last trim orders by extension, then by criterion (final
// "paper": by criterion alone, which with a rank of all pages gives nearly the same answer for
// every query). Touches the links of all pages that are kept on the way: thousands in a crawl of a
// topic, a large part of a small graph. Does badly where the criterion knows nothing of the topic.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "related/extension.h"
#include "related/hits.h"
#include "related/hub_finder.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/window.h"

namespace cocite::related {

uint64_t hub_finder_keeps(uint64_t n, uint64_t distance, double alpha) {
  if (n == 0) return 0;
  const auto pages = static_cast<double>(n);
  const double share = (100 - 10 * std::log10(pages)) /
                       (1 + alpha * (static_cast<double>(distance) - 1)) * pages / 100;
  return share <= 0 ? 0 : std::min(n, static_cast<uint64_t>(std::floor(share + 1e-9)));
}

namespace {

// Pages with too few links are no hubs; the further away, the more are asked for.
Result<void> keep_rich(const Query& query, uint64_t distance, std::vector<Item>& items) {
  std::vector<PageId> pages;
  for (const Item& item : items) pages.push_back(item.page);
  std::vector<uint32_t> degrees(pages.size());
  COCITE_CHECK(query.web->out().degrees(pages, degrees));
  const uint64_t least = std::min<uint64_t>(2 + distance, 10);
  size_t kept = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (degrees[i] >= least) items[kept++] = items[i];
  }
  items.resize(kept);
  return {};
}

}  // namespace

Result<HubFinderRun> run_hub_finder(const Query& query) {
  const Parameters& parameters = *query.parameters;
  std::string criterion = parameters.word("criterion");
  if (criterion == "default") {
    criterion = parameters.word("want") == "hubs" ? "hubrank" : "hubrank-authority";
  }
  COCITE_TRY(const std::span<const double> numbers, query.web->rank(criterion));
  const auto number_of = [&](PageId page) {
    const double number = numbers[index(page)];
    return std::isnan(number) ? 0 : number;  // a column may have no number for a page
  };
  const bool only_rich = parameters.word("out-degree-filter") == "on";
  const uint64_t extensions = parameters.count("sigma");
  const uint64_t d = parameters.count("d");
  const double alpha = parameters.number("alpha");

  HubFinderRun run;
  PageSet all;  // what is in the set
  Extension extension;
  std::vector<PageId> front(query.pages.begin(), query.pages.end());
  for (const PageId page : query.pages) {
    all[page];
    run.pages.push_back({page, 0, number_of(page)});
  }
  for (uint32_t step = 1; step <= extensions; ++step) {
    PageSet seen;
    for (const PageId page : front) seen[page];
    COCITE_CHECK(extension.extend(query, front, d, [&](PageId page) { seen[page]; }));
    std::vector<Item> fresh;
    for (const PageId page : seen.pages()) {
      if (!all.contains(page)) fresh.push_back({.page = page, .score = number_of(page)});
    }
    HubFinderStep told{.discovered = seen.size() - (step == 1 ? front.size() : 0),
                       .fresh = fresh.size()};
    // The first extension is kept as a whole; the i-th after it is trimmed with D = i.
    if (step > 1) {
      const uint64_t keeps = hub_finder_keeps(fresh.size(), step - 1, alpha);
      COCITE_TRY(fresh, best(*query.web, std::move(fresh), keeps));
    }
    if (only_rich) COCITE_CHECK(keep_rich(query, step, fresh));
    front.assign(query.pages.begin(), step == 1 ? query.pages.end() : query.pages.begin());
    for (const Item& item : fresh) {
      all[item.page];
      front.push_back(item.page);
      run.pages.push_back({item.page, step, item.score});
    }
    told.kept = fresh.size();
    told.total = all.size();
    run.steps.push_back(told);
    if (query.is_spent()) break;
  }
  return run;
}

namespace hubfinder {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"sigma", ParameterKind::kCount, "6", "extensions", "", 1, 1000},
    ParameterInfo{"alpha", ParameterKind::kNumber, "0.6", "how much harder distance trims"},
    ParameterInfo{"d", ParameterKind::kCount, "50",
                  "sampled parents of each page of the start set"},
    ParameterInfo{"want", ParameterKind::kWord, "hubs", "what to answer with", "authorities|hubs"},
    ParameterInfo{"criterion", ParameterKind::kWord, "default",
                  "the rank that decides what is best (default: hubrank, or hubrank-authority)"},
    ParameterInfo{"final", ParameterKind::kWord, "nearest",
                  "the last trim: by extension first, or by criterion alone", "nearest|paper"},
    ParameterInfo{"out-degree-filter", ParameterKind::kWord, "off",
                  "on: drop pages with few links, the more the further away", "on|off"},
};

Result<Answer> find(const Query& query) {
  COCITE_TRY(const HubFinderRun run, run_hub_finder(query));
  const bool nearest = query.parameters->word("final") == "nearest";
  Answer answer;
  for (const HubFinderRun::Page& page : run.pages) {
    const auto nearness = static_cast<uint32_t>(run.steps.size() + 1) - page.step;
    answer.items.push_back(
        {.page = page.page, .score = page.criterion, .related_to = nearest ? nearness : 1});
  }
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

// The pages of earlier circles that it was found from.
Result<Explanation> explain(const Query& query, PageId answer) {
  COCITE_TRY(const HubFinderRun run, run_hub_finder(query));
  Explanation explanation;
  explanation.are_parts = false;
  const auto own = std::ranges::find(run.pages, answer, &HubFinderRun::Page::page);
  if (own == run.pages.end()) return explanation;
  explanation.score = own->criterion;
  std::vector<PageId> earlier;
  for (const HubFinderRun::Page& page : run.pages) {
    if (page.step < own->step) earlier.push_back(page.page);
  }
  PageSet children;
  graph::ListBuffer buffer;
  COCITE_TRY(const std::span<const PageId> list, query.web->out().list(answer, buffer));
  for (const PageId child : list) children[child];
  PageSet parents;
  COCITE_TRY(const std::span<const PageId> back, query.web->in().list(answer, buffer));
  for (const PageId parent : back) parents[parent];
  for (const PageId page : earlier) {
    if (children.contains(page)) explanation.reasons.push_back({page, 0, "child"});
    if (parents.contains(page)) explanation.reasons.push_back({page, 0, "parent"});
  }
  return explanation;
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "hubfinder",
    .summary = "hubs (or authorities) in widening circles, trimmed by a rank of all pages",
    .paper = "Chirita, Olmedilla & Nejdl 2003, 2004",
    .parameters = kParameters,
    .find = find,
    .explain = explain,
};

}  // namespace hubfinder
}  // namespace cocite::related

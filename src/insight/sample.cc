// Near-uniform samples of pages, and what they tell about all of them.
//
// Idea: a random walk visits pages about as often as their PageRank says. Drawing from the pages
// visited with weight 1/(1 - e^(-R L)), R the PageRank of what a walk of L steps visited, takes most
// of that bias away: it is one divided by the chance that the page was visited at all.
// A store knows all its pages, so the bias can be seen: beside each estimate stands the true share.
//
// Paper: Henzinger, Heydon, Mitzenmacher & Najork, "On Near-Uniform URL Sampling", WWW9, 2000.
// Cost: a list of links a step. Does badly where parts of the web cannot be reached from the start,
// and where the walk is short: pages that it never met cannot be drawn.
#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include "insight/insight.h"
#include "insight/sample_walk.h"
#include "insight/shares.h"
#include "url/key.h"

namespace cocite::insight::sample {
namespace {

constexpr std::array<std::string_view, 3> kColumns = {"page", "visits", "weight"};

constexpr std::array<ParameterInfo, 8> kParameters = {{
    {.name = "pages",
     .kind = ParameterKind::kCount,
     .fallback = "1000",
     .summary = "how many pages to draw",
     .least = 1,
     .most = 100'000'000},
    {.name = "steps",
     .kind = ParameterKind::kCount,
     .fallback = "0",
     .summary = "steps of the walk, the first tenth of which is not counted; 0: 20 for each page",
     .most = 1e12},
    {.name = "walk",
     .kind = ParameterKind::kWord,
     .fallback = "off",
     .summary = "draw from the pages that a random walk visits (this is what it does anyway)",
     .choices = "on|off",
     .is_flag = true},
    {.name = "uniform",
     .kind = ParameterKind::kWord,
     .fallback = "off",
     .summary = "draw from all pages of the store, each as likely",
     .choices = "on|off",
     .is_flag = true},
    {.name = "correct",
     .kind = ParameterKind::kWord,
     .fallback = "pagerank",
     .summary = "what takes the walk's bias away: weights by PageRank, 1/visits, or nothing",
     .choices = "pagerank|visits|none"},
    {.name = "share",
     .kind = ParameterKind::kWord,
     .fallback = "",
     .summary = "estimate the shares of pages by tld, site, host, language, status, year or label "
                "(several with commas), beside the true ones"},
    {.name = "labels",
     .kind = ParameterKind::kWord,
     .fallback = "",
     .summary = "page<TAB>label lines, for the share of labels (default: those saved in the store)",
     .is_local = true},
    {.name = "seed",
     .kind = ParameterKind::kCount,
     .fallback = "0",
     .summary = "seed of the random choices: another number gives another sample",
     .most = 9e15},
}};

constexpr size_t kStarts = 100;

// The pages with most in-links; the first ones of those with as many.
Result<std::vector<PageId>> most_linked(Context& context, size_t count) {
  const store::Store& store = context.store();
  std::vector<std::pair<uint32_t, uint32_t>> best;  // in-links, page turned round
  for (uint64_t page = 0; page < store.pages(); ++page) {
    if (page % 65536 == 0) {
      COCITE_CHECK(context.tell("finding where to start", page, store.pages(), "pages"));
    }
    COCITE_TRY(const uint32_t degree, store.in().degree(page_id(page)));
    const std::pair entry{degree, ~static_cast<uint32_t>(page)};
    if (best.size() == count && entry <= best.front()) continue;
    if (best.size() == count) {
      std::ranges::pop_heap(best, std::greater<>());
      best.pop_back();
    }
    best.push_back(entry);
    std::ranges::push_heap(best, std::greater<>());
  }
  std::ranges::sort(best, std::greater<>());
  std::vector<PageId> pages;
  for (const auto& [degree, turned] : best) pages.push_back(page_id(~turned));
  return pages;
}

Result<void> add_shares(Context& context, const std::vector<PageId>& drawn, std::string_view kind,
                        InsightTable& table) {
  COCITE_TRY(const Shares shares, Shares::make(context, kind, context.parameters().word("labels")));
  std::vector<uint64_t> counts(shares.names().size());
  for (size_t i = 0; i < drawn.size(); ++i) {
    if (i % 16384 == 0) {
      COCITE_CHECK(context.tell("counting by " + std::string(kind), i, drawn.size(), "pages"));
    }
    COCITE_TRY(const uint32_t number, shares.of(drawn[i]));
    ++counts[number];
  }
  std::vector<uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) {
    if (shares.truth()[a] != shares.truth()[b]) return shares.truth()[a] > shares.truth()[b];
    return shares.names()[a] < shares.names()[b];
  });
  // Of hosts and sites there may be millions; the largest are what a sample can tell.
  constexpr size_t kMostRows = 100;
  size_t missed = 0;
  double furthest = 0;
  std::string_view where;
  for (size_t i = 0; i < std::min(order.size(), kMostRows); ++i) {
    const uint32_t number = order[i];
    const auto [low, high] = wilson(counts[number], drawn.size());
    const double truth =
        static_cast<double>(shares.truth()[number]) / static_cast<double>(context.store().pages());
    const double miss = std::max(low - truth, truth - high);
    if (miss > 0) ++missed;
    if (miss > furthest) {
      furthest = miss;
      where = shares.names()[number];
    }
    table.rows.push_back({std::string(kind), shares.names()[number], counts[number],
                          static_cast<double>(counts[number]) / static_cast<double>(drawn.size()),
                          low, high, truth});
  }
  // An interval knows of the luck of the draw alone, by which one of twenty misses.
  if (missed * 20 > std::min(order.size(), kMostRows) && !context.is_on("uniform")) {
    std::array<char, 32> points{};
    std::snprintf(points.data(), points.size(), "%.1f", 100 * furthest);
    context.note("by " + std::string(kind) + " " + std::to_string(missed) + " of " +
                 std::to_string(std::min(order.size(), kMostRows)) +
                 " intervals miss the true share, by up to " + points.data() + " points (" +
                 std::string(where) + "): that is bias of the walk, which intervals do not have");
  }
  context.fact("chi_square_" + std::string(kind), chi_square_distance(counts, shares.truth()));
  if (order.size() > kMostRows) {
    context.note("of " + std::to_string(order.size()) + " kinds by " + std::string(kind) +
                 " the largest " + std::to_string(kMostRows) + " are listed");
  }
  return {};
}

Result<void> run(Context& context) {
  const store::Store& store = context.store();
  const Parameters& parameters = context.parameters();
  const uint64_t wanted = parameters.count("pages");
  const uint64_t seed = parameters.count("seed");
  if (store.pages() == 0) return fail(ErrorCode::kInvalidArgument, "the store has no pages");
  if (context.is_on("walk") && context.is_on("uniform")) {
    return fail({.message = "choose walk or uniform, not both", .about = "walk"});
  }
  if (context.request().max_links != 0 && wanted > 10'000) {
    return fail({.message = "this service draws at most 10000 pages", .about = "pages"});
  }
  std::vector<PageId> drawn;
  std::vector<Visited> visited;
  std::vector<double> weights;
  if (context.is_on("uniform")) {
    const uint64_t size = std::min(wanted, store.pages());
    COCITE_TRY(drawn, draw_uniform(store.pages(), wanted, seed, [&](uint64_t done) {
                 return context.tell("drawing", done, size, "pages");
               }));
  } else {
    std::vector<PageId> starts;
    for (const std::string& text : context.request().about) {
      COCITE_TRY(const PageId page, context.above().resolve(text));
      starts.push_back(page);
    }
    if (starts.empty()) {
      COCITE_TRY(starts, most_linked(context, std::min<uint64_t>(kStarts, store.pages())));
    }
    uint64_t steps = parameters.count("steps");
    if (steps == 0) steps = 20 * wanted;
    if (context.request().max_links != 0) steps = std::min<uint64_t>(steps, 1'000'000);
    COCITE_TRY(const Walk walk, Walk::run(context, starts, {.steps = steps, .seed = seed}));
    const std::string& word = parameters.word("correct");
    const Correct correct = word == "visits"     ? Correct::kVisits
                            : word == "pagerank" ? Correct::kPageRank
                                                 : Correct::kNone;
    COCITE_TRY(weights, walk.weights(context, correct));
    visited.assign(walk.visited().begin(), walk.visited().end());
    drawn = draw(visited, weights, wanted, seed);
    context.fact("steps", steps);
    context.fact("visited", uint64_t{visited.size()});
    context.fact("seen_pages", walk.seen_pages());
    context.fact("seen_hosts", walk.seen_hosts());
  }
  context.fact("drawn", uint64_t{drawn.size()});
  if (drawn.size() < wanted) {
    context.note("only " + std::to_string(drawn.size()) +
                 " pages could be drawn; a longer walk (steps) meets more");
  }
  std::string kinds = parameters.word("share");
  if (!kinds.empty()) {
    InsightTable table{.name = "shares",
                       .columns = {"share", "value", "pages", "estimate", "low", "high", "truth"}};
    for (std::string_view rest = kinds; !rest.empty();) {
      const std::string_view kind = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), kind.size() + 1));
      COCITE_CHECK(add_shares(context, drawn, kind, table));
    }
    context.table("shares", table.columns).rows = std::move(table.rows);
  }
  uint64_t shown = 0;
  for (const PageId page : drawn) {
    if (shown++ % 4096 == 0) {
      COCITE_CHECK(context.tell("listing pages", shown - 1, drawn.size(), "pages"));
    }
    COCITE_TRY(std::string key, store.key(page));
    InsightValue visits;
    InsightValue weight;
    const auto found = std::ranges::lower_bound(visited, page, {}, &Visited::page);
    if (found != visited.end()) {
      visits = uint64_t{found->visits};
      weight = weights[static_cast<size_t>(found - visited.begin())];
    }
    if (!context.row({std::move(key), visits, weight})) break;
  }
  return {};
}

}  // namespace

extern const Info kInfo{
    .name = "sample",
    .summary = "draw pages nearly at random, and estimate shares from them",
    .paper = "Henzinger, Heydon, Mitzenmacher & Najork 2000",
    .about = "PAGE",
    .about_help = "where the walk starts (default: the 100 pages with most in-links)",
    .is_heavy = true,
    .examples =
        "pages=1000\n"
        "pages=1000 share=tld,language\n"
        "pages=1000 correct=none share=site\n"
        "pages=100 uniform seed=7\n",
    .columns = kColumns,
    .parameters = kParameters,
    .run = run};

}  // namespace cocite::insight::sample

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

extern const Info kInfo;

namespace {

constexpr std::array<std::string_view, 3> kColumns = {"page", "visits", "weight"};

constexpr std::array<ParameterInfo, 9> kParameters = {{
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
    {.name = "with",
     .kind = ParameterKind::kWord,
     .fallback = "",
     .summary = "another store, of which a sample is drawn likewise: how large is one against the "
                "other, by the shares of each sample that the other has?",
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

struct Drawn {
  std::vector<PageId> pages = {};
  std::vector<Visited> visited = {};
  std::vector<double> weights = {};  // of each visited
};

// `starts`: where the walk begins; none: the pages with most in-links. Facts go to `facts`, if any.
Result<Drawn> draw_pages(Context& context, std::vector<PageId> starts, Context* facts) {
  const store::Store& store = context.store();
  const Parameters& parameters = context.parameters();
  const uint64_t wanted = parameters.count("pages");
  const uint64_t seed = parameters.count("seed");
  Drawn drawn;
  if (context.is_on("uniform")) {
    const uint64_t size = std::min(wanted, store.pages());
    COCITE_TRY(drawn.pages, draw_uniform(store.pages(), wanted, seed, [&](uint64_t done) {
                 return context.tell("drawing", done, size, "pages");
               }));
    return drawn;
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
  COCITE_TRY(drawn.weights, walk.weights(context, correct));
  drawn.visited.assign(walk.visited().begin(), walk.visited().end());
  drawn.pages = draw(drawn.visited, drawn.weights, wanted, seed);
  if (facts == nullptr) return drawn;
  facts->fact("steps", steps);
  facts->fact("visited", uint64_t{drawn.visited.size()});
  facts->fact("seen_pages", walk.seen_pages());
  facts->fact("seen_hosts", walk.seen_hosts());
  return drawn;
}

// How many of these pages the other store has.
Result<uint64_t> known_there(const store::Store& store, const store::Store& there,
                             std::span<const PageId> pages) {
  uint64_t known = 0;
  for (const PageId page : pages) {
    COCITE_TRY(const std::string key, store.key(page));
    COCITE_TRY(const auto found, there.find(key));
    known += found ? 1 : 0;
  }
  return known;
}

// Of two sets A and B, |B| / |A| is the share of A that B has, divided by the share of B that A has
// (K. Bharat, A. Broder, "A Technique for Measuring the Relative Size and Overlap of Public Web Search Engines", 1998).
Result<void> compare_sizes(Context& context, const std::vector<PageId>& drawn) {
  const store::Store& store = context.store();
  COCITE_TRY(const store::Store other, store::Store::open(context.parameters().word("with")));
  if (other.names() != store.names()) {
    return fail(
        {.message = "one store has addresses as names and the other has not: no page is in both",
         .about = "with"});
  }
  Context there(kInfo, other, context.request(), context.parameters(), context.above(),
                [](const InsightRow&) { return true; });
  COCITE_TRY(const Drawn theirs, draw_pages(there, {}, nullptr));
  COCITE_TRY(const uint64_t own_known, known_there(store, other, drawn));
  COCITE_TRY(const uint64_t their_known, known_there(other, store, theirs.pages));
  const auto add = [&](const std::string& name, uint64_t known, size_t of) {
    const auto [low, high] = wilson(known, of);
    const double share = of == 0 ? 0 : static_cast<double>(known) / static_cast<double>(of);
    context.fact(name, share);
    context.fact(name + "_low", low);
    context.fact(name + "_high", high);
    return share;
  };
  const double ours = add("share_in_other", own_known, drawn.size());
  const double back = add("share_of_other_here", their_known, theirs.pages.size());
  if (ours > 0 && back > 0) context.fact("other_times_as_large", ours / back);
  context.fact("other_times_as_large_truth",
               static_cast<double>(other.pages()) / static_cast<double>(store.pages()));
  if (own_known == 0 || their_known == 0) {
    context.note(
        "the samples have no page that the other store has too: nothing is known of sizes");
  }
  return {};
}

Result<void> run(Context& context) {
  const store::Store& store = context.store();
  const Parameters& parameters = context.parameters();
  const uint64_t wanted = parameters.count("pages");
  if (store.pages() == 0) return fail(ErrorCode::kInvalidArgument, "the store has no pages");
  if (context.is_on("walk") && context.is_on("uniform")) {
    return fail({.message = "choose walk or uniform, not both", .about = "walk"});
  }
  if (context.request().max_links != 0 && wanted > 10'000) {
    return fail({.message = "this service draws at most 10000 pages", .about = "pages"});
  }
  std::vector<PageId> starts;
  for (const std::string& text : context.request().about) {
    COCITE_TRY(const PageId page, context.above().resolve(text));
    starts.push_back(page);
  }
  COCITE_TRY(const Drawn sample, draw_pages(context, std::move(starts), &context));
  const std::vector<PageId>& drawn = sample.pages;
  const std::vector<Visited>& visited = sample.visited;
  if (!parameters.word("with").empty()) COCITE_CHECK(compare_sizes(context, drawn));
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
      weight = sample.weights[static_cast<size_t>(found - visited.begin())];
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
        "pages=100 uniform seed=7\n"
        "pages=1000 with=other.cocite\n",
    .columns = kColumns,
    .parameters = kParameters,
    .run = run};

}  // namespace cocite::insight::sample

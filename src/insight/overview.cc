// A store at a glance: sizes, hosts, domains, languages, years, degrees, hubs, authorities, mirrors.
//
// Nothing here is new: it is what `info`, `rank`, `sample` and `mirrors` say, put together to show
// what is in a store. Domains come with the interval of a sample of 1000
// pages (sample_walk.h) next to the true share, to show what a sample of a crawl would give.
// Lists of pages are for reading: pages that were fetched come first, of many hosts one page each,
// and between hosts a host has one vote, so that the form that every page of one site links to is
// no authority. Cost: the degrees of all pages, PageRank (and HITS where there is one host) where
// the store has no columns of them, and the mirrors if they are not saved.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "base/date_text.h"
#include "insight/best_pages.h"
#include "insight/hosts.h"
#include "insight/insight.h"
#include "insight/shares.h"

namespace cocite::insight::overview {
namespace {

constexpr std::array<std::string_view, 2> kColumns = {"name", "value"};
constexpr size_t kMost = 20;

constexpr std::array<ParameterInfo, 1> kParameters = {{
    {.name = "seed",
     .kind = ParameterKind::kCount,
     .fallback = "0",
     .summary = "seed of the random choices: another number gives another sample",
     .most = 9e15},
}};

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void add_sizes(Context& context) {
  const store::Facts& facts = context.store().facts();
  const auto row = [&](const char* name, InsightValue value) {
    static_cast<void>(context.row({std::string(name), std::move(value)}));
  };
  row("pages", facts.pages);
  row("links", facts.links);
  row("hosts", facts.hosts);
  row("sites", facts.sites);
  row("crawled", facts.crawled);
  row("links_per_page", ratio(facts.links, facts.pages));
  row("links_per_crawled_page", ratio(facts.links, facts.crawled));
  row("same_host_share", ratio(facts.same_host_links, facts.links));
  row("childless", facts.childless);
  row("max_in", facts.max_in);
  row("max_out", facts.max_out);
  row("aliases", facts.aliases);
}

Result<void> add_hosts(Context& context) {
  const store::Store& store = context.store();
  std::vector<std::pair<uint64_t, uint32_t>> sizes;  // pages, host turned round
  for (uint64_t host = 0; host < store.hosts(); ++host) {
    if (host % 65536 == 0) {
      COCITE_CHECK(context.tell("measuring hosts", host, store.hosts(), "hosts"));
    }
    COCITE_TRY(const auto range, store.pages_of(host_id(host)));
    sizes.emplace_back(range.second - index(range.first), ~static_cast<uint32_t>(host));
  }
  const size_t kept = std::min(kMost, sizes.size());
  std::ranges::partial_sort(sizes, sizes.begin() + static_cast<ptrdiff_t>(kept), std::greater<>());
  InsightTable& table = context.table("hosts", {"host", "pages", "crawled", "links_in"});
  for (size_t i = 0; i < kept; ++i) {
    const HostId host = host_id(~sizes[i].second);
    COCITE_TRY(const auto range, store.pages_of(host));
    uint64_t crawled = 0;
    uint64_t links = 0;
    for (uint64_t page = index(range.first); page < range.second; ++page) {
      COCITE_TRY(const bool is_crawled, store.is_crawled(page_id(page)));
      crawled += is_crawled ? 1 : 0;
      COCITE_TRY(const uint32_t degree, store.in().degree(page_id(page)));
      links += degree;
    }
    COCITE_TRY(std::string name, name_of(store, host));
    table.rows.push_back({std::move(name), sizes[i].first, crawled, links});
  }
  return {};
}

// Shares of all pages; the largest first.
Result<void> add_shares(Context& context, std::string_view kind, const std::string& name) {
  const auto shares = Shares::make(context, kind, "");
  if (!shares && shares.error().code == ErrorCode::kUnsupported) return {};
  COCITE_CHECK(shares);
  std::vector<uint32_t> order(shares->names().size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](uint32_t number) { return shares->truth()[number]; });
  InsightTable& table = context.table(name, {"value", "pages", "share"});
  for (size_t i = 0; i < std::min(kMost, order.size()); ++i) {
    const uint64_t pages = shares->truth()[order[i]];
    table.rows.push_back({shares->names()[order[i]], pages, ratio(pages, context.store().pages())});
  }
  return {};
}

// Domains as a sample sees them.
Result<void> add_domains(Context& context) {
  COCITE_TRY(const InsightAnswer sample,
             context.above().insight({.name = "sample",
                                      .parameters = {{"pages", "1000"},
                                                     {"share", "tld"},
                                                     {"seed", context.parameters().word("seed")}},
                                      .progress = context.request().progress,
                                      .stop = context.request().stop}));
  for (const InsightTable& table : sample.tables) {
    if (table.name != "shares") continue;
    InsightTable& domains = context.table("domains", {"value", "estimate", "low", "high", "share"});
    for (const InsightRow& row : table.rows) {
      if (domains.rows.size() < kMost) {
        domains.rows.push_back({row[1], row[3], row[4], row[5], row[6]});
      }
    }
  }
  return {};
}

// How many pages have 0, 1, 2-3, 4-7, ... links.
Result<void> add_degrees(Context& context) {
  const store::Store& store = context.store();
  std::array<std::array<uint64_t, 34>, 2> counts{};
  const auto bin = [](uint32_t degree) { return static_cast<size_t>(std::bit_width(degree)); };
  for (uint64_t page = 0; page < store.pages(); ++page) {
    if (page % 65536 == 0) {
      COCITE_CHECK(context.tell("counting links", page, store.pages(), "pages"));
    }
    COCITE_TRY(const uint32_t in, store.in().degree(page_id(page)));
    COCITE_TRY(const uint32_t out, store.out().degree(page_id(page)));
    ++counts[0][bin(in)];
    ++counts[1][bin(out)];
  }
  size_t last = 34;
  while (last > 1 && counts[0][last - 1] == 0 && counts[1][last - 1] == 0) --last;
  InsightTable& table = context.table("degrees", {"from", "to", "pages_in", "pages_out"});
  for (size_t i = 0; i < last; ++i) {
    const uint64_t from = i == 0 ? 0 : uint64_t{1} << (i - 1);
    const uint64_t to = i == 0 ? 0 : (uint64_t{1} << i) - 1;
    table.rows.push_back({from, to, counts[0][i], counts[1][i]});
  }
  return {};
}

// Its address and its title, or what others call it.
Result<InsightRow> name_of_page(const store::Store& store, PageId page) {
  COCITE_TRY(std::string key, store.key(page));
  COCITE_TRY(key, store.url(page, key));
  COCITE_TRY(std::string title, store.title(page));
  if (title.empty()) {
    COCITE_TRY(title, store.anchor_name(page));
  }
  return InsightRow{std::move(key), std::move(title)};
}

Result<void> add_pages(Context& context, const std::string& name, std::span<const double> scores,
                       bool per_host) {
  const store::Store& store = context.store();
  COCITE_TRY(const std::vector<PageId> pages,
             best_pages(store, scores, {.top = 10, .per_host = per_host}));
  InsightTable& table = context.table(name, {"page", "title", "score"});
  for (const PageId page : pages) {
    COCITE_TRY(InsightRow row, name_of_page(store, page));
    row.emplace_back(scores[index(page)]);
    table.rows.push_back(std::move(row));
  }
  return {};
}

// The pages that were fetched last, of many hosts one each. Pages with less than two links are mostly notes that a
// page has moved.
Result<void> add_newest(Context& context, bool per_host) {
  const store::Store& store = context.store();
  if (!store.text_columns().has_dates()) return {};
  std::vector<double> dates(store.pages());
  for (uint64_t page = 0; page < dates.size(); ++page) {
    if (page % 65536 == 0) {
      COCITE_CHECK(context.tell("looking for new pages", page, dates.size(), "pages"));
    }
    COCITE_TRY(const uint32_t links, store.out().degree(page_id(page)));
    if (links > 1) dates[page] = store.text_columns().date(page_id(page));
  }
  COCITE_TRY(const std::vector<PageId> pages,
             best_pages(store, dates, {.top = 10, .per_host = per_host}));
  if (pages.empty()) return {};
  InsightTable& table = context.table("newest", {"page", "title", "date"});
  for (const PageId page : pages) {
    COCITE_TRY(InsightRow row, name_of_page(store, page));
    row.emplace_back(date_text(store.text_columns().date(page)));
    table.rows.push_back(std::move(row));
  }
  return {};
}

// For each page: of every other host that it links to, the page that most hosts link to, not
// counting its own host; summed up.
Result<std::vector<double>> hubs_between_hosts(Context& context, std::span<const double> hosts_in) {
  const store::Store& store = context.store();
  std::vector<double> scores(store.pages());
  std::vector<std::pair<uint32_t, double>> votes;
  auto scan = store.out().scan(page_id(0), store.pages());
  while (scan.next()) {
    if (index(scan.page()) % 65536 == 0) {
      COCITE_CHECK(context.tell("looking for hubs", index(scan.page()), store.pages(), "pages"));
    }
    COCITE_TRY(const HostId own, store.host_of(scan.page()));
    votes.clear();
    for (const PageId child : scan.list()) {
      COCITE_TRY(const HostId host, store.host_of(child));
      if (host != own) votes.emplace_back(index(host), -(hosts_in[index(child)] - 1));
    }
    std::ranges::sort(votes);
    for (size_t i = 0; i < votes.size(); ++i) {
      if (i == 0 || votes[i].first != votes[i - 1].first) {
        scores[index(scan.page())] -= votes[i].second;
      }
    }
  }
  COCITE_CHECK(scan.status());
  return scores;
}

// The best pages by PageRank, the pages that most other hosts link to, and the pages that link to
// these. Where all is on one host, or hosts are not known, HITS instead of the last two.
Result<void> add_best(Context& context) {
  const auto ranked = [&](const std::string& rank) -> Result<std::span<const double>> {
    COCITE_CHECK(context.tell("ranking pages by " + rank, 0, 0, ""));
    return context.above().rank(rank);
  };
  const bool has_hosts =
      context.store().names() == store::Names::kUrl && !context.store().is_one_site();
  COCITE_TRY(const std::span<const double> pagerank, ranked("pagerank"));
  COCITE_CHECK(add_pages(context, "best", pagerank, has_hosts));
  if (!has_hosts) {
    COCITE_TRY(const std::span<const double> authorities, ranked("hits-authority"));
    COCITE_CHECK(add_pages(context, "authorities", authorities, false));
    COCITE_TRY(const std::span<const double> hubs, ranked("hits-hub"));
    return add_pages(context, "hubs", hubs, false);
  }
  COCITE_TRY(const std::span<const double> hosts_in, ranked("host-indegree"));
  COCITE_CHECK(add_pages(context, "authorities", hosts_in, true));
  COCITE_TRY(const std::vector<double> hubs, hubs_between_hosts(context, hosts_in));
  return add_pages(context, "hubs", hubs, true);
}

Result<void> add_mirrors(Context& context) {
  COCITE_TRY(const InsightAnswer found,
             context.above().insight({.name = "mirrors",
                                      .threads = context.request().threads,
                                      .progress = context.request().progress,
                                      .stop = context.request().stop}));
  InsightTable& table = context.table("mirrors", {"host1", "host2", "score", "kind"});
  for (const InsightRow& row : found.tables[0].rows) {
    if (table.rows.size() < kMost) table.rows.push_back({row[2], row[3], row[1], row[9]});
  }
  context.fact("mirrors", uint64_t{found.tables[0].rows.size()});
  return {};
}

Result<void> run(Context& context) {
  COCITE_CHECK(may_work(context, "report"));
  add_sizes(context);
  const bool has_hosts = context.store().names() == store::Names::kUrl;
  if (has_hosts) {
    COCITE_CHECK(add_hosts(context));
    COCITE_CHECK(add_domains(context));
  }
  COCITE_CHECK(add_shares(context, "language", "languages"));
  COCITE_CHECK(add_shares(context, "year", "years"));
  COCITE_CHECK(add_degrees(context));
  COCITE_CHECK(add_best(context));
  COCITE_CHECK(add_newest(context, has_hosts && !context.store().is_one_site()));
  if (has_hosts) COCITE_CHECK(add_mirrors(context));
  return {};
}

}  // namespace

extern const Info kInfo{
    .name = "overview",
    .summary = "summarize a store: sizes, hosts, domains, degrees, hubs, mirrors",
    .paper = "",
    .is_heavy = true,
    .examples =
        "\n"
        "format=json\n",
    .columns = kColumns,
    .parameters = kParameters,
    .run = run};

}  // namespace cocite::insight::overview

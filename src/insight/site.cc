// One host or site: its pages by rank, linking hosts, similar sites, its scope, its
// mirrors.
//
// Cost: the lists of its pages, both ways; PageRank where the store has no column of it. Related
// hosts come from the graph of hosts, where that is made already.
#include "url/site.h"

#include <algorithm>
#include <array>
#include <map>

#include "insight/best_pages.h"
#include "insight/hosts.h"
#include "insight/insight.h"
#include "url/key.h"

namespace cocite::insight::site {
namespace {

constexpr std::array<std::string_view, 4> kColumns = {"page", "title", "score", "in_links"};

constexpr std::array<ParameterInfo, 1> kParameters = {{
    {.name = "of",
     .kind = ParameterKind::kWord,
     .fallback = "host",
     .summary = "the host alone, or all hosts of its site (registrable domain)",
     .choices = "host|site"},
}};

struct Range {
  uint64_t first = 0;
  uint64_t end = 0;
};

// The hosts of a site are next to each other, but for those with a port.
Result<Range> pages_of_site(const store::Store& store, const std::string& site) {
  Range range;
  COCITE_TRY(range.first, store.keys().lower_bound(site + ")"));
  COCITE_TRY(range.end, store.keys().lower_bound(site + "-"));
  return range;
}

Result<void> add_pages(Context& context, const Range& range) {
  const store::Store& store = context.store();
  COCITE_TRY(const std::span<const double> rank, context.above().rank("pagerank"));
  const uint64_t top = context.request().top;
  COCITE_TRY(const std::vector<PageId> pages,
             best_pages(store, rank,
                        {.top = top == 0 ? range.end - range.first : top,
                         .zeros = true,
                         .first = range.first,
                         .end = range.end}));
  for (const PageId page : pages) {
    COCITE_TRY(const std::string key, store.key(page));
    COCITE_TRY(std::string title, store.title(page));
    if (title.empty()) {
      COCITE_TRY(title, store.anchor_name(page));
    }
    COCITE_TRY(const uint32_t degree, store.in().degree(page));
    COCITE_TRY(std::string address, store.url(page, key));
    if (!context.row({std::move(address), std::move(title), rank[index(page)], uint64_t{degree}})) {
      break;
    }
  }
  return {};
}

Result<void> add_linking(Context& context, const Range& range) {
  const store::Store& store = context.store();
  std::map<uint32_t, uint64_t> links;
  uint64_t total = 0;
  auto scan = store.in().scan(page_id(range.first), range.end);
  while (scan.next()) {
    COCITE_CHECK(context.tell("reading links", index(scan.page()) - range.first,
                              range.end - range.first, "pages"));
    for (const PageId parent : scan.list()) {
      if (index(parent) >= range.first && index(parent) < range.end) continue;
      COCITE_TRY(const HostId host, store.host_of(parent));
      ++links[index(host)];
      ++total;
    }
  }
  COCITE_CHECK(scan.status());
  std::vector<std::pair<uint64_t, uint32_t>> order;
  for (const auto& [host, count] : links) order.emplace_back(count, ~host);
  std::ranges::sort(order, std::greater<>());
  InsightTable& table = context.table("linked_from", {"host", "links"});
  constexpr size_t kMost = 100;
  for (size_t i = 0; i < std::min(kMost, order.size()); ++i) {
    COCITE_TRY(std::string name, name_of(store, host_id(~order[i].second)));
    table.rows.push_back({std::move(name), order[i].first});
  }
  context.fact("linking_hosts", uint64_t{links.size()});
  context.fact("links_from_others", total);
  return {};
}

// What another insight says of the host, under a name of its own.
Result<void> add_insight(Context& context, const std::string& name, const std::string& host,
                         const std::string& shown) {
  InsightRequest request{.name = name,
                         .about = {host},
                         .top = context.request().top,
                         .max_links = context.request().max_links,
                         .threads = context.request().threads,
                         .stop = context.request().stop};
  auto answer = context.above().insight(request);
  // Where it would take too long there is none; the rest is worth having.
  if (!answer && answer.error().code == ErrorCode::kUnsupported) {
    context.note(name + ": " + answer.error().message);
    return {};
  }
  COCITE_CHECK(answer);
  for (InsightTable& table : answer->tables) {
    const std::string own = table.name == "items" ? shown : table.name;
    context.table(own, table.columns).rows = std::move(table.rows);
  }
  for (auto& [fact, value] : answer->facts) {
    if (fact == "says") context.fact(fact, value);
  }
  return {};
}

Result<void> run(Context& context) {
  const store::Store& store = context.store();
  COCITE_CHECK(needs_hosts(store, "sites"));
  const std::string& text = context.request().about.front();
  COCITE_TRY(const auto host, find_host(store, text));
  const bool is_site = context.parameters().word("of") == "site";
  Range range;
  std::string name;
  if (host && !is_site) {
    COCITE_TRY(const auto pages, store.pages_of(*host));
    range = {index(pages.first), pages.second};
    COCITE_TRY(name, name_of(store, *host));
  } else {
    std::string key;
    if (url::make_key("http://" + text, {}, key) == url::Skip::kNone) {
      const std::string site = url::SiteList().site_of_host(url::host_of_key(key));
      COCITE_TRY(range, pages_of_site(store, site));
      name = url::host_name(site);
    }
  }
  if (range.first >= range.end) {
    return fail(ErrorCode::kNotFound, "there is no host or site '" + text + "' in the store");
  }
  context.fact("name", name);
  context.fact("pages", range.end - range.first);
  COCITE_CHECK(add_pages(context, range));
  COCITE_CHECK(add_linking(context, range));
  COCITE_TRY(const auto related, context.above().related_hosts(name, is_site, 20));
  InsightTable& table = context.table("related", {"host", "score", "why"});
  for (const auto& other : related) table.rows.push_back({other.name, other.score, other.why});
  if (host) {
    COCITE_CHECK(add_insight(context, "scope", name, "scope"));
    COCITE_CHECK(add_insight(context, "mirrors", name, "mirrors"));
  }
  return {};
}

}  // namespace

extern const Info kInfo{
    .name = "site",
    .summary =
        "describe a host or site: its pages by rank, linking hosts, similar sites, scope and "
        "mirrors",
    .paper = "",
    .about = "HOST",
    .about_help = "a host (www.example.com), or any host of a site where whole sites are asked for",
    .needs_about = true,
    .examples =
        "www.example.com\n"
        "example.com of=site top=20\n",
    .columns = kColumns,
    .parameters = kParameters,
    .run = run};

}  // namespace cocite::insight::site

// Geographic scope: is this page of interest to a city, a country, a continent or everybody?
//
// Idea: a page matters where it is linked from. For page or host w and region r, power(w,r) is the
// share of r's hosts that link to w (its own site left out). Where the powers of the regions within
// R are alike (their entropy over its largest possible value, at least 0.5), R is w's scope; else
// the region that has most of the power is looked at in its turn.
//
// Papers: Ding, Gravano & Shivakumar, "Computing Geographical Scopes of Web Resources", VLDB 2000;
// Buyukkokten, Cho, Garcia-Molina, Gravano & Shivakumar, "Exploiting Geographical Location
// Information of Web Pages", WebDB 1999. Theirs look up the addresses of hosts' owners; here the
// end of a host's name says where it is, or a table of the user.
// Cost: the parents of a page; the host of each. Once per store: the name of every host. Does badly
// for countries whose hosts are .com, and where a region has so few hosts that one link is a lot.
#include <algorithm>
#include <array>
#include <optional>

#include "insight/hosts.h"
#include "insight/insight.h"
#include "insight/scope_verdict.h"

namespace cocite::insight::scope {
namespace {

constexpr std::array<std::string_view, 6> kColumns = {"page",  "scope",   "verdict",
                                                      "links", "regions", "spread"};

constexpr std::array<ParameterInfo, 6> kParameters = {{
    {.name = "all",
     .kind = ParameterKind::kWord,
     .fallback = "off",
     .summary = "every page, or every host",
     .choices = "on|off",
     .is_flag = true},
    {.name = "of",
     .kind = ParameterKind::kWord,
     .fallback = "pages",
     .summary = "what is listed of all",
     .choices = "pages|hosts"},
    {.name = "spread",
     .kind = ParameterKind::kWord,
     .fallback = "entropy",
     .summary = "measure of spread: entropy of powers, or cosine of links and hosts",
     .choices = "entropy|cosine"},
    {.name = "spread_at_least",
     .kind = ParameterKind::kNumber,
     .fallback = "0.5",
     .summary = "a region is the scope if its spread is at least this",
     .least = 0,
     .most = 1},
    {.name = "links_at_least",
     .kind = ParameterKind::kCount,
     .fallback = "5",
     .summary = "linking hosts with a known region that a verdict needs",
     .least = 1},
    {.name = "regions",
     .kind = ParameterKind::kWord,
     .fallback = "",
     .summary = "a table of suffix<TAB>region/path lines that come before countries' domains",
     .is_local = true},
}};

// What is known of all hosts.
struct Places {
  Regions regions;
  std::vector<uint16_t> region_of_host;  // kNowhere: not known
  HostSites sites;

  static constexpr uint16_t kNowhere = 0xFFFF;
};

Result<Places> make_places(Context& context, Regions regions) {
  COCITE_TRY(HostSites sites, HostSites::make(context.store()));
  const uint64_t total = context.store().hosts();
  std::vector<uint16_t> of_host;
  of_host.reserve(total);
  COCITE_CHECK(for_each_host(context.store(), [&](HostId, std::string_view name) -> Result<void> {
    if (of_host.size() % 4096 == 0) {
      COCITE_CHECK(context.tell("reading hosts", of_host.size(), total, "hosts"));
    }
    const Regions::Node node = regions.of_host(name);
    of_host.push_back(node == Regions::kUnknown ? Places::kNowhere : static_cast<uint16_t>(node));
    return {};
  }));
  Places places{.regions = std::move(regions),
                .region_of_host = std::move(of_host),
                .sites = std::move(sites)};
  return places;
}

// Only once the regions have their place: a tally points to them.
RegionTally hosts_of(const Places& places) {
  RegionTally hosts(places.regions);
  for (const uint16_t region : places.region_of_host) {
    if (region != Places::kNowhere) hosts.add(region);
  }
  return hosts;
}

class Judge {
 public:
  Judge(Context& context, const Places& places)
      : context_(&context),
        places_(&places),
        hosts_(hosts_of(places)),
        links_(places.regions),
        rules_{.spread_at_least = context.parameters().number("spread_at_least"),
               .links_at_least = context.parameters().count("links_at_least"),
               .by_cosine = context.parameters().word("spread") == "cosine"} {}

  // Links from these hosts, rising, to something on a host.
  void count(std::span<const uint32_t> linking, HostId own) {
    links_.clear();
    regions_ = 0;
    unknown_ = 0;
    direct_.assign(places_->regions.size(), 0);
    for (const uint32_t host : linking) {
      if (places_->sites.of(host_id(host)) == places_->sites.of(own)) continue;
      const uint16_t region = places_->region_of_host[host];
      if (region == Places::kNowhere) {
        ++unknown_;
        continue;
      }
      links_.add(region);
      regions_ += direct_[region]++ == 0 ? 1 : 0;
    }
    scope_ = scope_of(places_->regions, links_, hosts_, rules_);
  }
  bool row(std::string name) {
    InsightValue spread;
    if (scope_.has_evidence) spread = scope_.spread;
    return context_->row({std::move(name),
                          scope_.has_evidence ? places_->regions.path(scope_.region) : "",
                          scope_.verdict, links_.of(Regions::kWorld), regions_, spread});
  }
  // The numbers behind the last verdict.
  void details() {
    const Regions& regions = places_->regions;
    std::vector<Regions::Node> nodes;
    for (Regions::Node node = 1; node < regions.size(); ++node) {
      if (links_.of(node) > 0) nodes.push_back(node);
    }
    std::ranges::stable_sort(nodes, [&](Regions::Node a, Regions::Node b) {
      if (links_.of(a) != links_.of(b)) return links_.of(a) > links_.of(b);
      return regions.path(a) < regions.path(b);
    });
    InsightTable& table = context_->table("regions", {"region", "links", "hosts", "power", "code"});
    for (const Regions::Node node : nodes) {
      InsightValue code;
      if (regions.code(node) != 0) code = uint64_t{regions.code(node)};
      table.rows.push_back({regions.path(node), links_.of(node), hosts_.of(node),
                            power(links_, hosts_, node), code});
    }
    context_->fact("unknown", unknown_);
    context_->fact("says", sentence());
  }

 private:
  [[nodiscard]] std::string sentence() const {
    const uint64_t all = links_.of(Regions::kWorld);
    const std::string hosts = std::to_string(all) + (all == 1 ? " host" : " hosts");
    if (all == 0)
      return "No host of another site with a known region links here, so there is no evidence.";
    if (!scope_.has_evidence) {
      return "Only " + hosts + " of known place " + (all == 1 ? "links" : "link") +
             " here: too few to say where it matters.";
    }
    const std::string from = "Linked from " + hosts + " in " + std::to_string(regions_) +
                             (regions_ == 1 ? " region" : " regions");
    const std::string& name = places_->regions.name(scope_.region);
    switch (places_->regions.level(scope_.region)) {
      case 0:
        return from + ": of interest all over the world.";
      case 1:
        return from + ": of interest in " + name + ".";
      default:
        return from + ": of interest in " + name + " above all.";
    }
  }

  Context* context_;
  const Places* places_;
  RegionTally hosts_;
  RegionTally links_;
  ScopeRules rules_;
  uint64_t regions_ = 0;
  uint64_t unknown_ = 0;
  std::vector<uint32_t> direct_;
  Scope scope_;
};

// The hosts of these pages, rising, each once. REQUIRES: pages rise.
Result<void> add_hosts(const store::Store& store, std::span<const PageId> pages,
                       std::vector<uint32_t>& hosts) {
  uint64_t end = 0;
  for (const PageId page : pages) {
    if (index(page) < end) continue;
    COCITE_TRY(const HostId host, store.host_of(page));
    COCITE_TRY(const auto range, store.pages_of(host));
    end = range.second;
    hosts.push_back(index(host));
  }
  return {};
}

Result<void> linking_hosts(const store::Store& store, uint64_t first, uint64_t end,
                           std::vector<uint32_t>& hosts) {
  hosts.clear();
  auto scan = store.in().scan(page_id(first), end);
  while (scan.next()) COCITE_CHECK(add_hosts(store, scan.list(), hosts));
  COCITE_CHECK(scan.status());
  std::ranges::sort(hosts);
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  return {};
}

Result<void> judge_hosts(Context& context, Judge& judge) {
  const store::Store& store = context.store();
  std::vector<uint32_t> hosts;
  for (uint64_t i = 0; i < store.hosts(); ++i) {
    COCITE_CHECK(context.tell("looking at hosts", i, store.hosts(), "hosts"));
    COCITE_TRY(const auto range, store.pages_of(host_id(i)));
    COCITE_CHECK(linking_hosts(store, index(range.first), range.second, hosts));
    judge.count(hosts, host_id(i));
    COCITE_TRY(std::string name, name_of(store, host_id(i)));
    if (!judge.row(std::move(name))) break;
  }
  return {};
}

Result<void> judge_pages(Context& context, Judge& judge) {
  const store::Store& store = context.store();
  std::vector<uint32_t> hosts;
  auto scan = store.in().scan(page_id(0), store.pages());
  auto keys = store.keys().cursor();
  std::string_view key;
  while (scan.next() && keys.next(key)) {
    if (index(scan.page()) % 1024 == 0) {
      COCITE_CHECK(context.tell("looking at pages", index(scan.page()), store.pages(), "pages"));
    }
    hosts.clear();
    COCITE_CHECK(add_hosts(store, scan.list(), hosts));
    COCITE_TRY(const HostId own, store.host_of(scan.page()));
    judge.count(hosts, own);
    if (!judge.row(std::string(key))) return {};
  }
  COCITE_CHECK(keys.status());
  return scan.status();
}

// What a user means: a host by its bare name, else a page.
Result<void> judge_one(Context& context, Judge& judge, const std::string& text) {
  const store::Store& store = context.store();
  std::vector<uint32_t> hosts;
  if (is_host_name(text)) {
    COCITE_TRY(const auto host, find_host(store, text));
    if (!host) return fail(ErrorCode::kNotFound, "there is no host '" + text + "' in the store");
    COCITE_TRY(const auto range, store.pages_of(*host));
    COCITE_CHECK(linking_hosts(store, index(range.first), range.second, hosts));
    judge.count(hosts, *host);
    COCITE_TRY(std::string name, name_of(store, *host));
    static_cast<void>(judge.row(std::move(name)));
    return {};
  }
  COCITE_TRY(const PageId page, context.above().resolve(text));
  graph::ListBuffer buffer;
  COCITE_TRY(const auto parents, store.parents(page, buffer));
  COCITE_CHECK(add_hosts(store, parents, hosts));
  COCITE_TRY(const HostId own, store.host_of(page));
  judge.count(hosts, own);
  COCITE_TRY(std::string key, store.key(page));
  static_cast<void>(judge.row(std::move(key)));
  return {};
}

Result<void> run(Context& context) {
  COCITE_CHECK(needs_hosts(context.store(), "regions"));
  const bool all = context.is_on("all");
  const auto& about = context.request().about;
  if (all == !about.empty()) {
    return fail({.message = all ? "name pages or ask for all of them, not both"
                                : "name a page or a host, or ask for all of them",
                 .about = "all"});
  }
  const std::string& file = context.parameters().word("regions");
  std::shared_ptr<const Places> places;
  if (file.empty()) {
    COCITE_TRY(places,
               context.keep<Places>("places", [&] { return make_places(context, Regions()); }));
  } else {
    Regions regions;
    COCITE_TRY(const std::string text, context.above().read_file(file));
    COCITE_CHECK(regions.add_table(text, file));
    COCITE_TRY(Places made, make_places(context, std::move(regions)));
    places = std::make_shared<const Places>(std::move(made));
  }
  Judge judge(context, *places);
  if (all) {
    COCITE_CHECK(may_work(context, "scope"));
    return context.parameters().word("of") == "hosts" ? judge_hosts(context, judge)
                                                      : judge_pages(context, judge);
  }
  for (const std::string& text : about) COCITE_CHECK(judge_one(context, judge, text));
  if (about.size() == 1) judge.details();
  return {};
}

}  // namespace

extern const Info kInfo{.name = "scope",
                        .summary = "find the regions that link to a page, and its geographic scope",
                        .paper = "Ding, Gravano & Shivakumar 2000",
                        .about = "PAGE|HOST",
                        .about_help = "a page, or a host by its bare name (www.example.com)",
                        .examples =
                            "www.example.com\n"
                            "http://www.example.com/ spread=cosine\n"
                            "all of=hosts format=tsv\n"
                            "www.example.com regions=regions.tsv\n",
                        .columns = kColumns,
                        .parameters = kParameters,
                        .run = run};

}  // namespace cocite::insight::scope

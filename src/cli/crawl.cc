#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/crawl.h>
#include <cocite/json.h>
#include <cocite/output.h>

#include "cli/command.h"
#include "cli/crawl_line.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "cli/values.h"

namespace cocite::cli {
namespace {

struct Options {
  std::vector<std::string> seeds;
  CrawlRequest request;
  bool same_host = false;
  bool same_site = false;
  bool any_host = false;
  std::string simulate;  // a store
  SimulateRequest simulation;
  std::string chart;
  bool force = false;
  std::vector<std::string> orders;
  Format format{};
  bool is_quiet = false;
  std::function<std::vector<std::string>()> given;
};

struct Row {
  const SimulatedOrder* order = nullptr;
  SimulateStep step;
};

Result<void> simulate(Options& options) {
  SimulateRequest& request = options.simulation;
  request.store = options.simulate;
  request.pages = options.seeds;
  request.orders = options.orders;
  request.stop = stop_on_signals();
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  request.progress = [&](const Progress& progress) { bar.show(progress); };
  COCITE_TRY(const SimulateAnswer answer, simulate_crawl(request));
  bar.clear();
  if (!options.chart.empty()) {
    COCITE_CHECK(write_output(options.chart, simulate_chart(answer), {.force = options.force}));
  }
  const Fields<Row> fields = {
      {{.name = "order"}, [](const Row& row) { return row.order->name; }},
      {{.name = "percent"}, [](const Row& row) { return row.step.percent; }},
      {{.name = "fetched"}, [](const Row& row) { return row.step.fetched; }},
      {{.name = "hot"}, [](const Row& row) { return row.step.hot; }},
      {{.name = "rank_sum"}, [](const Row& row) { return row.step.rank_sum; }}};
  TableOf<Row> table(standard_output(), options.format, fields);
  for (const SimulatedOrder& order : answer.orders) {
    for (const SimulateStep& step : order.steps) {
      // People see every tenth, and the end.
      const bool is_shown =
          options.format != Format::kText || step.percent % 10 == 0 || &step == &order.steps.back();
      if (is_shown) table.row({&order, step});
    }
  }
  table.finish();
  if (!options.is_quiet) {
    std::string start;
    for (const std::string& key : answer.start) start += (start.empty() ? "" : ", ") + key;
    complain("from " + start + " a crawl gets to " + std::to_string(answer.reachable) + " of " +
             std::to_string(answer.pages) + " pages; " + std::to_string(answer.hot_pages) +
             " are hot");
  }
  return {};
}

Result<void> crawl(Options& options) {
  if (!options.simulate.empty()) return simulate(options);
  CrawlRequest& request = options.request;
  request.seeds = options.seeds;
  request.words = options.simulation.words;
  request.like = options.simulation.like;
  request.seed = options.simulation.seed;
  request.threads = options.simulation.threads;
  if (!options.orders.empty()) request.order = options.orders.front();
  if (options.same_site) request.scope = CrawlScope::kSites;
  const bool by_pattern = !request.pattern.empty() && !options.same_host && !options.same_site;
  if (options.any_host || by_pattern) request.scope = CrawlScope::kAll;
  request.given = options.given();
  const bool names_hosts = options.same_host || options.same_site || options.any_host;
  if (names_hosts || by_pattern) request.given->emplace_back("hosts");
  if (!request.frames) request.given->emplace_back("frames");  // by --no-frames
  request.stop = stop_on_signals();
  CrawlLine line(options.is_quiet);
  request.progress = [&](const CrawlProgress& now) { line.show(now); };
  Output& out = standard_output();
  const bool is_json = options.format == Format::kJson || options.format == Format::kJsonl;
  if (is_json) {
    request.log = [&](const CrawlEvent& event) {
      out.write(to_json(event) + '\n');
      static_cast<void>(out.finish());  // at once: a user may be watching
    };
  }
  COCITE_TRY(const CrawlReport report, crawl_web(request));
  line.clear();
  out.write(is_json ? to_json(report) + '\n' : report_text(report));
  explain_report(report);
  if (report.went_on && report.fetched == 0 && report.queue == 0 && !options.is_quiet) {
    complain(
        "this crawl had come to its end; another folder begins a new crawl, and --refresh STORE "
        "asks "
        "for its pages again");
  }
  return was_reached(report);
}

std::string order_help() {
  std::string help = "which pages first:";
  for (const CrawlOrder& order : crawl_orders()) help += "\n" + order.name + ": " + order.summary;
  return help;
}

std::vector<std::string> order_names() {
  std::vector<std::string> names;
  for (const CrawlOrder& order : crawl_orders()) names.push_back(order.name);
  return names;
}

Command::Read read_small(unsigned& value) {
  return [&value](const std::string& text) -> std::optional<std::string> {
    constexpr uint64_t kMost = 10000;
    const auto parsed = parse_count(text);
    if (!parsed || *parsed == 0 || *parsed > kMost) {
      return "'" + text + "' is not a number from 1 to 10000";
    }
    value = static_cast<unsigned>(*parsed);
    return {};
  };
}

}  // namespace

void add_crawl(Commands& commands) {
  auto options = std::make_shared<Options>();
  SimulateRequest& simulation = options->simulation;
  CrawlRequest& request = options->request;
  Command command = commands.add(
      "crawl", "fetch pages politely, the best ones first; or try an order on a store",
      "cocite crawl https://www.example.com/ --out example.crawl\n"
      "cocite crawl @seeds.txt --same-site --contact https://example.org/bot --out web.crawl\n"
      "cocite crawl --out example.crawl                            goes on where it was\n"
      "cocite crawl --refresh web.cocite --earlier old.crawl --contact me@example.org --out "
      "new.crawl\n"
      "cocite import web.cocite example.crawl/archive/*.warc.gz\n"
      "cocite crawl --simulate web.cocite www.example.com/ --order breadth,pagerank\n"
      "cocite crawl --simulate web.cocite --chart orders.svg\n"
      "\n"
      "Keeps to robots.txt, asks a host once a second and one thing at a time, slows down where\n"
      "the host does, and stays on the hosts of the seeds unless told otherwise. Ctrl-C ends it\n"
      "within two seconds; --out DIR alone goes on, with the options that the folder keeps; one "
      "that\n"
      "is given again replaces the kept one (--media=false takes a flag back). What is in the\n"
      "folder: docs/formats/crawl.md.");
  command.optional_arguments("SEED", options->seeds,
                             "where to start: addresses, sitemaps, @FILE with one a line; with "
                             "--simulate pages of the store");
  command.output_folder("--out", request.out, "a folder for the crawl, made if it is not there");
  command.text("--refresh", request.refresh,
               "the pages of this store are seeds, the oldest and most important first", "STORE");
  command.off("--whole", request.is_conditional,
              "with --refresh: ask for whole pages, not only for those that have changed since");
  command.texts("--earlier", request.earlier,
                "with --refresh: the folder of a crawl that the store is made of; what it knows of "
                "pages (ETag) says better whether they have changed; repeatable",
                "DIR");
  command.words("--order", options->orders, order_names(), "order", "see --help", order_help());
  command.text("--words", simulation.words, "similarity: to these words", "WORDS");
  command.texts("--like", simulation.like,
                "similarity: to this page of the store (of --simulate or --refresh); repeatable",
                "PAGE");
  command.flag("--same-host", options->same_host, "stay on the hosts of the seeds (default)");
  command.flag("--same-site", options->same_site, "stay on their sites: registrable domains");
  command.flag("--any-host", options->any_host, "go wherever links lead");
  command.text(
      "--scope", request.pattern,
      "addresses that match this regular expression (RE2), on any host; with --same-host or "
      "--same-site on these",
      "REGEX");
  command.texts(
      "--exclude", request.exclude,
      "leave out addresses that match this regular expression, but for the seeds themselves; "
      "repeatable",
      "REGEX");
  command.text("--contact", request.contact,
               "an address of mail or web for those who run the servers; required for more than "
               "one host",
               "WHO");
  command.text("--operator", request.operator_name,
               "who crawls: a person or an organisation, for the archive's warcinfo", "NAME");
  add_fetch_options(command, request);
  command.value("--per-host", read_small(request.per_host),
                "requests to one host at a time (default 1)", "N");
  command.value("--connections", read_small(request.connections), "requests at a time (default 64)",
                "N");
  command.count("--max-pages", request.max_pages, "stop after N pages (default: no limit)");
  command.value(
      "--max-depth",
      [&request](const std::string& text) -> std::optional<std::string> {
        const auto depth = parse_count(text);
        if (!depth) return "'" + text + "' is not a whole number";
        request.max_depth = *depth == 0 ? CrawlRequest::kNoLinks : *depth;
        return {};
      },
      "at most N links from a seed; 0: the seeds alone (default: no limit)", "N");
  command.size("--max-bytes", request.max_bytes, "stop after this many bytes (default: no limit)");
  command.number("--max-time", request.max_time_s, "stop after so long (default: no limit)",
                 "SECONDS");
  command.size("--max-page-bytes", request.max_page_bytes,
               "of a longer page the beginning (default 16M)");
  command.size("--warc-size", request.warc_bytes,
               "begin another archive file after this many bytes (default 1G)");
  command.count("--max-host-pages", request.max_host_pages,
                "fetch at most N pages of one host (default 100000; 0: no limit)");
  command.count(
      "--max-waiting", request.max_waiting,
      "keep at most N addresses that wait (default 10000000, about 30 bytes of memory each; "
      "0: no limit); the worst are forgotten until another link to them is found");
  command.count("--max-chain", request.max_chain,
                "follow at most N links in a row to addresses that differ in numbers only, as "
                "calendars have them (default 50; 0: no limit)");
  command.flag(
      "--frames", [&request] { request.frames = true; },
      "frames and iframes are links and are fetched, too (default)");
  command.off("--no-frames", request.frames, "frames and iframes are no links");
  command.flag(
      "--requisites", request.requisites,
      "also the images, styles, scripts and fonts that pages need to be replayed; of other hosts "
      "only with --contact; they are archived, and are neither pages nor links");
  command.flag("--media", request.media, "also fetch images, archives and other files");
  command.flag("--sitemaps", request.sitemaps, "what sitemaps named in robots.txt list, too");
  command.experts();
  command.text("--simulate", options->simulate,
               "crawl this store instead of the web: which order has the hot pages first?",
               "STORE");
  command.one_of<bool>("--hot", {{"pagerank", false}, {"indegree", true}},
                       simulation.hot_by_indegree,
                       "what makes pages hot (default pagerank), with --simulate", "WORD");
  command.number("--hot-share", simulation.hot_share,
                 "how many pages are hot, of all (default 0.1), with --simulate");
  command.output("--chart", options->chart, "with --simulate: a chart as SVG");
  command.flag("--force", options->force, "with --simulate: replace a chart that is there already");
  command.experts(false);
  command.count("--seed", simulation.seed, "of the order random (default 1)");
  command.threads(simulation.threads);
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  command.format(options->format);
  command.together([options]() -> std::optional<std::string> {
    if (options->simulate.empty() && options->request.out.empty()) {
      return "crawl: where to? Give --out DIR (or --simulate STORE)";
    }
    if (options->same_host + options->same_site + options->any_host > 1) {
      return "crawl: one of --same-host, --same-site, --any-host";
    }
    if (options->simulate.empty() && options->orders.size() > 1) {
      return "--order: one, unless the crawl is simulated";
    }
    return {};
  });
  options->given = command.given();
  command.on([options] { return crawl(*options); });
}

}  // namespace cocite::cli

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

#include "api/crawl_options.h"
#include "cli/command.h"
#include "cli/crawl_line.h"
#include "cli/from_options.h"
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
  if (!options.simulation.store.empty()) return simulate(options);
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
        "asks for its pages again");
  }
  return was_reached(report);
}

std::string order_help() {
  std::string help = "which pages first";
  for (const CrawlOrder& order : crawl_orders()) help += "; " + order.name + ": " + order.summary;
  return help;
}

std::vector<std::string> order_names() {
  std::vector<std::string> names;
  for (const CrawlOrder& order : crawl_orders()) names.push_back(order.name);
  return names;
}

// Options of the command line alone.
constexpr auto kOptions = api::options(
    api::option("same_site", &Options::same_site, "stay on their sites: registrable domains"),
    api::option("any_host", &Options::any_host, "go wherever links lead"),
    api::option("same_host", &Options::same_host, "stay on the hosts of the seeds (default)")
        .expert(),
    api::option("chart", &Options::chart, "with --simulate: a chart as SVG")
        .stands("OUTPUT")
        .expert(),
    api::option("force", &Options::force, "with --simulate: replace an existing chart").expert());

}  // namespace

void add_crawl(Commands& commands) {
  auto options = std::make_shared<Options>();
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
  command.optional_arguments(
      "SEED", options->seeds,
      "where to start: addresses, sitemaps, @FILE (lines, bookmarks, OPML, sitemap); with "
      "--simulate pages of the store");
  command.words("--order", options->orders, order_names(), "order", "see --help", order_help());
  add_options(command, kOptions, *options);
  add_options(command, api::kCrawlOptions, request);
  command.value(
      "--max-depth",
      [&request](const std::string& text) -> std::optional<std::string> {
        const auto depth = parse_count(text);
        if (!depth) return "'" + text + "' is not a whole number";
        request.max_depth = *depth == 0 ? CrawlRequest::kNoLinks : *depth;
        return {};
      },
      "at most N links from a seed; 0: the seeds alone (default: no limit)", "N");
  add_options(command, api::kFetchOptions, request);
  command.experts();
  command.flag(
      "--frames", [&request] { request.frames = true; },
      "frames and iframes are links and are fetched, too (default)");
  command.off("--no-frames", request.frames, "frames and iframes are no links");
  command.experts(false);
  add_options(command, api::kSimulateOptions, options->simulation);
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  command.experts();
  command.format(options->format);
  command.together([options]() -> std::optional<std::string> {
    if (options->simulation.store.empty() && options->request.out.empty()) {
      return "crawl: where to? Give --out DIR (or --simulate STORE)";
    }
    if (options->same_host + options->same_site + options->any_host > 1) {
      return "crawl: one of --same-host, --same-site, --any-host";
    }
    if (options->simulation.store.empty() && options->orders.size() > 1) {
      return "--order: one, unless the crawl is simulated";
    }
    return {};
  });
  options->given = command.given();
  command.on([options] { return crawl(*options); });
}

}  // namespace cocite::cli

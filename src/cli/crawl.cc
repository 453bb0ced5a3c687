#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/crawl.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::vector<std::string> seeds;
  std::string simulate;  // a store
  SimulateRequest simulation;
  std::string chart;
  std::vector<std::string> orders;
  Format format{};
  bool is_quiet = false;
};

struct Row {
  const SimulatedOrder* order = nullptr;
  SimulateStep step;
};

Result<void> write_chart(const std::string& path, const SimulateAnswer& answer) {
  std::ofstream file(path, std::ios::binary);
  file << simulate_chart(answer);
  file.close();
  if (!file) return fail(ErrorCode::kIo, path + ": cannot be written");
  return {};
}

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
  if (!options.chart.empty()) COCITE_CHECK(write_chart(options.chart, answer));
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
  return simulate(options);
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

}  // namespace

void add_crawl(Commands& commands) {
  auto options = std::make_shared<Options>();
  SimulateRequest& simulation = options->simulation;
  Command command =
      commands.add("crawl", "fetch pages, the best ones first; or try an order on a store",
                   "cocite crawl --simulate web.cocite www.example.com/ --order breadth,pagerank\n"
                   "cocite crawl --simulate web.cocite --chart orders.svg");
  command.optional_arguments("SEED", options->seeds, "where to start");
  command.text("--simulate", options->simulate,
               "crawl this store instead of the web: which order has the hot pages first?",
               "STORE");
  command.words("--order", options->orders, order_names(), "order", "see --help", order_help());
  command.text("--words", simulation.words, "similarity: to these words", "WORDS");
  command.texts("--like", simulation.like, "similarity: to this page of the store; repeatable",
                "PAGE");
  command.one_of<bool>("--hot", {{"pagerank", false}, {"indegree", true}},
                       simulation.hot_by_indegree,
                       "what makes pages hot (default pagerank), with --simulate", "WORD");
  command.number("--hot-share", simulation.hot_share,
                 "how many pages are hot, of all (default 0.1)");
  command.count("--seed", simulation.seed, "of the order random (default 1)");
  command.text("--chart", options->chart, "with --simulate: a chart as SVG", "FILE");
  command.threads(simulation.threads);
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  command.format(options->format);
  command.together([options]() -> std::optional<std::string> {
    if (options->simulate.empty()) return "crawl: give --simulate STORE";
    return {};
  });
  command.on([options] { return crawl(*options); });
}

}  // namespace cocite::cli

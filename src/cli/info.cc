#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  On on = On::kPages;
  Format format{};
  bool with_report = false;
};

Result<void> info(const Options& options) {
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  if (options.with_report) {
    COCITE_TRY(const std::string report, engine.report());
    standard_output().write(report);
    return {};
  }
  std::vector<std::pair<std::string, Cell>> pairs;
  for (const InfoItem& item : engine.info()) {
    pairs.emplace_back(item.name,
                       std::visit([](const auto& value) { return Cell(value); }, item.value));
  }
  write_pairs(standard_output(), options.format, pairs);
  return {};
}

}  // namespace

void add_info(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("info", "pages, links, hosts, bits per link, size of each part, columns",
                   "cocite info web.cocite\n"
                   "cocite info web.cocite --format json\n"
                   "cocite info web.cocite --report");
  command.store(options->store);
  command.flag("--report", options->with_report,
               "the report of the import instead: what was left out, and why");
  on_option(command, options->on);
  command.format(options->format);
  command.on([options] { return info(*options); });
}

}  // namespace cocite::cli

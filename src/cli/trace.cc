#include <memory>
#include <string>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/related_options.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  On on = On::kPages;
  RelatedRequest request;
  Format format{};
};

Result<void> trace(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  COCITE_TRY(const TraceAnswer answer, engine.trace(options.request));
  if (options.format == Format::kJson) {
    standard_output().write(to_json(answer) + '\n');
    return {};
  }
  Table table(standard_output(), options.format,
              {{.name = "step"},
               {.name = "discovered"},
               {.name = "new"},
               {.name = "kept"},
               {.name = "total"}});
  for (const TraceStep& step : answer.steps) {
    table.row({step.step, step.discovered, step.fresh, step.kept, step.total});
  }
  table.finish();
  return {};
}

}  // namespace

void add_trace(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add("trace", "how HubFinder widens its circle, step by step",
                                 "cocite trace web.cocite www.example.com/a --by hubfinder");
  command.store(options->store);
  pages_argument(command, options->request.pages);
  command.choice(
      "--by", {"hubfinder"}, [](const std::string&) {}, "the method (default hubfinder)", "NAME");
  add_neighbourhood_options(command, options->request);
  on_option(command, options->on);
  command.format(options->format);
  command.on([options] { return trace(*options); });
}

}  // namespace cocite::cli

#include <memory>
#include <string>

#include <unistd.h>

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
  std::string format;
  RelatedRequest request;
};

Result<void> vicinity(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  COCITE_TRY(const VicinityAnswer answer, engine.vicinity(options.request));
  Output& out = standard_output();
  if (options.format == "graphml" || options.format == "gexf") {
    COCITE_TRY(const std::string drawing, draw_vicinity(answer, options.format));
    out.write(drawing);
  } else if (options.format == "json") {
    out.write(to_json(answer) + '\n');
  } else {
    Table table(out, options.format == "text" ? Format::kText : Format::kTsv,
                {{.name = "nodes"}, {.name = "edges"}, {.name = "merged"}});
    table.row({uint64_t{answer.nodes.size()}, uint64_t{answer.edges.size()}, answer.merged});
    table.finish();
  }
  return {};
}

}  // namespace

void add_vicinity(Commands& commands) {
  auto options = std::make_shared<Options>();
  options->format = ::isatty(STDOUT_FILENO) == 1 ? "text" : "tsv";
  Command command = commands.add(
      "vicinity", "the graph around a page that companion looks at",
      "cocite vicinity web.cocite www.example.com/a\n"
      "cocite vicinity web.cocite www.example.com/a --format graphml > around.graphml");
  command.store(options->store);
  pages_argument(command, options->request.pages);
  add_neighbourhood_options(command, options->request);
  on_option(command, options->on);
  command.choice(
      "--format", {"text", "tsv", "graphml", "gexf", "json"},
      [options](const std::string& word) { options->format = word; },
      "text or tsv: counts; graphml, gexf or json: the graph (default: text on a terminal, else "
      "tsv)",
      "FORMAT");
  command.on([options] { return vicinity(*options); });
}

}  // namespace cocite::cli

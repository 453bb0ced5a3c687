#include <memory>
#include <string>
#include <utility>
#include <vector>

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
  Format table{};       // of the counts
  std::string drawing;  // or graphml, gexf, json: the graph
  RelatedRequest request;
};

Result<void> vicinity(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph,
             open_graph(options.store, options.on, false, {.stop = options.request.stop}));
  const Engine& engine = *graph;
  COCITE_TRY(const VicinityAnswer answer, engine.vicinity(options.request));
  Output& out = standard_output();
  if (options.drawing == "graphml" || options.drawing == "gexf") {
    COCITE_TRY(const std::string drawing, draw_vicinity(answer, options.drawing));
    out.write(drawing);
  } else if (options.drawing == "json") {
    out.write(to_json(answer) + '\n');
  } else {
    Table table(out, options.table, {{.name = "nodes"}, {.name = "edges"}, {.name = "merged"}});
    table.row({uint64_t{answer.nodes.size()}, uint64_t{answer.edges.size()}, answer.merged});
    table.finish();
  }
  return {};
}

void add(Commands& commands, const std::string& name, bool is_hidden) {
  auto options = std::make_shared<Options>();
  options->table = ::isatty(STDOUT_FILENO) == 1 ? Format::kText : Format::kTsv;
  Command command = commands.add(
      name, "the graph around a page that companion looks at",
      "cocite inspect companion web.cocite www.example.com/a\n"
      "cocite inspect companion web.cocite www.example.com/a --format graphml > around.graphml",
      is_hidden);
  command.store(options->store);
  pages_argument(command, options->request.pages);
  add_neighbourhood_options(command, options->request, {"companion"});
  on_option(command, options->on);
  const std::vector<std::pair<std::string, Format>> tables = {{"text", Format::kText},
                                                              {"tsv", Format::kTsv},
                                                              {"csv", Format::kCsv},
                                                              {"jsonl", Format::kJsonl}};
  command.choice(
      "--format", {"text", "tsv", "csv", "jsonl", "graphml", "gexf", "json"},
      [options, tables](const std::string& word) {
        options->drawing = word;
        for (const auto& [known, table] : tables) {
          if (word != known) continue;
          options->table = table;
          options->drawing.clear();
        }
      },
      "text, tsv, csv or jsonl: counts; graphml, gexf or json: the graph (default: text on a "
      "terminal, else tsv)",
      "FORMAT");
  command.on([options] { return vicinity(*options); });
}

}  // namespace

void add_vicinity(Commands& commands) {
  add(commands, "inspect companion", false);
  add(commands, "vicinity", true);
}

}  // namespace cocite::cli

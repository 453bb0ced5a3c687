#include <memory>
#include <string>

#include <unistd.h>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/related_options.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  std::string format;
  RelatedRequest request;
};

void write_json(Output& out, const VicinityAnswer& answer) {
  out.write("{\"nodes\": [");
  for (size_t i = 0; i < answer.nodes.size(); ++i) {
    const VicinityAnswer::Node& node = answer.nodes[i];
    out.write((i == 0 ? "\n" : ",\n") + std::string("{\"id\": ") + std::to_string(i) +
              ", \"key\": " + json_string(node.key) + ", \"url\": " + json_string(node.url) +
              ", \"title\": " + json_string(node.title) +
              ", \"shown_as\": " + std::to_string(node.shown_as) + "}");
  }
  out.write("\n], \"edges\": [");
  for (size_t i = 0; i < answer.edges.size(); ++i) {
    out.write((i == 0 ? "\n[" : ",\n[") + std::to_string(answer.edges[i].first) + ", " +
              std::to_string(answer.edges[i].second) + "]");
  }
  out.write("\n], \"merged\": " + std::to_string(answer.merged) + ", \"hosts\": \"" +
            (answer.hosts_on ? "on" : "off") + "\"}\n");
}

Result<void> vicinity(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Engine engine, Engine::open(options.store));
  COCITE_TRY(const VicinityAnswer answer, engine.vicinity(options.request));
  Output& out = standard_output();
  if (options.format == "graphml" || options.format == "gexf") {
    COCITE_TRY(const std::string drawing, draw_vicinity(answer, options.format));
    out.write(drawing);
  } else if (options.format == "json") {
    write_json(out, answer);
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
  command.choice(
      "--format", {"text", "tsv", "graphml", "gexf", "json"},
      [options](const std::string& word) { options->format = word; },
      "text or tsv: counts; graphml, gexf or json: the graph (default: text on a terminal, else "
      "tsv)",
      "FORMAT");
  command.on([options] { return vicinity(*options); });
}

}  // namespace cocite::cli

#include <algorithm>
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
  std::string page;
  uint64_t top = 0;
  bool neighbours = false;
  RelatedRequest request;
  Format format{};
};

Result<void> study(Options& options) {
  options.request.stop = stop_on_signals();
  options.request.pages = {options.page};
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  COCITE_TRY(StudyAnswer answer, engine.study(options.request));
  if (options.top != 0) {
    answer.items.resize(std::min<uint64_t>(answer.items.size(), options.top));
    answer.neighbours.resize(std::min<uint64_t>(answer.neighbours.size(), options.top));
  }
  Output& out = standard_output();
  if (options.format == Format::kJson) {
    out.write(to_json(answer) + '\n');
    return {};
  }
  out.write("# page " + tsv_of(answer.page.key) + "\n# hosts " + (answer.hosts_on ? "on" : "off") +
            '\n');
  const bool has_urls = engine.has_urls();
  if (options.neighbours) {
    Table table(out, options.format,
                {{.name = "side"},
                 {.name = "bd"},
                 {.name = "members"},
                 {.name = "key", .in_text = !has_urls},
                 {.name = "url", .in_text = has_urls},
                 {.name = "title"}});
    for (const auto& one : answer.neighbours) {
      table.row({one.side, one.bd, one.members, one.key, one.url, one.title});
    }
    table.finish();
    return {};
  }
  Table table(out, options.format,
              {{.name = "side"},
               {.name = "similarity"},
               {.name = "count"},
               {.name = "bcp"},
               {.name = "dd"},
               {.name = "key", .in_text = !has_urls},
               {.name = "url", .in_text = has_urls},
               {.name = "title"}});
  for (const auto& one : answer.items) {
    table.row({one.side, one.similarity, one.count, one.bcp, one.dd, one.key, one.url, one.title});
  }
  table.finish();
  return {};
}

}  // namespace

void add_study(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add(
      "study", "the numbers behind LLI: bcp, dd and similarity per page, bd per parent",
      "cocite study web.cocite www.example.com/a --by lli\n"
      "cocite study web.cocite www.example.com/a --neighbours");
  command.store(options->store);
  command.page(options->page);
  command.choice(
      "--by", {"lli"}, [](const std::string&) {}, "the method (default lli)", "NAME");
  command.flag("--neighbours", options->neighbours, "the merged parents and children instead");
  command.count("--top", options->top, "only the first N (default: all)");
  add_neighbourhood_options(command, options->request);
  on_option(command, options->on);
  command.format(options->format);
  command.on([options] { return study(*options); });
}

}  // namespace cocite::cli

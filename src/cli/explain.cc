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
  std::string answer;
  uint64_t top = 0;
  RelatedRequest request;
  Format format{};
};

Result<void> explain(Options& options) {
  options.request.stop = stop_on_signals();
  options.request.pages = {options.page};
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  COCITE_TRY(ExplainAnswer why, engine.explain(options.request, options.answer));
  if (options.top != 0 && why.reasons.size() > options.top) why.reasons.resize(options.top);
  Output& out = standard_output();
  if (options.format == Format::kJson) {
    out.write(to_json(why) + '\n');
    return {};
  }
  out.write("# page " + tsv_of(why.page.key) + "\n# answer " + tsv_of(why.answer.key) +
            "\n# score " + tsv_of(why.score) + '\n');
  const bool has_urls = engine.has_urls();
  std::vector<Column> columns = {{.name = "amount"},
                                 {.name = "kind"},
                                 {.name = "distance"},
                                 {.name = "key", .in_text = !has_urls},
                                 {.name = "url", .in_text = has_urls},
                                 {.name = "title"}};
  if (engine.has_anchors()) columns.push_back({.name = "anchor"});
  Table table(out, options.format, columns);
  for (const ReasonItem& reason : why.reasons) {
    std::vector<Cell> cells = {reason.amount, reason.kind, reason.distance,
                               reason.key,    reason.url,  reason.title};
    if (engine.has_anchors()) cells.emplace_back(reason.anchor);
    table.row(cells);
  }
  table.finish();
  return {};
}

}  // namespace

void add_explain(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("explain", "why a page is related: the shared pages and what each adds",
                   "cocite explain web.cocite www.example.com/a www.example.org/b\n"
                   "cocite explain web.cocite www.example.com/a www.example.org/b --by companion");
  command.store(options->store);
  command.page(options->page);
  command.argument("ANSWER", options->answer, "the page that 'related' named");
  command.count("--top", options->top, "only the strongest N reasons (default: all)");
  add_related_options(command, options->request);
  on_option(command, options->on);
  command.format(options->format);
  command.on([options] { return explain(*options); });
}

}  // namespace cocite::cli

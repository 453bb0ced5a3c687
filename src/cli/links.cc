#include <memory>
#include <string>

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
  std::string page;
  LinksOptions links;
  Format format{};
};

Result<void> links(const Options& options) {
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  Output& out = standard_output();
  // People want addresses, programs want keys; where there are no addresses both get the names. The
  // header waits for the first row or the end, so that an unknown page prints none.
  const bool has_urls = engine.has_urls();
  const bool has_anchors = engine.has_anchors();
  std::unique_ptr<Table> table;
  const auto begin = [&] {
    std::vector<Column> columns = {{.name = "place"},
                                   {.name = "key", .in_text = !has_urls},
                                   {.name = "url", .in_text = has_urls},
                                   {.name = "title"}};
    if (has_anchors) columns.push_back({.name = "anchor"});
    table = std::make_unique<Table>(out, options.format, std::move(columns));
  };
  COCITE_CHECK(engine.for_each_link(options.page, options.links, [&](const LinkItem& item) {
    if (!table) begin();
    std::vector<Cell> cells = {item.place, item.key, item.url, item.title};
    if (has_anchors) cells.emplace_back(item.anchor);
    table->row(std::move(cells));
    return !out.is_closed();
  }));
  if (!table) begin();
  table->finish();
  return {};
}

}  // namespace

void add_links(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add("links", "a page's children in page order, or its parents",
                                 "cocite links web.cocite www.example.com/a\n"
                                 "cocite links web.cocite www.example.com/a --in --top 20");
  command.store(options->store);
  command.page(options->page);
  command.flag("--in", options->links.in, "its parents: who links to it");
  command.count("--top", options->links.top, "only the first N (default: all)");
  on_option(command, options->on);
  command.format(options->format);
  command.on([options] { return links(*options); });
}

}  // namespace cocite::cli

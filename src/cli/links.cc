#include <memory>
#include <string>

#include <cocite/engine.h>

#include "api/store_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options : GraphOptions {
  std::string page;
  LinksOptions links;
};

Fields<LinkItem> link_fields(const std::string& page, const Engine& engine) {
  Fields<LinkItem> fields = {fact<LinkItem>("page", page),
                             {{.name = "place"}, [](const LinkItem& item) { return item.place; }}};
  add_page_fields(fields, engine.has_urls());
  if (engine.has_anchors()) {
    fields.push_back({{.name = "anchor"}, [](const LinkItem& item) { return item.anchor; }});
  }
  add_called_field(fields, engine.has_anchor_names());
  if (engine.has_statuses()) {
    fields.push_back({{.name = "gone"}, [](const LinkItem& item) { return item.gone; }});
  }
  return fields;
}

Result<void> links(Options& options) {
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  Output& out = standard_output();
  // Says which page it is about, if there is one.
  COCITE_TRY(const LinksAnswer first,
             engine.link_list(options.page, {.in = options.links.in, .top = 1}));
  if (options.format == Format::kText) out.write("# page " + text_of(first.page.key) + '\n');
  TableOf<LinkItem> table(out, options.format, link_fields(first.page.key, engine));
  COCITE_CHECK(engine.for_each_link(options.page, options.links, [&](const LinkItem& item) {
    table.row(item);
    return !out.is_closed();
  }));
  table.finish();
  if (!options.links.in && first.total == 0 && !first.is_crawled) {
    complain(first.page.key + ": never fetched, its links are not known");
  }
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
  command.top(options->links.top, "only the first N (default: all)");
  add_options(command, api::kLinksOptions, options->links);
  ask_graph(command, options, links);
}

}  // namespace cocite::cli

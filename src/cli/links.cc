#include <string>

#include <cocite/engine.h>

#include "api/from_options.h"
#include "api/store_options.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

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

// A line as soon as it is read: there may be millions.
Result<void> show(const Asked& asked) {
  LinksOptions options{.top = asked.arguments.count("top")};
  api::read_options(asked.arguments, api::kLinksOptions, options);
  const Engine& engine = asked.engine;
  const std::string page = asked.arguments.text("page");
  Output& out = standard_output();
  // Says which page it is about, if there is one.
  COCITE_TRY(const LinksAnswer first, engine.link_list(page, {.in = options.in, .top = 1}));
  if (asked.format == Format::kText) out.write("# page " + text_of(first.page.key) + '\n');
  TableOf<LinkItem> table(out, asked.format, link_fields(first.page.key, engine));
  COCITE_CHECK(engine.for_each_link(page, options, [&](const LinkItem& item) {
    table.row(item);
    return !out.is_closed();
  }));
  table.finish();
  if (!options.in && first.total == 0 && !first.is_crawled) {
    complain(first.page.key + ": never fetched, its links are not known");
  }
  return {};
}

}  // namespace

const Differs show_links{.show = show};

}  // namespace cocite::cli

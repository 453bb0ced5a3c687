// GraphML, for programs that draw: nodes n0, n1, ... with url, title, both degrees, whether the
// page was crawled, host, date and saved ranks; edges with their place on the page, in graphs of
// hosts or sites with the links (weight) and pages behind them. Two passes over the out-links.
#include <optional>
#include <string>

#include "base/ids.h"
#include "export/exporter.h"
#include "export/node_facts.h"
#include "export/walk.h"
#include "export/xml.h"
#include "file/output_file.h"

namespace cocite::exporter::graphml {
namespace {

constexpr std::string_view kHead = R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="name" for="node" attr.name="name" attr.type="string"/>
  <key id="title" for="node" attr.name="title" attr.type="string"/>
  <key id="in_links" for="node" attr.name="in_links" attr.type="long"/>
  <key id="out_links" for="node" attr.name="out_links" attr.type="long"/>
  <key id="crawled" for="node" attr.name="crawled" attr.type="boolean"/>
  <key id="place" for="edge" attr.name="place" attr.type="long"/>
  <key id="weight" for="edge" attr.name="weight" attr.type="double"/>
  <key id="pages" for="edge" attr.name="pages" attr.type="long"/>
)";

std::string data(std::string_view key, std::string_view value) {
  return "<data key=\"" + std::string(key) + "\">" + std::string(value) + "</data>";
}

std::string node_id(PageId page) {
  return "n" + std::to_string(index(page));
}

Result<ExportReport> write(const store::Store& store, const ExportRequest& request) {
  COCITE_CHECK(check_drawable(store, request));
  Walk walk(store, request);
  COCITE_TRY(file::OutputFile file,
             file::OutputFile::begin(request.output, {.force = request.force}));
  COCITE_TRY(const NodeFacts facts, NodeFacts::of(store));
  COCITE_CHECK(file.write(kHead));
  for (size_t i = 0; i < facts.kinds().size(); ++i) {
    const NodeFacts::Fact& fact = facts.kinds()[i];
    COCITE_CHECK(file.write("  <key id=\"f" + std::to_string(i) + "\" for=\"node\" attr.name=\"" +
                            xml_text(fact.name) + "\" attr.type=\"" + fact.type + "\"/>\n"));
  }
  COCITE_CHECK(file.write("  <graph id=\"web\" edgedefault=\"directed\">\n"));
  const auto write_node = [&](const Walk::Page& page) -> Result<void> {
    COCITE_TRY(const std::string title, store.title(page.id));
    std::string line = "    <node id=\"" + node_id(page.id) + "\">";
    line += data("name", xml_text(page.name));
    if (!title.empty()) line += data("title", xml_text(title));
    line += data("in_links", std::to_string(page.in_links));
    line += data("out_links", std::to_string(page.children.size()));
    line += data("crawled", page.is_crawled ? "true" : "false");
    COCITE_CHECK(facts.for_each(page.id, page.key, [&](size_t fact, const std::string& text) {
      line += data("f" + std::to_string(fact), xml_text(text));
    }));
    return file.write(line + "</node>\n");
  };
  COCITE_CHECK(walk.for_each_page(write_node));
  std::optional<store::LinkCounts::Cursor> counts;
  if (store.link_counts() != nullptr) {
    COCITE_TRY(counts, store.link_counts()->cursor());
  }
  const auto write_edges = [&](const Walk::Page& page) -> Result<void> {
    for (size_t i = 0; i < page.children.size(); ++i) {
      std::string line = "    <edge source=\"" + node_id(page.id) + "\" target=\"" +
                         node_id(page.children[i]) + "\">";
      if (store.has_link_order()) line += data("place", std::to_string(i + 1));
      store::LinkCount count;
      if (counts && counts->next(count)) {
        line += data("weight", std::to_string(count.links));
        line += data("pages", std::to_string(count.pages));
      }
      COCITE_CHECK(file.write(line + "</edge>\n"));
    }
    return {};
  };
  COCITE_CHECK(walk.for_each_page(write_edges));
  COCITE_CHECK(file.write("  </graph>\n</graphml>\n"));
  COCITE_CHECK(file.publish());
  return walk.report({request.output}, file.bytes());
}

}  // namespace

extern const Info kInfo;
const Info kInfo = {
    .name = "graphml",
    .summary = "GraphML with titles, degrees, hosts, dates, ranks and weights, for small graphs",
    .extension = ".graphml",
    .write = write,
};

}  // namespace cocite::exporter::graphml

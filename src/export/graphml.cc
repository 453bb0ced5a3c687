// GraphML, for programs that draw: nodes n0, n1, ... with url, title, both degrees and whether the
// page was crawled; edges with their place on the page. Two passes over the out-links.
#include <string>

#include "base/ids.h"
#include "export/exporter.h"
#include "export/output_file.h"
#include "export/walk.h"
#include "export/xml.h"

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
  <graph id="web" edgedefault="directed">
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
  COCITE_TRY(OutputFile file, OutputFile::begin(request.output, request.force));
  COCITE_CHECK(file.write(kHead));
  const auto write_node = [&](const Walk::Page& page) -> Result<void> {
    COCITE_TRY(const std::string title, store.title(page.id));
    std::string line = "    <node id=\"" + node_id(page.id) + "\">";
    line += data("name", xml_text(page.name));
    if (!title.empty()) line += data("title", xml_text(title));
    line += data("in_links", std::to_string(page.in_links));
    line += data("out_links", std::to_string(page.children.size()));
    line += data("crawled", page.is_crawled ? "true" : "false");
    return file.write(line + "</node>\n");
  };
  COCITE_CHECK(walk.for_each_page(write_node));
  const auto write_edges = [&](const Walk::Page& page) -> Result<void> {
    for (size_t i = 0; i < page.children.size(); ++i) {
      std::string line = "    <edge source=\"" + node_id(page.id) + "\" target=\"" +
                         node_id(page.children[i]) + "\">";
      if (store.has_link_order()) line += data("place", std::to_string(i + 1));
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
    .summary = "GraphML with titles and degrees, for small graphs",
    .extension = ".graphml",
    .write = write,
};

}  // namespace cocite::exporter::graphml

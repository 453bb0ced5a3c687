// GEXF 1.3, for programs that draw: nodes labelled by title (by name where there is none) with name
// and degrees; edges in page order. Two passes over the out-links.
#include <string>

#include "base/ids.h"
#include "export/exporter.h"
#include "export/output_file.h"
#include "export/walk.h"
#include "export/xml.h"

namespace cocite::exporter::gexf {
namespace {

constexpr std::string_view kHead = R"(<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
  <graph mode="static" defaultedgetype="directed">
    <attributes class="node">
      <attribute id="0" title="name" type="string"/>
      <attribute id="1" title="in_links" type="long"/>
      <attribute id="2" title="out_links" type="long"/>
      <attribute id="3" title="crawled" type="boolean"/>
    </attributes>
    <nodes>
)";

std::string value(int attribute, std::string_view text) {
  return "<attvalue for=\"" + std::to_string(attribute) + "\" value=\"" + std::string(text) +
         "\"/>";
}

Result<ExportReport> write(const store::Store& store, const ExportRequest& request) {
  COCITE_CHECK(check_drawable(store, request));
  Walk walk(store, request);
  COCITE_TRY(OutputFile file, OutputFile::begin(request.output, request.force));
  COCITE_CHECK(file.write(kHead));
  const auto write_node = [&](const Walk::Page& page) -> Result<void> {
    COCITE_TRY(const std::string title, store.title(page.id));
    std::string line = "      <node id=\"" + std::to_string(index(page.id)) + "\" label=\"" +
                       xml_text(title.empty() ? page.name : title) + "\"><attvalues>";
    line += value(0, xml_text(page.name));
    line += value(1, std::to_string(page.in_links));
    line += value(2, std::to_string(page.children.size()));
    line += value(3, page.is_crawled ? "true" : "false");
    return file.write(line + "</attvalues></node>\n");
  };
  COCITE_CHECK(walk.for_each_page(write_node));
  COCITE_CHECK(file.write("    </nodes>\n    <edges>\n"));
  uint64_t edge = 0;
  const auto write_edges = [&](const Walk::Page& page) -> Result<void> {
    for (const PageId child : page.children) {
      COCITE_CHECK(file.write("      <edge id=\"" + std::to_string(edge++) + "\" source=\"" +
                              std::to_string(index(page.id)) + "\" target=\"" +
                              std::to_string(index(child)) + "\"/>\n"));
    }
    return {};
  };
  COCITE_CHECK(walk.for_each_page(write_edges));
  COCITE_CHECK(file.write("    </edges>\n  </graph>\n</gexf>\n"));
  COCITE_CHECK(file.publish());
  return walk.report({request.output}, file.bytes());
}

}  // namespace

extern const Info kInfo;
const Info kInfo = {
    .name = "gexf",
    .summary = "GEXF 1.3 with titles and degrees, for small graphs",
    .extension = ".gexf",
    .write = write,
};

}  // namespace cocite::exporter::gexf

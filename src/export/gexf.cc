// GEXF 1.3, for programs that draw: nodes labelled by title (in quotes by what others call them, or by name, where there is none) with
// name, degrees, host, date and saved ranks; edges in page order, in graphs of hosts or sites with
// the links behind them as weight. Two passes over the out-links.
#include <optional>
#include <string>

#include "base/ids.h"
#include "export/exporter.h"
#include "export/node_facts.h"
#include "export/walk.h"
#include "export/xml.h"
#include "file/output_file.h"

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
)";
constexpr int kOwnAttributes = 4;

std::string value(int attribute, std::string_view text) {
  return "<attvalue for=\"" + std::to_string(attribute) + "\" value=\"" + std::string(text) +
         "\"/>";
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
    COCITE_CHECK(file.write("      <attribute id=\"" + std::to_string(kOwnAttributes + i) +
                            "\" title=\"" + xml_text(fact.name) + "\" type=\"" + fact.type +
                            "\"/>\n"));
  }
  COCITE_CHECK(file.write("    </attributes>\n    <nodes>\n"));
  const auto write_node = [&](const Walk::Page& page) -> Result<void> {
    COCITE_TRY(const std::string title, store.title(page.id));
    COCITE_TRY(const std::string called, store.anchor_name(page.id));
    const std::string label =
        !title.empty() ? title : (called.empty() ? std::string(page.name) : '"' + called + '"');
    std::string line = "      <node id=\"" + std::to_string(index(page.id)) + "\" label=\"" +
                       xml_text(label) + "\"><attvalues>";
    line += value(0, xml_text(page.name));
    line += value(1, std::to_string(page.in_links));
    line += value(2, std::to_string(page.children.size()));
    line += value(3, page.is_crawled ? "true" : "false");
    COCITE_CHECK(facts.for_each(page.id, page.key, [&](size_t fact, const std::string& text) {
      line += value(kOwnAttributes + static_cast<int>(fact), xml_text(text));
    }));
    return file.write(line + "</attvalues></node>\n");
  };
  COCITE_CHECK(walk.for_each_page(write_node));
  COCITE_CHECK(file.write("    </nodes>\n    <edges>\n"));
  uint64_t edge = 0;
  std::optional<store::LinkCounts::Cursor> counts;
  if (store.link_counts() != nullptr) {
    COCITE_TRY(counts, store.link_counts()->cursor());
  }
  const auto write_edges = [&](const Walk::Page& page) -> Result<void> {
    for (const PageId child : page.children) {
      std::string line = "      <edge id=\"" + std::to_string(edge++) + "\" source=\"" +
                         std::to_string(index(page.id)) + "\" target=\"" +
                         std::to_string(index(child)) + "\"";
      store::LinkCount count;
      if (counts && counts->next(count)) line += " weight=\"" + std::to_string(count.links) + "\"";
      COCITE_CHECK(file.write(line + "/>\n"));
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
    .summary = "GEXF 1.3 with titles, degrees, hosts, dates, ranks and weights, for small graphs",
    .extension = ".gexf",
    .write = write,
};

}  // namespace cocite::exporter::gexf

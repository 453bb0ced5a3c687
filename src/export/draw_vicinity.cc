// The vicinity of a page for programs that draw.
#include <string>

#include <cocite/engine.h>

#include "export/xml.h"

namespace cocite {
namespace {

const std::string& name_of(const VicinityAnswer::Node& node) {
  return node.url.empty() ? node.key : node.url;
}

// The title; in quotes what others call it; or the name.
std::string label_of(const VicinityAnswer::Node& node) {
  if (!node.title.empty()) return node.title;
  return node.called.empty() ? name_of(node) : '"' + node.called + '"';
}

std::string graphml(const VicinityAnswer& answer) {
  std::string text;
  text += (R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="name" for="node" attr.name="name" attr.type="string"/>
  <key id="title" for="node" attr.name="title" attr.type="string"/>
  <key id="called" for="node" attr.name="called" attr.type="string"/>
  <key id="shown_as" for="node" attr.name="shown_as" attr.type="string"/>
  <graph id="vicinity" edgedefault="directed">
)");
  for (size_t i = 0; i < answer.nodes.size(); ++i) {
    const VicinityAnswer::Node& node = answer.nodes[i];
    text +=
        ("    <node id=\"n" + std::to_string(i) + "\"><data key=\"name\">" +
         exporter::xml_text(name_of(node)) + "</data><data key=\"title\">" +
         exporter::xml_text(node.title) +
         (node.called.empty() ? ""
                              : "</data><data key=\"called\">" + exporter::xml_text(node.called)) +
         "</data><data key=\"shown_as\">n" + std::to_string(node.shown_as) + "</data></node>\n");
  }
  for (const auto& [from, to] : answer.edges) {
    text += ("    <edge source=\"n" + std::to_string(from) + "\" target=\"n" + std::to_string(to) +
             "\"/>\n");
  }
  text += ("  </graph>\n</graphml>\n");
  return text;
}

std::string gexf(const VicinityAnswer& answer) {
  std::string text;
  text += (R"(<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
  <graph mode="static" defaultedgetype="directed">
    <attributes class="node">
      <attribute id="0" title="name" type="string"/>
      <attribute id="1" title="shown_as" type="long"/>
    </attributes>
    <nodes>
)");
  for (size_t i = 0; i < answer.nodes.size(); ++i) {
    const VicinityAnswer::Node& node = answer.nodes[i];
    text += ("      <node id=\"" + std::to_string(i) + "\" label=\"" +
             exporter::xml_text(label_of(node)) + "\"><attvalues><attvalue for=\"0\" value=\"" +
             exporter::xml_text(name_of(node)) + "\"/><attvalue for=\"1\" value=\"" +
             std::to_string(node.shown_as) + "\"/></attvalues></node>\n");
  }
  text += ("    </nodes>\n    <edges>\n");
  for (size_t i = 0; i < answer.edges.size(); ++i) {
    text += ("      <edge id=\"" + std::to_string(i) + "\" source=\"" +
             std::to_string(answer.edges[i].first) + "\" target=\"" +
             std::to_string(answer.edges[i].second) + "\"/>\n");
  }
  text += ("    </edges>\n  </graph>\n</gexf>\n");
  return text;
}

}  // namespace

Result<std::string> draw_vicinity(const VicinityAnswer& answer, std::string_view format) {
  if (format == "graphml") return graphml(answer);
  if (format == "gexf") return gexf(answer);
  return fail(ErrorCode::kInvalidArgument,
              "there is no drawing as '" + std::string(format) + "'; there are graphml, gexf");
}

}  // namespace cocite

// A map of related pages for programs that draw.
#include <array>
#include <string>

#include <cocite/map.h>

#include "export/xml.h"

namespace cocite {

Result<std::string> draw_map(const MapAnswer& answer, std::string_view format) {
  if (format != "gexf") {
    return fail({.message = "a map can be drawn as gexf", .about = "format"});
  }
  // As in the explorer; told apart by people who see few colours, too.
  static constexpr std::array<std::array<int, 3>, 8> kColours = {{{42, 157, 143},
                                                                  {224, 159, 62},
                                                                  {106, 127, 219},
                                                                  {209, 73, 91},
                                                                  {106, 168, 79},
                                                                  {176, 106, 179},
                                                                  {63, 158, 214},
                                                                  {176, 138, 82}}};
  constexpr double kScale = 1000;
  std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">
  <graph mode="static" defaultedgetype="undirected">
    <attributes class="node">
      <attribute id="0" title="name" type="string"/>
      <attribute id="1" title="role" type="string"/>
      <attribute id="2" title="rank" type="long"/>
      <attribute id="3" title="score" type="double"/>
      <attribute id="4" title="community" type="string"/>
    </attributes>
    <nodes>
)";
  const auto attribute = [&](int id, const std::string& value) {
    text += "<attvalue for=\"" + std::to_string(id) + "\" value=\"" + value + "\"/>";
  };
  for (const MapAnswer::Node& node : answer.nodes) {
    text += "      <node id=\"" + std::to_string(node.id) + "\" label=\"" +
            exporter::xml_text(node.label) + "\"><attvalues>";
    attribute(0, exporter::xml_text(node.url.empty() ? node.key : node.url));
    attribute(1, node.role);
    attribute(2, std::to_string(node.rank));
    attribute(3, std::to_string(node.score));
    attribute(4, exporter::xml_text(answer.communities[node.community].name));
    const auto& colour = kColours[node.community % kColours.size()];
    const double size = node.role == "query" ? 20 : node.role == "tie" ? 6 : 14;
    text += "</attvalues><viz:color r=\"" + std::to_string(colour[0]) + "\" g=\"" +
            std::to_string(colour[1]) + "\" b=\"" + std::to_string(colour[2]) +
            "\"/><viz:position x=\"" + std::to_string(node.x * kScale) + "\" y=\"" +
            std::to_string(node.y * kScale) + "\"/><viz:size value=\"" + std::to_string(size) +
            "\"/></node>\n";
  }
  text += "    </nodes>\n    <edges>\n";
  for (size_t i = 0; i < answer.edges.size(); ++i) {
    const MapAnswer::Edge& edge = answer.edges[i];
    text += "      <edge id=\"" + std::to_string(i) + "\" source=\"" + std::to_string(edge.one) +
            "\" target=\"" + std::to_string(edge.other) + "\" weight=\"" +
            std::to_string(edge.weight) + "\"/>\n";
  }
  text += "    </edges>\n  </graph>\n</gexf>\n";
  return text;
}

}  // namespace cocite

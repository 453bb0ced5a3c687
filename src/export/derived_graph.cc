#include "export/derived_graph.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "export/bvgraph_files.h"
#include "export/exporter.h"
#include "export/walk.h"
#include "export/xml.h"
#include "file/output_file.h"

namespace cocite::exporter {
namespace {

std::string number(double value) {
  std::array<char, 32> room{};
  return {room.data(), std::to_chars(room.data(), room.data() + room.size(), value).ptr};
}

struct Counts {
  uint64_t pages = 0;
  uint64_t links = 0;
};

Result<ExportReport> write_list(const store::Store& store, const DerivedGraph& graph,
                                const ExportRequest& request, Counts& counts) {
  Walk walk(store, request);
  COCITE_TRY(file::OutputFile file,
             file::OutputFile::begin(request.output, {.force = request.force}));
  std::string source;
  std::string target;
  std::string text;
  COCITE_CHECK(graph.for_each_row(
      false, [&](PageId page, std::span<const WeightedLink> links) -> Result<void> {
        COCITE_CHECK(walk.name_of(page, source));
        text.clear();
        for (const WeightedLink& link : links) {
          COCITE_CHECK(walk.name_of(link.to, target));
          text += source + '\t' + target + '\t' + number(link.weight) + '\n';
        }
        ++counts.pages;
        counts.links += links.size();
        COCITE_CHECK(walk.tell(index(page)));
        return file.write(text);
      }));
  COCITE_CHECK(file.publish());
  return walk.report({request.output}, file.bytes());
}

// Which pages have links: nodes come before edges.
Result<std::vector<bool>> find_nodes(const store::Store& store, const DerivedGraph& graph,
                                     const ExportRequest& request, Counts& counts) {
  std::vector<bool> is_node(store.pages());
  COCITE_CHECK(graph.for_each_row(
      false, [&](PageId page, std::span<const WeightedLink> links) -> Result<void> {
        is_node[index(page)] = true;
        for (const WeightedLink& link : links) is_node[index(link.to)] = true;
        counts.links += links.size();
        return {};
      }));
  counts.pages = static_cast<uint64_t>(std::ranges::count(is_node, true));
  if (counts.pages > request.max_pages && !request.force) {
    return fail({.code = ErrorCode::kUnsupported,
                 .message = "the graph has " + std::to_string(counts.pages) +
                            " pages, more than programs that draw can take",
                 .about = "max_pages",
                 .remedies = {{.options = {{"force", ""}}}, {.options = {{"to", "links"}}}}});
  }
  return is_node;
}

// GraphML and GEXF, which differ in their words.
struct Xml {
  std::string head;
  std::string (*node)(uint64_t id, const std::string& name, const std::string& title);
  std::string between;
  std::string (*edge)(uint64_t id, uint64_t from, uint64_t to, const std::string& weight);
  std::string tail;
};

Xml graphml(bool is_directed) {
  return {.head = R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="name" for="node" attr.name="name" attr.type="string"/>
  <key id="title" for="node" attr.name="title" attr.type="string"/>
  <key id="weight" for="edge" attr.name="weight" attr.type="double"/>
  <graph id="web" edgedefault=")" +
                  std::string(is_directed ? "directed" : "undirected") + "\">\n",
          .node =
              [](uint64_t id, const std::string& name, const std::string& title) {
                return "    <node id=\"n" + std::to_string(id) + "\"><data key=\"name\">" +
                       xml_text(name) + "</data>" +
                       (title.empty() ? "" : "<data key=\"title\">" + xml_text(title) + "</data>") +
                       "</node>\n";
              },
          .between = "",
          .edge =
              [](uint64_t, uint64_t from, uint64_t to, const std::string& weight) {
                return "    <edge source=\"n" + std::to_string(from) + "\" target=\"n" +
                       std::to_string(to) + "\"><data key=\"weight\">" + weight +
                       "</data></edge>\n";
              },
          .tail = "  </graph>\n</graphml>\n"};
}

Xml gexf(bool is_directed) {
  return {.head = R"(<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
  <graph mode="static" defaultedgetype=")" +
                  std::string(is_directed ? "directed" : "undirected") +
                  R"(">
    <attributes class="node"><attribute id="0" title="name" type="string"/></attributes>
    <nodes>
)",
          .node =
              [](uint64_t id, const std::string& name, const std::string& title) {
                return "      <node id=\"n" + std::to_string(id) + "\" label=\"" +
                       xml_text(title.empty() ? name : title) +
                       "\"><attvalues><attvalue for=\"0\" value=\"" + xml_text(name) +
                       "\"/></attvalues></node>\n";
              },
          .between = "    </nodes>\n    <edges>\n",
          .edge =
              [](uint64_t id, uint64_t from, uint64_t to, const std::string& weight) {
                return "      <edge id=\"e" + std::to_string(id) + "\" source=\"n" +
                       std::to_string(from) + "\" target=\"n" + std::to_string(to) +
                       "\" weight=\"" + weight + "\"/>\n";
              },
          .tail = "    </edges>\n  </graph>\n</gexf>\n"};
}

Result<ExportReport> write_xml(const store::Store& store, const DerivedGraph& graph,
                               const ExportRequest& request, const Xml& xml, Counts& counts) {
  Walk walk(store, request);
  COCITE_TRY(const std::vector<bool> is_node, find_nodes(store, graph, request, counts));
  COCITE_TRY(file::OutputFile file,
             file::OutputFile::begin(request.output, {.force = request.force}));
  COCITE_CHECK(file.write(xml.head));
  std::string name;
  for (uint64_t page = 0; page < store.pages(); ++page) {
    if (!is_node[page]) continue;
    COCITE_CHECK(walk.name_of(page_id(page), name));
    COCITE_TRY(const std::string title, store.title(page_id(page)));
    COCITE_CHECK(file.write(xml.node(page, name, title)));
    COCITE_CHECK(walk.tell(page));
  }
  COCITE_CHECK(file.write(xml.between));
  uint64_t edges = 0;
  COCITE_CHECK(graph.for_each_row(
      false, [&](PageId page, std::span<const WeightedLink> links) -> Result<void> {
        for (const WeightedLink& link : links) {
          COCITE_CHECK(
              file.write(xml.edge(edges++, index(page), index(link.to), number(link.weight))));
        }
        return walk.tell(index(page));
      }));
  COCITE_CHECK(file.write(xml.tail));
  COCITE_CHECK(file.publish());
  return walk.report({request.output}, file.bytes());
}

Result<ExportReport> write_lists(const store::Store& store, const DerivedGraph& graph,
                                 const ExportRequest& request, Counts& counts) {
  const auto fill = [&](graph::BvGraphWriter& writer, Walk& walk) -> Result<void> {
    uint64_t next = 0;
    std::vector<uint32_t> list;
    const auto skip_to = [&](uint64_t page) -> Result<void> {
      for (; next < page; ++next) COCITE_CHECK(writer.add({}));
      return {};
    };
    COCITE_CHECK(graph.for_each_row(
        true, [&](PageId page, std::span<const WeightedLink> links) -> Result<void> {
          COCITE_CHECK(skip_to(index(page)));
          list.clear();
          for (const WeightedLink& link : links) list.push_back(index(link.to));
          std::ranges::sort(list);
          COCITE_CHECK(writer.add(list));
          ++next;
          ++counts.pages;
          counts.links += links.size();
          return walk.tell(index(page));
        }));
    return skip_to(store.pages());
  };
  COCITE_TRY(ExportReport report, write_bvgraph(store, request, fill));
  report.notes.emplace_back("BVGraph has no weights; the links stand in both directions");
  return report;
}

}  // namespace

Result<ExportReport> write_derived(const store::Store& store, const DerivedGraph& graph,
                                   const ExportRequest& request) {
  COCITE_TRY(const Info* const format, format_of(request));
  if (request.transposed) {
    return fail({.message = "only the links themselves can be written in the other direction",
                 .about = "transposed"});
  }
  Counts counts;
  const auto write = [&]() -> Result<ExportReport> {
    if (format->name == "bvgraph") return write_lists(store, graph, request, counts);
    if (format->name == "graphml") {
      return write_xml(store, graph, request, graphml(graph.is_directed), counts);
    }
    if (format->name == "gexf") {
      return write_xml(store, graph, request, gexf(graph.is_directed), counts);
    }
    return write_list(store, graph, request, counts);
  };
  COCITE_TRY(ExportReport report, write());
  report.pages = counts.pages;
  report.links = counts.links;
  return report;
}

}  // namespace cocite::exporter

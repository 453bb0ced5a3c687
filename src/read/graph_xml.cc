// GEXF (Gephi) and GraphML (networkx, igraph, yEd, Neo4j): a graph in an XML file, read as it comes. Rules:
// docs/formats/graphs.md.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "read/graph_rows.h"
#include "read/source.h"
#include "read/table_format.h"
#include "read/text_pieces.h"
#include "read/xml_tags.h"

namespace cocite::read::graph_xml {
namespace {

// What attributes of nodes are called that hold an address, and what others that hold a label.
constexpr std::array<std::string_view, 9> kAddressNames = {
    "url", "uri", "address", "href", "homepage", "website", "link", "doi", "name"};
constexpr std::array<std::string_view, 3> kLabelNames = {"label", "title", "name"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::any_of(names,
                             [&](std::string_view one) { return equals_ignore_case(name, one); });
}

class GraphXmlSource final : public Source {
 public:
  GraphXmlSource(std::unique_ptr<InputStream> stream, const SourceOptions& options)
      : tags_(std::move(stream)), rows_(options) {}

  Result<std::unique_ptr<Piece>> next() override {
    while (!is_over_ && !rows_.is_full()) {
      COCITE_TRY(const bool has_more, tags_.next());
      if (!has_more) {
        is_over_ = true;
        if (is_closed_) break;
        return fail(ErrorCode::kCorrupt, name() + ": ends before its graph does; it is cut off");
      }
      if (auto piece = take_tag()) return piece;
    }
    return rows_.take();
  }
  [[nodiscard]] uint64_t bytes_done() const override { return tags_.stream().raw_done(); }
  [[nodiscard]] uint64_t bytes_total() const override { return tags_.stream().raw_total(); }
  [[nodiscard]] std::string name() const override { return tags_.stream().path(); }
  [[nodiscard]] std::string note() const override {
    std::string note = name() + ": read as " + kind_ + ": " + rows_.remarks();
    if (has_weights_) note += "; every link counts once, whatever its weight";
    return note;
  }
  [[nodiscard]] std::string taken_for() const override {
    return "it was read as " + kind_ + ", with " + rows_.remarks();
  }

 private:
  struct Attribute {
    std::string name;
    bool is_of_node = true;
  };
  enum class Within : uint8_t { kNothing, kNode, kEdge };

  // A piece where nodes end and edges begin: only one of the two has texts.
  std::unique_ptr<Piece> take_tag() {
    const std::string_view tag = tags_.name();
    if (tag == "gexf" || tag == "graphml") {
      kind_ = tag == "gexf" ? "GEXF" : "GraphML";
      is_closed_ = tags_.is_end();
    } else if (tags_.is_end()) {
      end_tag(tag);
    } else if (tag == "graph") {
      begin_graph();
    } else if (tag == "key" || tag == "attribute") {
      declare();
    } else if (tag == "attributes") {
      is_of_node_ = tags_.attribute("class") != "edge";
    } else if (tag == "node") {
      end_node();  // of the node around it
      within_ = Within::kNode;
      node_ = {.id = tags_.attribute("id"), .label = tags_.attribute("label")};
      if (tags_.is_empty_element()) end_node();
    } else if (tag == "edge") {
      std::unique_ptr<Piece> nodes = std::exchange(is_in_edges_, true) ? nullptr : rows_.take();
      begin_edge();
      if (tags_.is_empty_element()) end_edge();
      return nodes;
    } else if (tag == "attvalue") {
      std::string by = tags_.attribute("for");
      if (by.empty()) by = tags_.attribute("id");
      value(by, tags_.attribute("value"));
    } else if (tag == "data") {
      data_key_ = tags_.attribute("key");
    }
    return nullptr;
  }

  void end_tag(std::string_view tag) {
    if (tag == "data") {
      value(data_key_, tags_.text());
    } else if (tag == "node") {
      end_node();
    } else if (tag == "edge") {
      end_edge();
    } else if (tag == "default") {
      data_key_.clear();
    }
  }

  void begin_graph() {
    std::string type = tags_.attribute("edgedefault");
    if (type.empty()) type = tags_.attribute("defaultedgetype");
    is_undirected_ = type == "undirected" || type == "mutual";
    // In GEXF, edges without a type have no direction.
    if (type.empty()) is_undirected_ = kind_ == "GEXF";
    is_in_edges_ = false;
  }

  void declare() {
    std::string title = tags_.attribute("attr.name");
    if (title.empty()) title = tags_.attribute("title");
    if (title.empty()) title = tags_.attribute("id");
    const std::string of = tags_.attribute("for");
    const bool is_of_node = of.empty() ? is_of_node_ : of != "edge";
    attributes_[{tags_.attribute("id"), is_of_node}] = std::move(title);
    if (of == "all")
      attributes_[{tags_.attribute("id"), false}] = attributes_[{tags_.attribute("id"), true}];
  }

  void value(const std::string& key, std::string text) {
    if (within_ == Within::kNothing || text.empty()) return;
    const auto known = attributes_.find({key, within_ == Within::kNode});
    const std::string& name = known == attributes_.end() ? key : known->second;
    if (within_ == Within::kEdge) {
      has_weights_ |= equals_ignore_case(name, "weight");
      if (is_one_of(name, std::array<std::string_view, 3>{"label", "anchor", "anchor_text"})) {
        edge_text_ = std::move(text);
      }
      return;
    }
    if (equals_ignore_case(name, "crawled")) node_.is_seen = text != "false";
    const bool is_address = looks_like_address(text);
    if (is_address && is_one_of(name, kAddressNames) && node_.address.empty()) {
      node_.address = std::move(text);
    } else if (is_one_of(name, kLabelNames) && (node_.label.empty() || name == "label")) {
      node_.label = std::move(text);
    }
  }

  void end_node() {
    if (within_ != Within::kNode) return;
    within_ = Within::kNothing;
    rows_.add_node(node_);
  }

  void begin_edge() {
    end_node();
    within_ = Within::kEdge;
    edge_ = {tags_.attribute("source"), tags_.attribute("target")};
    edge_text_ = tags_.attribute("label");
    has_weights_ |= !tags_.attribute("weight").empty();
    std::string type = tags_.attribute("type");
    if (type.empty()) {
      const std::string directed = tags_.attribute("directed");
      if (!directed.empty()) type = directed == "true" ? "directed" : "undirected";
    }
    is_mutual_ = type.empty() ? is_undirected_ : type == "undirected" || type == "mutual";
  }

  void end_edge() {
    if (within_ != Within::kEdge) return;
    within_ = Within::kNothing;
    if (!rows_.add_edge(edge_.first, edge_.second, edge_text_, is_mutual_)) {
      rows_.skip_edge(edge_.first + " -> " + edge_.second);
    }
  }

  XmlTags tags_;
  GraphRows rows_;
  std::string kind_ = "GraphML";
  std::map<std::pair<std::string, bool>, std::string>
      attributes_;  // names by id, and of nodes or not
  Within within_ = Within::kNothing;
  GraphRows::Node node_;
  std::pair<std::string, std::string> edge_;
  std::string edge_text_;
  std::string data_key_;
  bool is_of_node_ = true;
  bool is_undirected_ = false;
  bool is_mutual_ = false;
  bool is_in_edges_ = false;
  bool has_weights_ = false;
  bool is_closed_ = false;
  bool is_over_ = false;
};

bool recognises(std::string_view /*input*/, std::string_view first_bytes) {
  const std::string head = text_head(first_bytes);
  if (!trim(head).starts_with('<')) return false;
  return head.find("<gexf") != std::string::npos || head.find("<graphml") != std::string::npos;
}

Result<std::unique_ptr<Source>> over(std::unique_ptr<InputStream> stream,
                                     const SourceOptions& options) {
  return std::make_unique<GraphXmlSource>(std::move(stream), options);
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "graphxml",
    .summary = "GEXF or GraphML: nodes are pages, by their address, label or id",
    .recognises = recognises,
    .over_text = over,
};

}  // namespace cocite::read::graph_xml

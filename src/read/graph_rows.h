// Nodes and edges of a file of a graph as pages and links: ids become names, rows become pieces.
//
//   GraphRows rows(options);
//   rows.add_node({.id = "n0", .label = "Start", .address = "https://a.example/"});
//   if (!rows.add_edge("n0", "n1", "text", /*is_mutual=*/false)) ...;    // false: an id without a node
//   if (rows.is_full()) return rows.take();                              // a piece
//
// A node is called by its address, else by its label, else by its id. Two nodes with one label stay two pages: the
// second is called "label (id)". Nodes take about 100 bytes each until the end of the file. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "read/source.h"

namespace cocite::read {

class GraphRows {
 public:
  struct Node {
    std::string id;
    std::string label = {};
    std::string address = {};
    bool is_seen = true;  // its links are known, if it has any
  };

  explicit GraphRows(const SourceOptions& options) : options_(options) {}

  void add_node(const Node& node);
  // Nodes that are not listed may be called by their ids: Pajek's are numbers up to a given one.
  [[nodiscard]] bool add_edge(std::string_view source, std::string_view target,
                              std::string_view text, bool is_mutual);
  void skip_edge(std::string_view text);  // counts an edge that leads nowhere
  [[nodiscard]] bool is_full() const { return letters_.size() >= options_.piece_bytes; }
  [[nodiscard]] bool empty() const { return rows_.empty() && skipped_.empty(); }
  [[nodiscard]] std::unique_ptr<Piece> take();

  [[nodiscard]] uint64_t nodes() const { return names_.size(); }
  [[nodiscard]] uint64_t edges() const { return edges_; }
  // For the report: nodes that share a label, edges in both directions.
  [[nodiscard]] std::string remarks() const;

 private:
  friend class GraphPiece;
  struct Row {
    uint64_t offset;  // of source, target and text, one behind the other
    uint32_t source;
    uint32_t target;  // 0: a node
    uint32_t text;
  };
  void add_row(std::string_view source, std::string_view target, std::string_view text);

  SourceOptions options_;
  std::unordered_map<std::string, std::string> names_;  // by id
  std::unordered_set<std::string> labels_;              // that are names already
  std::string letters_;
  std::vector<Row> rows_;
  std::vector<std::string> skipped_;
  bool has_texts_ = false;
  uint64_t edges_ = 0;
  uint64_t mutual_ = 0;
  uint64_t same_labels_ = 0;
};

}  // namespace cocite::read

#include "read/graph_rows.h"

#include <utility>

#include "read/link_rows.h"
#include "read/table_format.h"

namespace cocite::read {

class GraphPiece final : public Piece {
 public:
  GraphPiece(std::string letters, std::vector<GraphRows::Row> rows,
             std::vector<std::string> skipped, bool has_texts, const SourceOptions& options)
      : letters_(std::move(letters)),
        rows_(std::move(rows)),
        skipped_(std::move(skipped)),
        has_texts_(has_texts),
        options_(options) {}

  void parse(LinkBlock& block) override {
    block.bytes = letters_.size();
    LinkRows links(options_, has_texts_);
    for (const GraphRows::Row& row : rows_) {
      const std::string_view whole = std::string_view(letters_).substr(row.offset);
      const std::string_view source = whole.substr(0, row.source);
      const std::string_view target = whole.substr(row.source, row.target);
      const std::string_view text = whole.substr(row.source + row.target, row.text);
      ++block.lines;
      if (row.target == 0) {
        links.add({.source = source, .title = text, .text = source}, block);
      } else {
        links.add({.source = source, .target = target, .anchor = text, .text = target}, block);
      }
    }
    for (const std::string& edge : skipped_) {
      ++block.lines;
      block.skip(SkipReason::kUnknownPage, 0, edge);
    }
  }

 private:
  std::string letters_;
  std::vector<GraphRows::Row> rows_;
  std::vector<std::string> skipped_;
  bool has_texts_;
  SourceOptions options_;
};

void GraphRows::add_row(std::string_view source, std::string_view target, std::string_view text) {
  has_texts_ |= !text.empty();
  rows_.push_back({.offset = letters_.size(),
                   .source = static_cast<uint32_t>(source.size()),
                   .target = static_cast<uint32_t>(target.size()),
                   .text = static_cast<uint32_t>(text.size())});
  letters_ += source;
  letters_ += target;
  letters_ += text;
}

void GraphRows::add_node(const Node& node) {
  std::string name = node.address;
  const bool has_address = !name.empty();
  if (!has_address && looks_like_address(node.id) && !looks_like_address(node.label))
    name = node.id;
  if (name.empty()) name = node.label;
  if (name.empty()) name = node.id;
  if (name.empty() || names_.contains(node.id)) return;
  if (!labels_.insert(name).second && !looks_like_address(name)) {
    ++same_labels_;
    name += " (" + node.id + ")";
    labels_.insert(name);
  }
  if (node.is_seen) {
    add_row(name, {}, name == node.label ? std::string_view() : std::string_view(node.label));
  }
  names_.emplace(node.id, std::move(name));
}

bool GraphRows::add_edge(std::string_view source, std::string_view target, std::string_view text,
                         bool is_mutual) {
  const auto from = names_.find(std::string(source));
  const auto to = names_.find(std::string(target));
  if (from == names_.end() || to == names_.end()) return false;
  ++edges_;
  mutual_ += is_mutual ? 1 : 0;
  add_row(from->second, to->second, text);
  if (is_mutual) add_row(to->second, from->second, text);
  return true;
}

void GraphRows::skip_edge(std::string_view text) {
  skipped_.emplace_back(text.substr(0, 200));
}

std::unique_ptr<Piece> GraphRows::take() {
  if (empty()) return nullptr;
  return std::make_unique<GraphPiece>(std::exchange(letters_, {}), std::exchange(rows_, {}),
                                      std::exchange(skipped_, {}), std::exchange(has_texts_, false),
                                      options_);
}

std::string GraphRows::remarks() const {
  std::string text = std::to_string(nodes()) + " nodes, " + std::to_string(edges_) + " edges";
  if (mutual_ > 0) {
    text += "; " + std::to_string(mutual_) + " have no direction and count as links both ways";
  }
  if (same_labels_ > 0) {
    text += "; " + std::to_string(same_labels_) +
            " nodes have the label of another one, and their id behind it";
  }
  return text;
}

}  // namespace cocite::read

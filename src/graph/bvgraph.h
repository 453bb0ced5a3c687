// Graphs in the BVGraph format of WebGraph: B.graph, B.properties and, perhaps, B.offsets.
//
//   COCITE_TRY(auto graph, BvGraphReader::open("data/cnr-2000"));
//   COCITE_CHECK(graph.for_each_list([&](uint64_t node, std::span<const uint32_t> successors) {
//     return true;  // go on
//   }));
//
//   COCITE_TRY(auto writer, BvGraphWriter::create("out/web", {.window = 7}));
//   for (const auto& list : lists) COCITE_CHECK(writer.add(list));
//   COCITE_CHECK(writer.finish());
//
// A list is a sorted set: the format keeps neither the order of the links on a page nor how often
// one is there. Node numbers have 32 bits; a larger graph is refused with kUnsupported.
//
// The const members of one BvGraphReader may be called from any number of threads; load_offsets()
// and a BvGraphWriter belong to one. What is in the files: docs/formats/bvgraph.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/mapped_file.h"
#include "file/raw_file.h"
#include "graph/bvgraph_codes.h"
#include "graph/bvgraph_properties.h"

namespace cocite::graph {

// No bytes can make it crash, hang or hand out a successor that is no node: whatever is wrong comes
// back as kCorrupt, with the file, the node and what is wrong with its list.
class BvGraphReader {
 public:
  // Gets a node and its successors, in increasing order and valid during the call; false stops.
  using ListCallback = std::function<bool(uint64_t node, std::span<const uint32_t> successors)>;

  // `path`: the basename, or any file of the graph ("cnr-2000.graph"). Reads the properties and
  // maps the rest; the lists are checked as they are read.
  [[nodiscard]] static Result<BvGraphReader> open(const std::string& path);
  // The same from memory, which must outlive the reader. `offsets` may be empty.
  [[nodiscard]] static Result<BvGraphReader> from_memory(std::string_view properties_text,
                                                         std::span<const std::byte> graph,
                                                         std::span<const std::byte> offsets = {},
                                                         const std::string& name = "memory");

  [[nodiscard]] uint64_t nodes() const { return properties_.nodes; }
  [[nodiscard]] uint64_t arcs() const { return properties_.arcs; }
  [[nodiscard]] const BvProperties& properties() const { return properties_; }
  [[nodiscard]] bool has_offsets_file() const { return has_offsets_file_; }

  // All lists in order of nodes, in memory for the last `windowsize` lists. At the end the number
  // of arcs is compared with the one the properties promise.
  [[nodiscard]] Result<void> for_each_list(const ListCallback& callback) const;
  // The lists of the nodes [first, last). Before load_offsets() the ones before `first` are read
  // too, because nothing else tells where it stands.
  [[nodiscard]] Result<void> for_each_list(uint64_t first, uint64_t last,
                                           const ListCallback& callback) const;

  // Makes successors() possible: reads B.offsets, or scans the graph when there is none. 8 bytes of
  // memory for each node.
  [[nodiscard]] Result<void> load_offsets();
  // The successors of one node. REQUIRES: load_offsets() was successful; otherwise, and for a node
  // that is not there, kInvalidArgument.
  [[nodiscard]] Result<void> successors(uint64_t node, std::vector<uint32_t>& out) const;

  // Reads everything: all lists, the number of arcs, what follows the last list, the stream length
  // if the properties have it, and B.offsets, if there, against where the lists really stand.
  [[nodiscard]] Result<void> check() const;

 private:
  using Visitor =
      std::function<bool(uint64_t node, uint64_t bit, std::span<const uint32_t> successors)>;

  [[nodiscard]] static Result<BvGraphReader> with_bytes(BvGraphReader reader);
  // Reads on from node `first` (0, or any when offsets are loaded). Returns the bit it came to.
  [[nodiscard]] Result<uint64_t> scan(uint64_t first, uint64_t last, const Visitor& visit) const;
  template <bool kLittleEndian, bool kDefaultCodes>
  [[nodiscard]] Result<uint64_t> scan_with(uint64_t first, uint64_t last,
                                           const Visitor& visit) const;
  template <bool kLittleEndian, bool kDefaultCodes>
  [[nodiscard]] Result<void> successors_with(uint64_t node, std::vector<uint32_t>& out) const;
  [[nodiscard]] Result<void> check_rest(uint64_t end) const;
  [[nodiscard]] tl::unexpected<Error> damage(uint64_t node, const char* problem) const;
  [[nodiscard]] tl::unexpected<Error> wrong_arcs(uint64_t found) const;

  BvProperties properties_;
  std::string name_;  // the basename
  MappedFile graph_file_;
  MappedFile offsets_file_;
  std::span<const std::byte> graph_bytes_;
  std::span<const std::byte> offsets_bytes_;
  bool has_offsets_file_ = false;
  std::vector<uint64_t> offsets_;  // nodes + 1 bit positions, once loaded
};

struct BvWriterOptions {
  uint32_t window = 7;               // how many lists back a reference may point; 0: none
  uint32_t max_ref_count = 3;        // longest chain of references
  uint32_t min_interval_length = 3;  // shortest run that becomes an interval, from 2; 0: none
  uint32_t zeta_k = 3;               // of the residuals' code, 1 to 7
};

// Writes version 0, big-endian, default codes: what both the Java and the Rust version read. The
// properties come last, so that a graph whose writing broke off is not taken for one.
class BvGraphWriter {
 public:
  // Makes or empties basename.graph and basename.offsets.
  [[nodiscard]] static Result<BvGraphWriter> create(const std::string& basename,
                                                    const BvWriterOptions& options = {});
  // The successors of the next node, strictly increasing. After an error the graph is lost.
  [[nodiscard]] Result<void> add(std::span<const uint32_t> successors);
  // Fails with kInvalidArgument if a successor is not one of the added nodes.
  [[nodiscard]] Result<void> finish();

  [[nodiscard]] uint64_t nodes() const { return nodes_; }
  [[nodiscard]] uint64_t arcs() const { return arcs_; }
  [[nodiscard]] uint64_t graph_bits() const { return graph_.position(); }

 private:
  // A way to write one list.
  struct Plan {
    uint32_t reference = 0;
    uint64_t bits = 0;
    uint64_t copied = 0;
    std::vector<uint32_t> blocks;
    std::vector<uint32_t> extras;
    std::vector<uint32_t> lefts;  // of the intervals
    std::vector<uint32_t> lengths;
    std::vector<uint32_t> residuals;
  };
  struct Slot {
    std::vector<uint32_t> successors;
    uint32_t chain = 0;  // references to follow until a list without one
  };

  void make_plan(std::span<const uint32_t> list, uint32_t reference, Plan& plan) const;
  void split_extras(Plan& plan) const;
  [[nodiscard]] uint64_t cost(const Plan& plan) const;
  void write(std::span<const uint32_t> list, const Plan& plan);
  [[nodiscard]] const Slot& slot_before(uint64_t distance) const;
  [[nodiscard]] Result<void> drain(size_t threshold);
  [[nodiscard]] std::string properties_text() const;

  BvWriterOptions options_;
  std::string basename_;
  file::RawFile graph_file_;
  file::RawFile offsets_file_;
  BvBitWriter graph_;
  BvBitWriter offsets_;
  std::vector<Slot> window_;  // the last `window` lists and the current one, by node number
  Plan best_;
  Plan candidate_;
  bool is_open_ = false;
  uint64_t nodes_ = 0;
  uint64_t arcs_ = 0;
  uint32_t largest_ = 0;
  uint64_t last_start_ = 0;
  // For the statistics in the properties.
  uint64_t chain_sum_ = 0;
  uint64_t distance_sum_ = 0;
  uint64_t copied_arcs_ = 0;
  uint64_t interval_arcs_ = 0;
  uint64_t residual_arcs_ = 0;
};

}  // namespace cocite::graph

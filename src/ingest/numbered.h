// Graphs whose pages are numbers: BVGraph files, Common Crawl's vertices and edges, and the hosts
// or sites of a store (host_graph.cc).
//
//   COCITE_TRY(auto graph, open_graph(context, "bvgraph", inputs, scratch));
//   COCITE_CHECK(graph->name_pages(batches));    // then batches.assign()
//   COCITE_TRY(auto feed, graph->links(batches, 0));
//
// Pages are named first, once; links are read when they are wanted, or wait in temporary files if reading them
// again would cost more (packed text).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/context.h"
#include "ingest/key_batches.h"
#include "ingest/link_feed.h"
#include "store/facts.h"

namespace cocite::ingest {

// A number for pages that have one, by name.
struct ImportedColumn {
  std::string name;
  std::string about;
  std::vector<double> values;
};

class NumberedGraph {
 public:
  virtual ~NumberedGraph() = default;
  [[nodiscard]] virtual Result<void> name_pages(KeyBatches& batches) = 0;
  // After batches.assign().
  [[nodiscard]] virtual Result<std::unique_ptr<LinkFeed>> links(const KeyBatches& batches,
                                                                uint32_t order) = 0;
  // Columns that came with the graph; `find(key)` gives final numbers.
  [[nodiscard]] virtual Result<std::vector<ImportedColumn>> columns(
      const file::StringTable& keys) = 0;
  // More files of its own, once pages and links are written.
  [[nodiscard]] virtual Result<void> write_parts(ImportReport& /*report*/) { return {}; }
  [[nodiscard]] virtual bool has_names() const = 0;
  virtual void add_to(ImportReport& report) const = 0;
  virtual void add_to(store::Facts& /*facts*/) const {}
};

// By the name of its kind in read/sources.def. `scratch`: how the names of temporary files begin.
[[nodiscard]] Result<std::unique_ptr<NumberedGraph>> open_graph(
    Context& context, std::string_view kind, const std::vector<std::string>& inputs,
    const std::string& scratch);
[[nodiscard]] Result<std::unique_ptr<NumberedGraph>> open_bvgraph(
    Context& context, const std::vector<std::string>& inputs, const std::string& scratch);
[[nodiscard]] Result<std::unique_ptr<NumberedGraph>> open_common_crawl(
    Context& context, const std::vector<std::string>& inputs, const std::string& scratch);

// A store of such a graph, in place of request.store: what import_store() does for inputs.
using MakeGraph =
    std::function<std::unique_ptr<NumberedGraph>(Context& context, store::Writer& writer)>;
[[nodiscard]] Result<ImportReport> import_graph(const ImportRequest& request, const MakeGraph& make,
                                                const Limits& limits = {});

// --- for all of them -------------------------------------------------------------------------

// Final numbers by the graph's own.
class NodeNames {
 public:
  // The next node's key, or nothing when the node is no page. `votes`: for its scheme (url/scheme.h).
  [[nodiscard]] Result<void> add(KeyBatches& batches, const std::string* key, uint64_t memory_bytes,
                                 int32_t votes = 0);
  [[nodiscard]] Result<std::vector<uint32_t>> final_numbers(const KeyBatches& batches) const;
  [[nodiscard]] uint64_t size() const { return numbers_.size(); }

 private:
  struct Stretch {
    uint32_t batch;
    uint64_t first;
  };
  std::vector<uint32_t> numbers_;  // in their batch; kNoTarget: no page
  std::vector<Stretch> stretches_;
};

// The key of a node by its name. Why it has none, or nothing.
[[nodiscard]] std::string_view key_of_name(const ImportRequest& request, std::string_view name,
                                           std::string& key);

// Counts what is no page, with samples.
class SkipCounter {
 public:
  void add(std::string_view reason, const std::string& place, std::string_view text);
  void add_to(ImportReport& report) const;

 private:
  std::vector<Skipped> skipped_;
};

}  // namespace cocite::ingest

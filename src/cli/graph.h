// Which graph of a store a command asks: that of its pages, hosts or sites.
//
//   COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
//   graph->page("www.example.com")
//
// One thread.
#pragma once

#include <memory>
#include <string>

#include <cocite/engine.h>

namespace cocite::cli {

class Graph {
 public:
  Graph(std::unique_ptr<const Engine> store, const Engine* graph)
      : store_(std::move(store)), graph_(graph) {}
  [[nodiscard]] const Engine& operator*() const { return *graph_; }
  [[nodiscard]] const Engine* operator->() const { return graph_; }

 private:
  std::unique_ptr<const Engine> store_;
  const Engine* graph_;  // the store itself, or its graph of hosts or sites
};

// Makes the graph where it is not there yet, with progress; Ctrl-C stops it. `merges_mirrors`: of
// the store with mirrored hosts as one.
[[nodiscard]] Result<Graph> open_graph(const std::string& store, On on, bool is_quiet = false,
                                       const OpenOptions& options = {},
                                       bool merges_mirrors = false);

}  // namespace cocite::cli

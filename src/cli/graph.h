// Which graph of a store a command asks: that of its pages, hosts or sites.
//
//   on_option(command, options->on);
//   COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
//   graph->page("www.example.com")
//
// One thread.
#pragma once

#include <memory>
#include <string>

#include <cocite/engine.h>

#include "cli/command.h"

namespace cocite::cli {

// --on pages|hosts|sites
void on_option(Command& command, On& on);

// --mirrors keep|merge
void mirrors_option(Command& command, bool& merges);

// What every command has that asks a graph and prints a table.
struct GraphOptions {
  std::string store;
  On on = On::kPages;
  Format format{};
};

// --on and --format, last in the help, and what to do with them.
template <class Options>
void ask_graph(Command& command, const std::shared_ptr<Options>& options,
               Result<void> (*ask)(Options&)) {
  on_option(command, options->on);
  command.format(options->format);
  command.on([options, ask] { return ask(*options); });
}

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

// The graph of a store's hosts or sites: found in the store's folder, or made and put there.
//
//   COCITE_TRY(HostGraph graph, open_host_graph(store, On::kSites, options));
//   graph.store.pages()                    // how many sites there are
//
// A graph of another store, or a damaged one, is made again. Where the store's folder
// cannot be written, the graph is made in a temporary folder that is gone before this returns.
// Several processes may ask at once: one makes it, the others wait. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "store/store.h"

namespace cocite::sites {

// Whether the user wants what is being made for these options to end.
[[nodiscard]] inline bool is_stopped(const GraphOptions& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

struct HostGraph {
  store::Store store;
  bool is_kept = true;  // false: other processes will not find it
  std::string why_not_kept = {};
  std::vector<std::string> notes = {};
};

// kInvalidArgument where pages are no URLs. REQUIRES: not On::kPages.
[[nodiscard]] Result<HostGraph> open_host_graph(const store::Store& store, On on,
                                                const GraphOptions& options);

// The one that is there already and is that of this store; kNotFound where there is none, kCorrupt
// where it is damaged.
[[nodiscard]] Result<store::Store> find_host_graph(const store::Store& store, On on);

}  // namespace cocite::sites

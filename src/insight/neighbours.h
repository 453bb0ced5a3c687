// Which pages are around each page? By one method, or several together, on all cores.
//
//   COCITE_TRY(const auto lists, neighbour_lists(context, "cocitation", pages, 20, takes));
//   COCITE_TRY(const SimilarityGraph graph, similarity_graph(context, {"cocitation"}, 20));
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/insight.h"
#include "insight/spreading.h"

namespace cocite::insight {

using NeighbourLists = std::vector<std::vector<Neighbour>>;

// A list for each of `pages`; `takes` empty: all pages may be in them.
[[nodiscard]] Result<NeighbourLists> neighbour_lists(Context& context, const std::string& by,
                                                     std::span<const PageId> pages, uint64_t top,
                                                     const Above::Takes& takes);
// Of all pages of the store.
[[nodiscard]] Result<NeighbourLists> all_neighbour_lists(Context& context, const std::string& by,
                                                         uint64_t top);

// kUnsupported if memory does not hold the graph of `top` neighbours by `methods` methods.
[[nodiscard]] Result<void> may_hold_graph(const Context& context, size_t methods, uint64_t top);
// The first `top` neighbours of every page, the scores of each page summing to 1. `lists`: of all
// pages.
void add_neighbours(SimilarityGraph& graph, const NeighbourLists& lists, uint64_t top);

// Every page with its `top` neighbours by each of the methods. kUnsupported where memory does not
// hold it.
[[nodiscard]] Result<SimilarityGraph> similarity_graph(Context& context,
                                                       std::span<const std::string> methods,
                                                       uint64_t top);

}  // namespace cocite::insight

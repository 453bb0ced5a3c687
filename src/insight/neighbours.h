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

// A list for each of `pages`; `takes` empty: all pages may be in them.
[[nodiscard]] Result<std::vector<std::vector<Neighbour>>> neighbour_lists(
    Context& context, const std::string& by, std::span<const PageId> pages, uint64_t top,
    const Above::Takes& takes);

// Every page with its `top` neighbours by each of the methods, each page's scores summing to 1 for
// a method. kUnsupported where memory does not hold it.
[[nodiscard]] Result<SimilarityGraph> similarity_graph(Context& context,
                                                       std::span<const std::string> methods,
                                                       uint64_t top);

}  // namespace cocite::insight

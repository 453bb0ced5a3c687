#include "insight/neighbours.h"

#include <algorithm>

#include "base/parallel.h"

namespace cocite::insight {

Result<std::vector<std::vector<Neighbour>>> neighbour_lists(Context& context, const std::string& by,
                                                            std::span<const PageId> pages,
                                                            uint64_t top,
                                                            const Above::Takes& takes) {
  std::vector<std::vector<Neighbour>> lists(pages.size());
  std::vector<Result<void>> results(pages.size());
  constexpr size_t kRound = 512;
  for (size_t first = 0; first < pages.size(); first += kRound) {
    COCITE_CHECK(context.tell("asking " + by, first, pages.size(), "pages"));
    const size_t size = std::min(kRound, pages.size() - first);
    parallel_for(size, context.threads(), [&](size_t i) {
      if (context.is_stopped()) return;
      auto list = context.above().related(by, pages[first + i], top, takes);
      if (list) {
        lists[first + i] = *std::move(list);
      } else {
        results[first + i] = tl::unexpected<Error>(list.error());
      }
    });
    for (size_t i = first; i < first + size; ++i) COCITE_CHECK(results[i]);
  }
  COCITE_CHECK(context.tell("asking " + by, pages.size(), pages.size(), "pages"));
  return lists;
}

Result<SimilarityGraph> similarity_graph(Context& context, std::span<const std::string> methods,
                                         uint64_t top) {
  const uint64_t pages = context.store().pages();
  const uint64_t bytes = pages * top * methods.size() * SimilarityGraph::kBytesPerEdge;
  if (bytes > context.memory_bytes()) {
    return fail({.code = ErrorCode::kUnsupported,
                 .message = "the graph of related pages may take " + std::to_string(bytes >> 20) +
                            " MiB, more than there is for it; ask with a smaller k, or without "
                            "spreading",
                 .about = "memory"});
  }
  std::vector<PageId> all;
  for (uint64_t page = 0; page < pages; ++page) all.push_back(page_id(page));
  SimilarityGraph graph(pages);
  for (const std::string& by : methods) {
    COCITE_TRY(const auto lists, neighbour_lists(context, by, all, top, {}));
    for (uint64_t page = 0; page < pages; ++page) {
      double sum = 0;
      for (const Neighbour& one : lists[page]) sum += one.score;
      for (const Neighbour& one : lists[page]) {
        if (one.score > 0) graph.add(page_id(page), one.page, one.score / sum);
      }
    }
  }
  graph.finish();
  return graph;
}

}  // namespace cocite::insight

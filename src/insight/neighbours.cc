#include "insight/neighbours.h"

#include <algorithm>
#include <chrono>

#include "base/parallel.h"

namespace cocite::insight {

Result<NeighbourLists> neighbour_lists(Context& context, const std::string& by,
                                       std::span<const PageId> pages, uint64_t top,
                                       const Above::Takes& takes) {
  NeighbourLists lists(pages.size());
  std::vector<Result<void>> results(pages.size());
  // In rounds, so that one thread reports progress: as large as a method is fast, since some
  // take a thousand times as long as others.
  using Clock = std::chrono::steady_clock;
  constexpr size_t kLeastRound = 16;
  constexpr std::chrono::milliseconds kShort{50};
  constexpr std::chrono::milliseconds kLong{200};
  size_t round = kLeastRound;
  for (size_t first = 0; first < pages.size();) {
    COCITE_CHECK(context.tell("asking " + by, first, pages.size(), "pages"));
    const Clock::time_point begin = Clock::now();
    const size_t size = std::min(round, pages.size() - first);
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
    first += size;
    const auto took = Clock::now() - begin;
    if (took < kShort) round *= 2;
    if (took > kLong) round = std::max(kLeastRound, round / 2);
  }
  COCITE_CHECK(context.tell("asking " + by, pages.size(), pages.size(), "pages"));
  return lists;
}

Result<NeighbourLists> all_neighbour_lists(Context& context, const std::string& by, uint64_t top) {
  std::vector<PageId> all;
  for (uint64_t page = 0; page < context.store().pages(); ++page) all.push_back(page_id(page));
  return neighbour_lists(context, by, all, top, {});
}

Result<void> may_hold_graph(const Context& context, size_t methods, uint64_t top) {
  const uint64_t bytes = context.store().pages() * top * methods * SimilarityGraph::kBytesPerEdge;
  if (bytes <= context.memory_bytes()) return {};
  return fail({.code = ErrorCode::kUnsupported,
               .message = "the graph of related pages may take " + std::to_string(bytes >> 20) +
                          " MiB, more than there is for it; ask with a smaller k, or without "
                          "spreading",
               .about = "memory"});
}

void add_neighbours(SimilarityGraph& graph, const NeighbourLists& lists, uint64_t top) {
  for (uint64_t page = 0; page < lists.size(); ++page) {
    const auto first = std::span(lists[page]).first(std::min<size_t>(top, lists[page].size()));
    double sum = 0;
    for (const Neighbour& one : first) sum += one.score;
    for (const Neighbour& one : first) {
      if (one.score > 0) graph.add(page_id(page), one.page, one.score / sum);
    }
  }
}

Result<SimilarityGraph> similarity_graph(Context& context, std::span<const std::string> methods,
                                         uint64_t top) {
  COCITE_CHECK(may_hold_graph(context, methods.size(), top));
  SimilarityGraph graph(context.store().pages());
  for (const std::string& by : methods) {
    COCITE_TRY(const NeighbourLists lists, all_neighbour_lists(context, by, top));
    add_neighbours(graph, lists, top);
  }
  graph.finish();
  return graph;
}

}  // namespace cocite::insight

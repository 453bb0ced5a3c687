#include "insight/best_pages.h"

#include <algorithm>
#include <unordered_set>

namespace cocite::insight {

Result<std::vector<PageId>> best_pages(const store::Store& store, std::span<const double> scores,
                                       const BestPages& wanted) {
  const bool has_statuses = store.has_statuses();
  const bool knows_fetched = store.knows_fetched();
  struct Candidate {
    bool is_fetched = true;
    double score = 0;
    PageId page{};
  };
  std::vector<Candidate> order;
  for (uint64_t i = wanted.first; i < std::min(wanted.end, store.pages()); ++i) {
    const PageId page = page_id(i);
    if (!wanted.zeros && !(scores[i] > 0)) continue;
    if (has_statuses && store.status(page).is_gone()) continue;
    Candidate one{.score = scores[i], .page = page};
    if (knows_fetched) {
      COCITE_TRY(one.is_fetched, store.is_crawled(page));
    }
    order.push_back(one);
  }
  const auto is_better = [](const Candidate& a, const Candidate& b) {
    if (a.is_fetched != b.is_fetched) return a.is_fetched;
    return a.score != b.score ? a.score > b.score : a.page < b.page;
  };
  std::vector<PageId> pages;
  std::unordered_set<uint32_t> hosts;
  // Sorted piece by piece: mostly the first one is enough.
  auto begin = order.begin();
  for (uint64_t piece = 4 * wanted.top + 16; begin != order.end(); piece *= 8) {
    const auto end = static_cast<uint64_t>(order.end() - begin) <= piece
                         ? order.end()
                         : begin + static_cast<ptrdiff_t>(piece);
    std::partial_sort(begin, end, order.end(), is_better);
    for (; begin != end; ++begin) {
      if (pages.size() == wanted.top) return pages;
      if (wanted.per_host) {
        COCITE_TRY(const HostId host, store.host_of(begin->page));
        if (!hosts.insert(index(host)).second) continue;
      }
      pages.push_back(begin->page);
    }
  }
  return pages;
}

}  // namespace cocite::insight

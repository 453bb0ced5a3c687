#include "ingest/tidy_lists.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/parallel.h"

namespace cocite::ingest {
namespace {

constexpr size_t kTidyPages = 1024;

}  // namespace

TidyCounts tidy_lists(OwnedLists& lists, bool keeps_order, unsigned threads) {
  const size_t pages = lists.offsets.size() - 1;
  std::vector<uint64_t> lengths(pages);
  std::atomic<uint64_t> self_links{0};
  std::atomic<uint64_t> repeated{0};
  parallel_for((pages + kTidyPages - 1) / kTidyPages, threads, [&](size_t part) {
    std::vector<std::pair<PageId, uint32_t>> sorted;  // target, place
    uint64_t my_self = 0;
    uint64_t my_repeated = 0;
    for (size_t i = part * kTidyPages; i < std::min(pages, (part + 1) * kTidyPages); ++i) {
      PageId* const list = lists.targets.data() + lists.offsets[i];
      const auto degree = static_cast<uint32_t>(lists.offsets[i + 1] - lists.offsets[i]);
      const PageId self = page_id(lists.first + i);
      PageId* end = std::remove(list, list + degree, self);
      my_self += static_cast<uint64_t>(list + degree - end);
      const auto left = static_cast<uint32_t>(end - list);
      if (!keeps_order) {
        if (!std::is_sorted(list, end)) std::sort(list, end);
        end = std::unique(list, end);
      } else if (left > 1) {
        sorted.clear();
        for (uint32_t k = 0; k < left; ++k) sorted.emplace_back(list[k], k);
        std::ranges::sort(sorted);
        // The first place counts: later ones of the same target are marked by the page itself.
        bool any = false;
        for (uint32_t k = 1; k < left; ++k) {
          if (sorted[k].first != sorted[k - 1].first) continue;
          list[sorted[k].second] = self;
          any = true;
        }
        if (any) end = std::remove(list, end, self);
      }
      lengths[i] = static_cast<uint64_t>(end - list);
      my_repeated += left - lengths[i];
    }
    self_links += my_self;
    repeated += my_repeated;
  });
  uint64_t to = 0;
  for (size_t i = 0; i < pages; ++i) {
    const uint64_t from = lists.offsets[i];
    if (to != from) {
      std::copy_n(lists.targets.begin() + static_cast<ptrdiff_t>(from), lengths[i],
                  lists.targets.begin() + static_cast<ptrdiff_t>(to));
    }
    lists.offsets[i] = to;
    to += lengths[i];
  }
  lists.offsets[pages] = to;
  lists.targets.resize(to);
  return {.self_links = self_links, .repeated_links = repeated};
}

}  // namespace cocite::ingest

#include "related/most_linked_pages.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

#include "base/parallel.h"
#include "related/web.h"

namespace cocite::related {

Result<std::vector<Linked>> most_linked_pages(const Web& web, uint64_t most) {
  constexpr uint64_t kPiece = uint64_t{1} << 16;
  const uint64_t pieces = (web.pages() + kPiece - 1) / kPiece;
  std::mutex mutex;
  std::vector<Linked> best;
  std::atomic<uint32_t> least = 0;  // pages with fewer are not among them
  Result<void> outcome;
  const auto shrink = [&](uint64_t room) {
    if (best.size() <= room) return;
    const auto end = best.begin() + static_cast<ptrdiff_t>(room);
    std::nth_element(best.begin(), end - 1, best.end());
    least = (end - 1)->in_degree;
    best.erase(end, best.end());
  };
  parallel_for(pieces, hardware_threads(), [&](size_t piece) {
    const uint64_t first = piece * kPiece;
    std::vector<PageId> pages(std::min<uint64_t>(kPiece, web.pages() - first));
    for (uint64_t i = 0; i < pages.size(); ++i) pages[i] = page_id(first + i);
    std::vector<uint32_t> degrees(pages.size());
    const Result<void> read = web.in().degrees(pages, degrees);
    std::vector<Linked> some;
    for (uint64_t i = 0; i < pages.size(); ++i) {
      if (degrees[i] >= least) some.push_back({degrees[i], pages[i]});
    }
    const std::scoped_lock lock(mutex);
    if (!read) outcome = read;
    best.insert(best.end(), some.begin(), some.end());
    if (best.size() > 4 * most) shrink(most);
  });
  COCITE_CHECK(outcome);
  shrink(most);
  std::ranges::sort(best, std::less());
  return best;
}

}  // namespace cocite::related

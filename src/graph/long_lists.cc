#include "graph/long_lists.h"

namespace cocite::graph {

Result<std::span<const PageId>> LongLists::read(const PackedLinks& links, PageId page,
                                                uint64_t degree, LongListBuffer& buffer) {
  if (degree < kLong) return links.list(page, buffer.decoded);
  buffer.kept = kept_.find(page);
  if (buffer.kept == nullptr) {
    COCITE_TRY(const std::span<const PageId> list, links.list(page, buffer.decoded));
    buffer.kept = std::make_shared<const std::vector<PageId>>(list.begin(), list.end());
    kept_.keep(page, buffer.kept, list.size());
  }
  return std::span<const PageId>(*buffer.kept);
}

}  // namespace cocite::graph

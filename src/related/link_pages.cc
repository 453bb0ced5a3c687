#include "related/link_pages.h"

#include <algorithm>
#include <limits>

#include "store/link_counts.h"

namespace cocite::related {

Result<LinkPages> LinkPages::make(const Web& web) {
  const store::Store& store = web.store();
  LinkPages made;
  const store::LinkCounts* const counts = store.link_counts();
  if (counts == nullptr) return made;
  made.begins_.resize(store.pages());
  made.pages_.reserve(store.links());
  COCITE_TRY(auto cursor, counts->cursor());
  for (store::LinkCount count; cursor.next(count);) {
    made.pages_.push_back(static_cast<uint32_t>(
        std::min<uint64_t>(count.pages, std::numeric_limits<uint32_t>::max())));
  }
  if (made.pages_.size() != store.links()) {
    return fail(ErrorCode::kCorrupt,
                store.path() + "/counts: the number of counts is not the number of links");
  }
  uint64_t begin = 0;
  auto scan = store.out().scan(page_id(0), store.pages());
  while (scan.next()) {
    made.begins_[index(scan.page())] = begin;
    begin += scan.list().size();
  }
  COCITE_CHECK(scan.status());
  return made;
}

}  // namespace cocite::related

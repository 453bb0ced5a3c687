#include "store/page_status.h"

#include <algorithm>
#include <utility>

namespace cocite::store {

Result<StatusTable> StatusTable::of(file::Container container) {
  StatusTable table;
  COCITE_TRY(const file::Section section, container.section("entries"));
  COCITE_TRY(table.entries_, section.values<StatusEntry>());
  table.container_ = std::move(container);
  return table;
}

std::optional<StatusEntry> StatusTable::find(PageId page) const {
  const auto found = std::ranges::lower_bound(entries_, index(page), {}, &StatusEntry::page);
  if (found == entries_.end() || found->page != index(page)) return {};
  return *found;
}

Result<void> StatusTable::check(uint64_t pages) const {
  for (size_t i = 0; i < entries_.size(); ++i) {
    const bool rises = i == 0 || entries_[i - 1].page < entries_[i].page;
    if (!rises || entries_[i].page >= pages) {
      return fail(ErrorCode::kCorrupt, container_.path() + ": pages out of order");
    }
  }
  return {};
}

Result<void> write_statuses(file::ContainerWriter container, std::span<const StatusEntry> entries) {
  COCITE_CHECK(container.begin("entries"));
  COCITE_CHECK(container.write_values(entries));
  return container.finish();
}

}  // namespace cocite::store

// What servers said of pages that could not be had: the last HTTP status of each, and when.
//
//   const PageStatus status = store.status(page);
//   if (status.is_gone()) …                        // 404 or 410, since date_text(status.since)
//
// Pages that were fetched have 200 and the date of the fetch, unless they were requested again
// later. A table of 16 bytes for each page with another status, in order of pages:
//
//   page u32 | status u32 | date u32, when it was last requested | since u32, when it was so first
//
// Any number of threads may read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/container.h"

namespace cocite::store {

struct StatusEntry {
  uint32_t page = 0;
  uint32_t status = 0;
  uint32_t date = 0;
  uint32_t since = 0;
};
static_assert(sizeof(StatusEntry) == 16);

// Not there any more, by what the server says; an error of the server (5xx) may pass.
[[nodiscard]] constexpr bool is_gone(uint32_t status) {
  return status == 404 || status == 410;
}

struct PageStatus {
  uint32_t status = 0;  // 0: not known
  uint32_t date = 0;    // seconds since 1970
  uint32_t since = 0;
  [[nodiscard]] bool is_gone() const { return store::is_gone(status); }
};

class StatusTable {
 public:
  [[nodiscard]] static Result<StatusTable> of(file::Container container);
  [[nodiscard]] std::optional<StatusEntry> find(PageId page) const;
  [[nodiscard]] std::span<const StatusEntry> entries() const { return entries_; }
  // Pages rise, and are pages.
  [[nodiscard]] Result<void> check(uint64_t pages) const;

 private:
  file::Container container_;
  std::span<const StatusEntry> entries_;
};

// REQUIRES: pages rise.
[[nodiscard]] Result<void> write_statuses(file::ContainerWriter container,
                                          std::span<const StatusEntry> entries);

}  // namespace cocite::store

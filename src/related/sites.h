// Which site is each page of? In about a bit and a half a page.
//
//   COCITE_TRY(const Sites sites, Sites::make(web.store(), url::FolderHosts::shipped()));
//   sites.of(page)                        // a number; equal for pages of one site
//
// A site: the registrable domain, or a folder on a shared host (url/folder_hosts.h).
// Pages are in order of key, so the pages of a site are a few ranges: a bit says where a range
// begins, and a number for each range which site it is. Any number of threads.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"
#include "url/folder_hosts.h"

namespace cocite::related {

class Sites {
 public:
  // The parts, as they are saved: a bit for each page, the ranges that begin before each 512 pages,
  // and the site of each range.
  struct Parts {
    std::span<const uint64_t> starts;
    std::span<const uint32_t> before;
    std::span<const uint32_t> site_of_range;
  };

  // Reads all keys. With opaque names every page is a site.
  [[nodiscard]] static Result<Sites> make(const store::Store& store,
                                          const url::FolderHosts& folders);
  // From what parts() were, saved; `owner` keeps them. Nothing where they do not fit the pages.
  [[nodiscard]] static std::optional<Sites> of_parts(const Parts& parts, uint64_t pages,
                                                     std::shared_ptr<const void> owner);
  [[nodiscard]] const Parts& parts() const { return parts_; }

  // REQUIRES: a page of the store.
  [[nodiscard]] uint32_t of(PageId page) const {
    return is_page_a_site_ ? index(page) : parts_.site_of_range[range_of(page)];
  }
  [[nodiscard]] bool is_page_a_site() const { return is_page_a_site_; }

 private:
  static constexpr unsigned kBlockPages = 512;

  Sites() = default;
  [[nodiscard]] uint32_t range_of(PageId page) const {
    const uint32_t at = index(page);
    uint32_t count = parts_.before[at / kBlockPages];
    const uint32_t last = at / 64;
    for (uint32_t word = at / kBlockPages * (kBlockPages / 64); word < last; ++word) {
      count += static_cast<uint32_t>(std::popcount(parts_.starts[word]));
    }
    const uint64_t upto = parts_.starts[last] << (63 - at % 64);
    return count + static_cast<uint32_t>(std::popcount(upto)) - 1;
  }

  Parts parts_;
  std::shared_ptr<const void> owner_;
  bool is_page_a_site_ = false;
};

}  // namespace cocite::related

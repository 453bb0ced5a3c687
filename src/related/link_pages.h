// How many pages stand behind a link, in a graph of hosts or sites?
//
//   COCITE_TRY(const auto pages, LinkPages::of(web, budget));     // made once and kept
//   pages->of(parent, place)                  // of the link at this place of the parent's list
//
// In a graph of pages every link has one page behind it. Memory: 4 bytes a link and 8 a page. Any
// number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/web.h"

namespace cocite::related {

class LinkPages {
 public:
  [[nodiscard]] static Result<std::shared_ptr<const LinkPages>> of(const Web& web, Budget* budget) {
    return web.keep<LinkPages>("link pages", make, budget);
  }
  // REQUIRES: there is such a link.
  [[nodiscard]] uint64_t of(PageId parent, size_t place) const {
    return pages_.empty() ? 1 : pages_[begins_[index(parent)] + place];
  }

 private:
  static Result<LinkPages> make(const Web& web);

  std::vector<uint64_t> begins_;  // of lists in pages_
  std::vector<uint32_t> pages_;   // of each link, in the order of out-links; empty: 1 each
};

}  // namespace cocite::related

// The lists of some pages, read once and kept while a query needs them.
//
//   LinkArena children;
//   COCITE_CHECK(children.load(web.out(), pages));    // those not there yet, in one batch
//   children.list(page)                               // REQUIRES: was loaded
//
// clear() keeps the room. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/page_map.h"

namespace cocite::related {

class LinkArena {
 public:
  // Once the budget is spent, the lists that are missing are empty.
  [[nodiscard]] Result<void> load(const graph::PackedLinks& links, std::span<const PageId> pages,
                                  Budget* budget = nullptr) {
    missing_.clear();
    for (const PageId page : pages) {
      if (Place& place = places_[page]; !place.is_known) {
        place.is_known = true;
        missing_.push_back(page);
      }
    }
    auto batch = links.batch(missing_);
    while (batch.next()) {
      const auto list = batch.list();
      *places_.find(batch.page()) = {links_.size(), static_cast<uint32_t>(list.size()), true};
      links_.insert(links_.end(), list.begin(), list.end());
      if (is_spent_after(budget, list.size() + 1)) break;
    }
    return batch.status();
  }
  [[nodiscard]] bool has(PageId page) const { return places_.contains(page); }
  [[nodiscard]] std::span<const PageId> list(PageId page) const {
    const Place* place = places_.find(page);
    return place == nullptr ? std::span<const PageId>()
                            : std::span(links_).subspan(place->begin, place->size);
  }
  void clear() {
    places_.clear();
    links_.clear();
  }

 private:
  struct Place {
    uint64_t begin = 0;
    uint32_t size = 0;
    bool is_known = false;
  };
  PageMap<Place> places_;
  std::vector<PageId> links_;
  std::vector<PageId> missing_;
};

}  // namespace cocite::related

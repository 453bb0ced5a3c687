// Kleinberg's extension of a set of pages: the set, all children of it, and d sampled parents of
// each.
//
//   Extension extension;                                   // one per thread, reused
//   COCITE_CHECK(extension.extend(query, pages, 50, [&](PageId page) { ... }));
//
// One thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"
#include "related/sampled_parents.h"

namespace cocite::related {

class Extension {
 public:
  // use(page) for every child and every sampled parent that is not stopped, repeats and pages of
  // the set included. Ends early where the budget is spent.
  template <class Use>
  [[nodiscard]] Result<void> extend(const Query& query, std::span<const PageId> pages, uint64_t d,
                                    Use&& use) {
    auto children = query.web->out().batch(pages, query.budget);
    while (children.next()) {
      for (const PageId child : children.list()) {
        if (!query.is_stopped(child)) use(child);
      }
      if (query.is_spent_after(children.list().size() + 1)) return {};
    }
    COCITE_CHECK(children.status());
    if (d == 0) return {};
    COCITE_CHECK(query.web->in_degrees(pages, degrees_));
    few_.clear();
    for (size_t i = 0; i < pages.size(); ++i) {
      if (!query.web->parent_samples().has_sample(degrees_[i])) {
        few_.push_back(pages[i]);
        continue;
      }
      COCITE_TRY(const std::span<const PageId> sampled, sample_.of(query, pages[i], d));
      for (const PageId parent : sampled) use(parent);
      if (query.is_spent()) return {};
    }
    auto parents = query.web->in().batch(few_, query.budget);
    while (parents.next()) {
      for (const PageId parent : sample_.from(query, parents.page(), parents.list(), d)) {
        use(parent);
      }
      if (query.is_spent_after(parents.list().size() + 1)) return {};
    }
    return parents.status();
  }

 private:
  SampledParents sample_;
  std::vector<uint32_t> degrees_;
  std::vector<PageId> few_;  // pages with few parents
};

}  // namespace cocite::related

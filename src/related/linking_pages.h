// The pages behind a graph of sites: which pages link to a site, and to which sites does a page link?
//
//   COCITE_TRY(const auto pages, LinkingPages::of(web, budget));     // null: there are none
//   COCITE_TRY(const auto linking, pages->linking(query, site, 2000));
//   COCITE_TRY(const auto lists, pages->targets(linking, budget));
//
// A university is one site with links to everything, but each of its pages is about something. So
// blend counts pages that link to two sites, not sites that do. Memory: 8 bytes a host and 4 a site.
// Any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"
#include "related/web.h"

namespace cocite::related {

class LinkingPages {
 public:
  // Says whose sites the web has, before the first query; `pages` stays while the web lives.
  [[nodiscard]] static Result<void> set(const Web& web, const store::Store& pages);
  // Made once and kept. Null where set() was not called.
  [[nodiscard]] static Result<std::shared_ptr<const LinkingPages>> of(const Web& web,
                                                                      Budget* budget);

  struct Page {
    PageId page{};  // of the store of pages
    PageId site{};  // of the graph
  };
  // Pages of other sites, by site and then page: all, or the `most` with the smallest hash of (seed,
  // site, page). None of a stopped site. Of a site that very many link to, the first 2^22 links
  // are read.
  [[nodiscard]] Result<std::vector<Page>> linking(const Query& query, PageId site,
                                                  uint64_t most) const;
  // The sites that each of the pages links to, without its own, in the order of their first links.
  // Fewer lists than pages if the budget is spent.
  [[nodiscard]] Result<std::vector<std::vector<PageId>>> targets(std::span<const Page> pages,
                                                                 Budget* budget) const;
  [[nodiscard]] bool has_link_order() const { return pages_->has_link_order(); }

 private:
  static Result<LinkingPages> make(const Web& web);
  [[nodiscard]] Result<PageId> site_of(PageId page) const;

  const store::Store* pages_ = nullptr;
  std::vector<PageId> site_of_host_;
  std::vector<uint32_t> hosts_;   // by site
  std::vector<uint32_t> begins_;  // of each site, in hosts_
};

}  // namespace cocite::related

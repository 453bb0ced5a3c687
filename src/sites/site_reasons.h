// Why are two sites alike? What the graph of sites says, and pages that show it.
//
//   SiteReasons reasons(pages, graph, link_pages, 2000);
//   COCITE_TRY(const auto found, reasons.of(site, answer, evidence, 3));
//   const std::string text = site_sentence(found[0], "eff.org");
//
// `pages` is the store whose sites the graph has; nullptr: only the graph is known, and there are no
// examples. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/evidence.h"
#include "base/ids.h"
#include "related/link_pages.h"
#include "related/method.h"
#include "store/store.h"

namespace cocite::sites {

class SiteReasons {
 public:
  // `most_pages`: of a site that are looked through for an example, at most.
  SiteReasons(const store::Store* pages, const store::Store& graph,
              const related::LinkPages& link_pages, uint64_t most_pages)
      : pages_(pages), graph_(&graph), link_pages_(&link_pages), most_pages_(most_pages) {}

  // At most `most`, the strongest first.
  [[nodiscard]] Result<std::vector<SiteReason>> of(PageId site, PageId answer,
                                                   const answer::Evidence& evidence,
                                                   uint64_t most) const;
  // "eff.org"
  [[nodiscard]] Result<std::string> name(PageId site) const;
  // How many pages the store has of it; 0 where only the graph is known.
  [[nodiscard]] Result<uint64_t> pages_of(PageId site) const;
  // Whether anything is known of pages that are gone.
  [[nodiscard]] bool has_statuses() const { return pages_ != nullptr && pages_->has_statuses(); }
  // Since when every page of it that a crawl asked for is gone; empty: some exist, or no crawl
  // asked.
  [[nodiscard]] Result<std::string> gone_since(PageId site) const;

 private:
  // Pages of the store, [first, end).
  struct Range {
    uint64_t first = 0;
    uint64_t end = 0;
    [[nodiscard]] bool has(PageId page) const { return index(page) >= first && index(page) < end; }
  };
  [[nodiscard]] Result<Range> range_of(PageId site) const;
  // A reason without its examples, which take longer than all else.
  struct Bare {
    double weight = 0;
    SiteReason reason = {};
    PageId site{};  // the strongest
  };
  [[nodiscard]] Bare by_parents(const answer::Evidence& evidence) const;
  [[nodiscard]] Result<SiteReason> whole(Bare bare, PageId site, PageId answer) const;
  // Pages of `from` behind its link to `to`; 0: there is none.
  [[nodiscard]] Result<uint64_t> pages_behind(PageId from, PageId to) const;
  // A page of `from` that links to both, or two that link to one each.
  [[nodiscard]] Result<void> add_example(PageId from, PageId here, PageId there,
                                         SiteReason& reason) const;
  // A page of `from` with a link to `to`.
  [[nodiscard]] Result<void> add_example(PageId from, PageId to, std::string& page,
                                         std::string& links_to) const;
  [[nodiscard]] Result<std::string> address(PageId page) const;

  const store::Store* pages_;
  const store::Store* graph_;
  const related::LinkPages* link_pages_;
  uint64_t most_pages_;
};

// "14 sites link to both, most of all a.org (12 pages here, 3 there): http://a.org/x links to …"
[[nodiscard]] std::string site_sentence(const SiteReason& reason, const std::string& answer);

}  // namespace cocite::sites

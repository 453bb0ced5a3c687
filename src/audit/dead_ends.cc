// Dead ends: pages without a link to another page of the site.
//
// Cost: a look at each link within the site.
#include "audit/kind.h"

namespace cocite::audit::dead_ends {
namespace {

Result<void> find(Site& site, Found& found) {
  if (!site.store().knows_fetched()) {
    found.unknown =
        "Needs the pages themselves: a list of links does not tell pages without links from pages "
        "that were never read.";
    return {};
  }
  COCITE_TRY(const OwnLinks* const links, site.links());
  for (uint32_t at = 0; at < site.pages().size(); ++at) {
    if (!links->children(at).empty()) continue;
    const PageId page = site.pages()[at];
    COCITE_TRY(const uint32_t parents, site.store().in().degree(page));
    COCITE_TRY(const uint32_t children, site.store().out().degree(page));
    found.items.push_back(
        {.page = page,
         .why = children == 0 ? "has no links" : "none of its links lead to a page of the site",
         .weight = parents});
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "dead-ends",
    .title = "Dead ends",
    .one = "page links to no other page of the site",
    .many = "pages link to no other page of the site",
    .why =
        "Readers who arrive there can only go back. Add a link to the home page and to what comes "
        "next.",
    .find = find};

}  // namespace cocite::audit::dead_ends

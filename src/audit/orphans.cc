// Orphans: no page links to them, so no reader and no crawler of links finds them. Pages that were never fetched and
// that no page links to are known from a sitemap: those on the hosts of the audited pages are orphans, too.
//
// Home pages are no orphans, nor are the pages that servers show instead of missing ones (404.html).
// Cost: a look at each page.
#include "audit/kind.h"
#include "audit/replacements.h"

namespace cocite::audit::orphans {
namespace {

// On hosts from the first audited page to the last, host by host.
Result<void> find_listed(Site& site, Found& found) {
  const store::Store& store = site.store();
  if (store.names() != store::Names::kUrl) return {};
  for (size_t i = 0; i < site.pages().size();) {
    COCITE_TRY(const HostId host, store.host_of(site.pages()[i]));
    COCITE_TRY(const auto range, store.pages_of(host));
    while (i < site.pages().size() && index(site.pages()[i]) < range.second) ++i;
    for (uint64_t page = index(range.first); page < range.second; ++page) {
      COCITE_CHECK(site.spend(10));
      if (site.is_own(page_id(page)) || store.status(page_id(page)).is_gone()) continue;
      COCITE_TRY(const uint32_t parents, store.in().degree(page_id(page)));
      COCITE_TRY(const bool is_crawled, store.is_crawled(page_id(page)));
      if (parents > 0 || is_crawled) continue;
      found.items.push_back({.page = page_id(page),
                             .why = "the site lists it, and no page links to it",
                             .weight = 0});
    }
  }
  return {};
}

Result<void> find(Site& site, Found& found) {
  const store::Store& store = site.store();
  std::string key;
  for (const PageId page : site.pages()) {
    COCITE_CHECK(site.spend(10));
    COCITE_TRY(const uint32_t parents, store.in().degree(page));
    if (parents > 0 || site.is_home(page)) continue;
    COCITE_CHECK(store.keys().get(index(page), key));
    if (file_name_of(key).starts_with("404.")) continue;
    COCITE_TRY(const uint32_t children, store.out().degree(page));
    found.items.push_back({.page = page, .why = "no page links to it", .weight = children});
  }
  return find_listed(site, found);
}

}  // namespace

extern const Kind kKind{
    .name = "orphans",
    .title = "Orphans",
    .one = "page has no link to it",
    .many = "pages have no link to them",
    .why =
        "Readers cannot find them by following links. Link to them from a page about the same, or "
        "remove them.",
    .find = find};

}  // namespace cocite::audit::orphans

// Pages with more than 150 links.
//
// Cost: a look at each page.
#include <string>

#include "audit/kind.h"

namespace cocite::audit::many_links {
namespace {

constexpr uint32_t kMany = 150;

Result<void> find(Site& site, Found& found) {
  for (const PageId page : site.pages()) {
    COCITE_CHECK(site.spend(10));
    COCITE_TRY(const uint32_t children, site.store().out().degree(page));
    if (children <= kMany) continue;
    found.items.push_back(
        {.page = page, .why = counted(children, "link", "links"), .weight = children});
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "many-links",
    .title = "Pages with more than 150 links",
    .one = "page has more than 150 links",
    .many = "pages have more than 150 links",
    .why = "Readers give up on so long a list, unless it is an index. Divide it into parts.",
    .find = find};

}  // namespace cocite::audit::many_links

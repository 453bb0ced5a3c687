// Bridges: pages that are on every way from the home page to several others (dominators.h).
//
// Pages behind a bridge that is behind another one count for the nearer bridge only. Cost: two or
// three looks at each link within the site.
#include <map>
#include <string>

#include "audit/dominators.h"
#include "audit/kind.h"

namespace cocite::audit::bridges {
namespace {

constexpr size_t kLeast = 2;  // pages behind it; one alone is any page that one page links to

Result<void> find(Site& site, Found& found) {
  if (site.homes().empty()) {
    found.unknown = "Needs a home page: pages of this store have no addresses.";
    return {};
  }
  COCITE_TRY(const OwnLinks* const links, site.links());
  std::vector<uint32_t> homes;
  for (const PageId home : site.homes()) homes.push_back(site.position(home));
  COCITE_TRY(const std::vector<uint32_t> dominators, dominators_of(*links, homes, site.budget()));
  std::map<uint32_t, std::vector<PageId>> behind;
  for (uint32_t at = 0; at < dominators.size(); ++at) {
    const uint32_t bridge = dominators[at];
    if (bridge == kNone || site.is_home(site.pages()[bridge])) continue;
    behind[bridge].push_back(site.pages()[at]);
  }
  for (auto& [bridge, pages] : behind) {
    if (pages.size() < kLeast) continue;
    Item item{.page = site.pages()[bridge], .weight = pages.size()};
    item.why = "the only way to " + counted(pages.size(), "page", "pages");
    for (const uint32_t parent : links->parents(bridge)) item.from.push_back(site.pages()[parent]);
    item.pages = std::move(pages);
    found.items.push_back(std::move(item));
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "bridges",
    .title = "Single bridges",
    .one = "page is the only way to others",
    .many = "pages are the only way to others",
    .why =
        "If the bridge changes or breaks, everything behind it is out of reach. Add a second way.",
    .find = find};

}  // namespace cocite::audit::bridges

// Depth: pages that take five or more clicks from a home page, or that no home page leads to.
//
// Orphans are a kind of their own. Cost: a look at each link within the site.
#include <algorithm>
#include <string>

#include "audit/kind.h"

namespace cocite::audit::depth {
namespace {

constexpr uint32_t kDeep = 5;

Result<void> find(Site& site, Found& found) {
  if (site.homes().empty()) {
    found.unknown = "Needs a home page: pages of this store have no addresses.";
    return {};
  }
  COCITE_TRY(const std::vector<uint32_t>* const depths, site.depths());
  COCITE_TRY(const OwnLinks* const links, site.links());
  std::vector<uint64_t> pages_at;
  for (uint32_t at = 0; at < site.pages().size(); ++at) {
    const uint32_t clicks = (*depths)[at];
    if (clicks != Site::kUnreached) {
      pages_at.resize(std::max<size_t>(pages_at.size(), clicks + 1));
      ++pages_at[clicks];
    }
    COCITE_TRY(const uint32_t parents, site.store().in().degree(site.pages()[at]));
    if (clicks < kDeep || parents == 0) continue;
    Item item{.page = site.pages()[at], .weight = clicks};
    for (const uint32_t parent : links->parents(at)) item.from.push_back(site.pages()[parent]);
    item.why = clicks == Site::kUnreached ? "no way leads to it from the home page"
                                          : std::to_string(clicks) + " clicks from the home page";
    found.items.push_back(std::move(item));
  }
  std::string counts;
  for (size_t clicks = 0; clicks < pages_at.size(); ++clicks) {
    counts += (counts.empty() ? "" : ", ") + std::to_string(clicks) + ": " +
              std::to_string(pages_at[clicks]);
  }
  found.notes.push_back("pages by clicks from the home page: " + counts);
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "depth",
    .title = "Pages far from the home page",
    .one = "page is five or more clicks from the home page, or out of reach",
    .many = "pages are five or more clicks from the home page, or out of reach",
    .why = "Few readers go that far. Link to them from a page nearer to the home page.",
    .find = find};

}  // namespace cocite::audit::depth

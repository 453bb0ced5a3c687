// Redirects: addresses that only lead to another page, some of them through further ones.
//
// A store folds links to such an address into links to the page behind it, so it knows the address but
// not which pages use it. Redirects and canonical addresses are one to a store. Cost: a look at each
// alias.
#include <string>

#include "audit/kind.h"

namespace cocite::audit::redirects {
namespace {

constexpr size_t kMostSteps = 20;

Result<void> find(Site& site, Found& found) {
  const store::Store& store = site.store();
  const store::AliasTable* const aliases = store.aliases();
  if (aliases == nullptr) {
    if (!store.text_columns().has_dates()) {
      found.unknown = "Needs a crawl: redirects are known from its archives (WARC).";
    }
    return {};
  }
  for (uint64_t i = 0; i < aliases->size(); ++i) {
    COCITE_CHECK(site.spend(1000));
    COCITE_TRY(const store::Alias alias, aliases->get(i));
    COCITE_TRY(const auto is_page, store.keys().find(alias.from));
    if (is_page) continue;  // one of a circle, which became a page
    COCITE_TRY(const std::optional<PageId> page, store.find(alias.from));
    if (!page || !site.is_own(*page)) continue;
    std::string way;
    std::string at = alias.to;
    size_t steps = 1;
    for (; steps < kMostSteps; ++steps) {
      COCITE_TRY(const auto next, aliases->find(at));
      COCITE_TRY(const auto is_end, store.keys().find(at));
      if (!next || is_end) break;
      way += (way.empty() ? "" : ", ") + store.address(at);
      at = *next;
    }
    Item item{.address = alias.from, .instead = page, .weight = steps};
    item.why = steps == 1
                   ? "leads to another address"
                   : "leads through " + counted(steps - 1, "further address", "further addresses") +
                         " (" + way + ")";
    found.items.push_back(std::move(item));
  }
  if (!found.items.empty()) {
    found.notes.emplace_back(
        "the store does not keep which pages link to the old address; search the sources for it");
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "redirects",
    .title = "Redirects",
    .one = "address only leads to another one",
    .many = "addresses only lead to other ones",
    .why = "Each costs readers a round trip, and chains break easily. Link to the final address.",
    .find = find};

}  // namespace cocite::audit::redirects

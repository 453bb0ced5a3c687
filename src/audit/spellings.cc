// Spellings: addresses of one page that differ only in a final slash, in index.html or in case.
//
// Two pages that were both fetched are one page only if they have the same title: on some servers case
// counts. Addresses that were not fetched are compared with pages that were. Cost: each key of the
// hosts is read once.
#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "audit/kind.h"
#include "base/ascii.h"
#include "url/key.h"

namespace cocite::audit::spellings {
namespace {

constexpr std::array<std::string_view, 4> kIndexFiles = {"/index.html", "/index.htm", "/index.php",
                                                         "/index.xhtml"};

std::string folded(std::string_view key) {
  std::string text(key);
  std::ranges::transform(text, text.begin(), to_lower);
  for (const std::string_view file : kIndexFiles) {
    if (text.ends_with(file)) text.resize(text.size() - file.size());
  }
  while (text.ends_with('/')) text.pop_back();
  return text;
}

// A link to an address that is not in a whole folder is dead, which is another kind.
Result<bool> may_be_another_name(const Site& site, PageId page, std::string_view key) {
  if (site.is_own(page)) return true;
  if (site.store().status(page).status >= 400 || site.is_in_folder(key)) return false;
  COCITE_TRY(const bool is_crawled, site.store().is_crawled(page));
  return !is_crawled;
}

Result<void> find(Site& site, Found& found) {
  const store::Store& store = site.store();
  if (store.names() != store::Names::kUrl) {
    found.unknown = "Needs addresses: pages of this store have none.";
    return {};
  }
  std::map<std::string, std::vector<PageId>> names;
  for (size_t first = 0; first < site.pages().size();) {
    COCITE_TRY(const HostId host, store.host_of(site.pages()[first]));
    COCITE_TRY(const auto range, store.pages_of(host));
    std::string key;
    names.clear();
    for (uint64_t i = index(range.first); i < range.second; ++i) {
      COCITE_CHECK(site.spend(100));
      COCITE_CHECK(store.keys().get(i, key));
      COCITE_TRY(const bool may_be, may_be_another_name(site, page_id(i), key));
      if (may_be) names[folded(key)].push_back(page_id(i));
    }
    for (const auto& [name, pages] : names) {
      if (pages.size() < 2) continue;
      std::optional<PageId> best;
      uint32_t most = 0;
      for (const PageId page : pages) {
        if (!site.is_own(page)) continue;
        COCITE_TRY(const uint32_t parents, store.in().degree(page));
        if (!best || parents > most) best = page, most = parents;
      }
      if (!best) continue;
      COCITE_TRY(const std::string title, store.title(*best));
      Item item{.page = best};
      graph::ListBuffer buffer;
      for (const PageId page : pages) {
        if (page == *best) continue;
        COCITE_TRY(const std::string other, store.title(page));
        if (site.is_own(page) && (title.empty() || other != title)) continue;
        item.pages.push_back(page);
        COCITE_TRY(const auto parents, store.parents(page, buffer));
        item.from.insert(item.from.end(), parents.begin(), parents.end());
      }
      if (item.pages.empty()) continue;
      std::ranges::sort(item.from);
      item.from.erase(std::unique(item.from.begin(), item.from.end()), item.from.end());
      item.weight = item.from.size();
      item.why = "also linked as " + counted(item.pages.size(), "other address", "other addresses");
      found.items.push_back(std::move(item));
    }
    while (first < site.pages().size() && index(site.pages()[first]) < range.second) ++first;
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "spellings",
    .title = "Several addresses of one page",
    .one = "page has addresses that differ only in slash, case or index.html",
    .many = "pages have addresses that differ only in slash, case or index.html",
    .why = "Links and visits are divided between them. Use one address in all links.",
    .find = find};

}  // namespace cocite::audit::spellings

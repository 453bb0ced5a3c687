// Titles: none, or the same on several pages.
//
// Cost: each title is read once.
#include <map>
#include <string>

#include "audit/kind.h"

namespace cocite::audit::titles {
namespace {

Result<void> find(Site& site, Found& found) {
  const store::Store& store = site.store();
  if (!store.has_titles()) {
    found.unknown = "Needs titles: import a crawl or a folder, or a file of titles.";
    return {};
  }
  std::map<std::string, std::vector<PageId>> pages_of;
  for (const PageId page : site.pages()) {
    COCITE_CHECK(site.spend(100));
    COCITE_TRY(std::string title, store.title(page));
    pages_of[std::move(title)].push_back(page);
  }
  for (auto& [title, pages] : pages_of) {
    if (title.empty()) {
      for (const PageId page : pages) {
        COCITE_TRY(const uint32_t parents, store.in().degree(page));
        found.items.push_back({.page = page, .why = "has no title", .weight = parents});
      }
      continue;
    }
    if (pages.size() < 2) continue;
    Item item{.page = pages.front(), .text = title, .weight = pages.size()};
    item.why = counted(pages.size() - 1, "other page has", "other pages have") + " the same title";
    item.pages.assign(pages.begin() + 1, pages.end());
    found.items.push_back(std::move(item));
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "titles",
    .title = "Titles",
    .one = "page has no title, or that of another page",
    .many = "pages have no title, or that of another page",
    .why = "Results of searches, bookmarks and tabs show the title alone. Give each page its own.",
    .find = find};

}  // namespace cocite::audit::titles

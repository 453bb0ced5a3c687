// Dead links: the target answered 404 or 410, its server failed, or it is not in a folder that was
// imported whole.
//
// A crawl that met a page asks for it and keeps the status. A folder has all pages there are, so a link
// to a page of the folder that is not there is dead. Only addresses that would be a page count: those
// that end in / or .html, or have no ending. Other files (.pdf, .zip) are not read by an import, so
// nothing is known about them. Cost: one look at each link.
#include <algorithm>
#include <map>
#include <string>

#include "audit/kind.h"
#include "audit/replacements.h"
#include "base/ascii.h"
#include "base/date_text.h"
#include "url/media.h"

namespace cocite::audit::dead_links {
namespace {

constexpr uint32_t kServerFails = 500;
constexpr size_t kMany = 10;  // dead links into a folder that has no page
constexpr size_t kNoted = 3;  // such folders

bool is_page_name(std::string_view key) {
  key = key.substr(0, key.find('?'));
  std::string name(key.substr(std::min(key.rfind('/'), key.size() - 1) + 1));
  std::ranges::transform(name, name.begin(), to_lower);
  if (name.find('.') == std::string::npos) return true;
  return name.ends_with(".html") || name.ends_with(".htm") || name.ends_with(".xhtml");
}

// Why this page, which is not one of the site, cannot be opened; empty: it can, or nothing is known.
Result<std::string> why_dead(const Site& site, PageId target) {
  const store::Store& store = site.store();
  const store::PageStatus status = store.status(target);
  if (status.is_gone() || status.status >= kServerFails) {
    const std::string day = date_text(status.since).substr(0, 10);
    return std::string(status.is_gone() ? "gone" : "its server fails") + ": status " +
           std::to_string(status.status) + (day.empty() ? "" : " since " + day);
  }
  COCITE_TRY(const bool is_crawled, store.is_crawled(target));
  if (is_crawled) return std::string();
  COCITE_TRY(const std::string key, store.key(target));
  const bool is_missing = site.is_in_folder(key) && !url::is_media(key) && is_page_name(key);
  return std::string(is_missing ? "no such page in the folder that was imported" : "");
}

// "com,example)/docs/a/b" below "com,example)/docs/" -> "com,example)/docs/a/"; empty: it is in no folder there.
std::string top_folder(const Site& site, std::string_view key) {
  const size_t slash = key.find('/', site.folder_of(key).size());
  return slash == std::string_view::npos ? std::string() : std::string(key.substr(0, slash + 1));
}

// What another program serves is in no folder of files: many dead links into one place say so.
Result<void> note_missing_folders(const Site& site, const std::map<PageId, Item>& dead,
                                  Found& found) {
  if (!site.has_folders()) return {};
  std::map<std::string, size_t> folders;
  for (const auto& [target, item] : dead) {
    COCITE_TRY(const std::string key, site.store().key(target));
    if (site.is_in_folder(key)) ++folders[top_folder(site, key)];
  }
  folders.erase("");
  std::erase_if(folders, [](const auto& folder) { return folder.second < kMany; });
  for (const PageId page : site.pages()) {
    if (folders.empty()) return {};
    COCITE_CHECK(site.spend(10));
    COCITE_TRY(const std::string key, site.store().key(page));
    folders.erase(top_folder(site, key));
  }
  size_t noted = 0;
  for (const auto& [folder, count] : folders) {
    if (noted++ == kNoted) break;
    found.notes.push_back(std::to_string(count) + " are below " + site.store().address(folder) +
                          ", of which the folder has no page; if another program serves these, "
                          "accept them by this line "
                          "in a file of findings to leave out: dead-links<TAB>" +
                          site.store().address(folder) + "*");
  }
  return {};
}

Result<void> find(Site& site, Found& found) {
  const store::Store& store = site.store();
  if (!store.has_statuses() && !site.has_folders()) {
    found.unknown =
        "Needs what servers said, or a folder of files: import the crawl's archives (WARC), or the "
        "folder with its address (DIR=https://...).";
    return {};
  }
  std::map<PageId, Item> dead;
  std::vector<uint8_t> judged(store.pages());  // 1: alive, 2: dead
  COCITE_CHECK(site.for_each_list([&](PageId page, std::span<const PageId> list) -> Result<void> {
    for (const PageId target : list) {
      uint8_t& judgement = judged[index(target)];
      if (judgement == 1 || site.is_own(target)) continue;
      if (judgement == 0) {
        COCITE_TRY(std::string why, why_dead(site, target));
        judgement = why.empty() ? 1 : 2;
        if (why.empty()) continue;
        dead[target] = {.target = target, .why = std::move(why)};
      }
      dead[target].from.push_back(page);
    }
    return {};
  }));
  COCITE_CHECK(note_missing_folders(site, dead, found));
  Replacements replacements(site);
  for (auto& [target, item] : dead) {
    item.weight = item.from.size();
    COCITE_TRY(item.instead, replacements.find(target, item.from.front()));
    found.items.push_back(std::move(item));
  }
  if (!site.has_folders()) {
    found.notes.emplace_back(
        "only addresses that the crawl asked for are judged: the store does not say whether the "
        "crawl saw everything");
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "dead-links",
    .title = "Dead links",
    .one = "page that links lead to does not exist",
    .many = "pages that links lead to do not exist",
    .why = "Readers who follow them get an error page. Correct the address or remove the link.",
    .find = find};

}  // namespace cocite::audit::dead_links

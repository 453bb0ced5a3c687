#include "related/linking_pages.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "base/hash.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::related {

namespace {

struct PagesBehind {
  const store::Store* store = nullptr;
};

Result<std::shared_ptr<const PagesBehind>> pages_behind(const Web& web, const store::Store* pages) {
  return web.keep<PagesBehind>(
      "pages behind", [pages](const Web&) -> Result<PagesBehind> { return PagesBehind{pages}; });
}

}  // namespace

Result<void> LinkingPages::set(const Web& web, const store::Store& pages) {
  COCITE_CHECK(pages_behind(web, &pages));
  return {};
}

Result<std::shared_ptr<const LinkingPages>> LinkingPages::of(const Web& web, Budget* budget) {
  COCITE_TRY(const auto pages, pages_behind(web, nullptr));
  if (pages->store == nullptr) return nullptr;
  return web.keep<LinkingPages>("linking pages", make, budget);
}

Result<LinkingPages> LinkingPages::make(const Web& web) {
  LinkingPages made;
  COCITE_TRY(const auto behind, pages_behind(web, nullptr));
  made.pages_ = behind->store;
  const store::Store& pages = *made.pages_;
  const url::SiteList sites;
  made.begins_.assign(web.pages() + 1, 0);
  std::string key;
  for (uint64_t host = 0; host < pages.hosts(); ++host) {
    COCITE_TRY(const auto range, pages.pages_of(host_id(host)));
    COCITE_CHECK(pages.keys().get(index(range.first), key));
    const std::string group = sites.site_of_host(url::host_of_key(key)) + ")/";
    COCITE_TRY(const auto site, web.store().find(group));
    if (!site) return fail(ErrorCode::kCorrupt, web.store().path() + ": has no site for " + group);
    made.site_of_host_.push_back(*site);
    ++made.begins_[index(*site) + 1];
  }
  for (uint64_t i = 0; i < web.pages(); ++i) made.begins_[i + 1] += made.begins_[i];
  std::vector<uint32_t> next(made.begins_.begin(), made.begins_.end() - 1);
  made.hosts_.resize(made.site_of_host_.size());
  for (uint32_t host = 0; host < made.site_of_host_.size(); ++host) {
    made.hosts_[next[index(made.site_of_host_[host])]++] = host;
  }
  return made;
}

Result<PageId> LinkingPages::site_of(PageId page) const {
  COCITE_TRY(const HostId host, pages_->host_of(page));
  return site_of_host_[index(host)];
}

Result<std::vector<LinkingPages::Page>> LinkingPages::linking(const Query& query, PageId site,
                                                              uint64_t most) const {
  constexpr uint64_t kMostLinks = uint64_t{1} << 22;
  std::vector<PageId> all;
  uint64_t read = 0;
  for (uint32_t i = begins_[index(site)]; i < begins_[index(site) + 1]; ++i) {
    COCITE_TRY(const auto range, pages_->pages_of(host_id(hosts_[i])));
    auto scan = pages_->in().scan(range.first, range.second);
    while (read < kMostLinks && scan.next()) {
      read += scan.list().size();
      all.insert(all.end(), scan.list().begin(), scan.list().end());
      if (query.is_spent_after(1 + scan.list().size())) break;
    }
    COCITE_CHECK(scan.status());
    if (read >= kMostLinks || query.is_spent()) break;
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<Page> linking;
  for (const PageId page : all) {
    COCITE_TRY(const PageId own, site_of(page));
    if (own != site && !query.is_stopped(own)) linking.push_back({page, own});
  }
  if (linking.size() > most) {
    const uint64_t mixed = mix(mix(query.seed) ^ index(site));
    const auto by_hash = [&](const Page& one) {
      return std::pair(mix(mixed ^ index(one.page)), one.page);
    };
    std::ranges::nth_element(linking, linking.begin() + static_cast<ptrdiff_t>(most), {}, by_hash);
    linking.resize(most);
  }
  std::ranges::sort(linking, {}, [](const Page& one) { return std::pair(one.site, one.page); });
  return linking;
}

Result<std::vector<std::vector<PageId>>> LinkingPages::targets(std::span<const Page> pages,
                                                               Budget* budget) const {
  std::vector<PageId> ids;
  for (const Page& page : pages) ids.push_back(page.page);
  std::vector<std::vector<PageId>> lists;
  auto batch = pages_->out().batch(ids);
  std::vector<std::pair<PageId, uint32_t>> places;
  while (batch.next()) {
    places.clear();
    for (const PageId child : batch.list()) {
      COCITE_TRY(const PageId site, site_of(child));
      if (site != pages[lists.size()].site) {
        places.emplace_back(site, static_cast<uint32_t>(places.size()));
      }
    }
    std::ranges::sort(places);  // the first of each site, then in page order
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    places.erase(std::unique(places.begin(), places.end(), same), places.end());
    std::ranges::sort(places, {}, [](const auto& one) { return one.second; });
    auto& list = lists.emplace_back();
    list.reserve(places.size());
    for (const auto& [site, place] : places) list.push_back(site);
    if (is_spent_after(budget, 16 * batch.list().size())) break;
  }
  COCITE_CHECK(batch.status());
  return lists;
}

}  // namespace cocite::related

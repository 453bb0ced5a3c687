#include "engine/refresh.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "rank/rank.h"
#include "url/key.h"

namespace cocite::engine {

Result<std::vector<std::string>> pages_to_refresh(const store::Store& store,
                                                  const CrawlRequest& request) {
  if (store.names() != store::Names::kUrl) {
    return fail({.message = request.refresh + ": its pages have no addresses", .about = "refresh"});
  }
  COCITE_TRY(const rank::Kind* kind, rank::find_kind("pagerank"));
  rank::Options options;
  options.stop = request.stop;
  COCITE_TRY(const rank::Scores scores, kind->compute(store, options));
  const rank::Numbers& important = scores.columns[0].second;
  std::vector<PageId> pages;
  for (uint64_t page = 0; page < store.pages(); ++page) {
    COCITE_TRY(const bool is_crawled, store.is_crawled(page_id(page)));
    if (is_crawled) pages.push_back(page_id(page));
  }
  std::vector<uint64_t> place(store.pages());
  const auto add_places = [&](const auto& value) {
    std::ranges::stable_sort(pages, [&](PageId a, PageId b) { return value(a) < value(b); });
    for (uint64_t i = 0; i < pages.size(); ++i) place[index(pages[i])] += i;
  };
  add_places([&](PageId page) { return store.status(page).date; });
  add_places([&](PageId page) { return -important[index(page)]; });
  std::ranges::stable_sort(pages,
                           [&](PageId a, PageId b) { return place[index(a)] < place[index(b)]; });
  std::vector<std::string> seeds;
  for (const PageId page : pages) {
    COCITE_TRY(const std::string key, store.key(page));
    COCITE_TRY(std::string url, store.url(page, key));
    seeds.push_back(std::move(url));
  }
  return seeds;
}

Result<std::unique_ptr<EarlierCopies>> EarlierCopies::open(
    const store::Store& store, const std::vector<std::string>& folders) {
  std::unique_ptr<EarlierCopies> copies(new EarlierCopies(store));
  for (const std::string& folder : folders) {
    COCITE_TRY(auto versions, crawl::KeptVersions::open(folder + "/state.sqlite"));
    COCITE_CHECK(versions.for_each_waiting([&](const std::string& url) {
      if (url::make_key(url, {}, copies->key_) != url::Skip::kNone) return;
      copies->waiting_.push_back(hash64(copies->key_));
    }));
    copies->crawls_.push_back(std::move(versions));
  }
  std::ranges::sort(copies->waiting_);
  return copies;
}

Result<std::vector<std::string>> EarlierCopies::waiting(std::span<const std::string> seeds,
                                                        uint64_t most) {
  std::set<std::string, std::less<>> hosts;
  for (const std::string& seed : seeds) {
    if (url::make_key(seed, {}, key_) == url::Skip::kNone) hosts.emplace(url::host_of_key(key_));
  }
  std::vector<std::string> found;
  std::unordered_set<uint64_t> keys;
  Result<void> problem;
  for (crawl::KeptVersions& crawl : crawls_) {
    COCITE_CHECK(crawl.for_each_waiting([&](const std::string& url) {
      if (found.size() >= most || !problem) return;
      const auto copy = page(url);
      if (!copy) {
        problem = tl::unexpected(copy.error());
      } else if (!*copy && hosts.contains(url::host_of_key(key_)) &&
                 keys.insert(hash64(key_)).second) {
        found.push_back(url);
      }
    }));
    COCITE_CHECK(problem);
  }
  return found;
}

Result<std::optional<PageId>> EarlierCopies::page(const std::string& url) {
  if (url::make_key(url, {}, key_) != url::Skip::kNone) return std::optional<PageId>();
  COCITE_TRY(const auto page, store_->find(key_));
  if (!page) return page;
  COCITE_TRY(const bool is_crawled, store_->is_crawled(*page));
  return is_crawled ? page : std::nullopt;
}

Result<std::optional<crawl::PageVersion>> EarlierCopies::find(const std::string& url) {
  std::optional<crawl::PageVersion> found;
  COCITE_TRY(const auto copy, page(url));
  if (!copy) return found;
  const uint32_t date = store_->text_columns().date(*copy);
  if (date == 0) return found;  // its age is unknown
  // One that is gone by now has to be sent whole.
  if (store_->status(*copy).is_gone()) return found;
  found = {.date = date};
  bool is_cut = false;
  for (crawl::KeptVersions& crawl : crawls_) {
    COCITE_TRY(auto version, crawl.find(hash64(key_)));
    if (version && version->date == 0) is_cut = true;
    // A version that came after the store's copy is not what the store has.
    if (!version || version->date > date || version->date == 0) continue;
    const bool is_better = found->etag.empty() && found->modified.empty();
    if (is_better || version->date > found->date) found = std::move(version);
  }
  // The store may have only the beginning of it.
  if (is_cut && found->etag.empty() && found->modified.empty()) found.reset();
  return found;
}

Result<bool> EarlierCopies::leaves_out(const std::string& url) {
  if (!leaves_out_fetched_) return false;
  COCITE_TRY(const auto copy, page(url));
  return copy.has_value();
}

Result<std::vector<std::string>> EarlierCopies::links(const std::string& url) {
  std::vector<std::string> links;
  COCITE_TRY(const auto copy, page(url));
  if (!copy) return links;
  COCITE_TRY(const auto children, store_->children(*copy, buffer_));
  for (const PageId child : children) {
    COCITE_TRY(const std::string key, store_->key(child));
    COCITE_TRY(const bool is_crawled, store_->is_crawled(child));
    if (!is_crawled && !std::ranges::binary_search(waiting_, hash64(key))) continue;
    COCITE_TRY(std::string address, store_->url(child, key));
    links.push_back(std::move(address));
  }
  return links;
}

}  // namespace cocite::engine

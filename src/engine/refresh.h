// Asking for the pages of a store again: which first, and what is known of each.
//
//   COCITE_TRY(auto seeds, pages_to_refresh(store, request));
//   COCITE_TRY(auto earlier, EarlierCopies::open(store, {"example.crawl"}));
//   COCITE_TRY(auto version, earlier->find(seeds[0]));
//
// One thread.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "base/ids.h"
#include "crawl/earlier.h"
#include "graph/packed_links.h"
#include "store/store.h"

namespace cocite::engine {

// Addresses of the pages that were fetched: what is old and important comes first. How old a page is
// (since it was last asked for) and how important are each its place among all, so that neither
// drowns the other.
[[nodiscard]] Result<std::vector<std::string>> pages_to_refresh(const store::Store& store,
                                                                const CrawlRequest& request);

// When the store's copy of a page was fetched, and by which names (ETag, Last-Modified) crawls that
// are still there know that copy.
class EarlierCopies final : public crawl::EarlierPages {
 public:
  // `store` lives longer. `folders`: of crawls.
  [[nodiscard]] static Result<std::unique_ptr<EarlierCopies>> open(
      const store::Store& store, const std::vector<std::string>& folders);

  [[nodiscard]] Result<std::optional<crawl::PageVersion>> find(const std::string& url) override;
  // Whether one of the crawls was about to fetch more.
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  // Addresses that a crawl was about to fetch and the store does not have, at most `most`, the newest crawl's first. Only
  // of hosts that one of `seeds` is on: an earlier crawl may have gone further.
  [[nodiscard]] Result<std::vector<std::string>> waiting(std::span<const std::string> seeds,
                                                         uint64_t most);
  // Pages that were fetched before are not due just because a page links to them.
  void leave_out_fetched() { leaves_out_fetched_ = true; }
  [[nodiscard]] Result<bool> leaves_out(const std::string& url) override;

  // To pages that were fetched before, or that one of the crawls was about to fetch: of others a
  // store does not know whether the page says nofollow.
  [[nodiscard]] Result<std::vector<std::string>> links(const std::string& url) override;

 private:
  explicit EarlierCopies(const store::Store& store) : store_(&store) {}
  [[nodiscard]] Result<std::optional<PageId>> page(const std::string& url);

  const store::Store* store_;
  std::vector<crawl::KeptVersions> crawls_;
  std::vector<uint64_t> waiting_;  // hashes of keys, sorted
  bool leaves_out_fetched_ = false;
  graph::ListBuffer buffer_;
  std::string key_;
};

}  // namespace cocite::engine

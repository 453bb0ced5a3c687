#include "ingest/store_feed.h"

namespace cocite::ingest {

Result<void> StoreFeed::play(const Use& use) {
  constexpr size_t kPieceLinks = size_t{1} << 17;
  std::vector<PageLink> links;
  auto scan = store_->out().scan(page_id(0), store_->pages());
  while (scan.next()) {
    const uint32_t page = (*final_)[index(scan.page())];
    COCITE_TRY(const bool crawled, store_->is_crawled(scan.page()));
    if (crawled) links.push_back({page, kNoTarget});
    for (const PageId child : scan.list()) links.push_back({page, (*final_)[index(child)]});
    // A page's date is that of its list; without dates all lists are the store's, the oldest.
    const bool is_dated = store_->text_columns().has_dates();
    if (links.empty() || (!is_dated && links.size() < kPieceLinks)) continue;
    COCITE_CHECK(use(links, stamp_of(store_->text_columns().date(scan.page()), 0)));
    links.clear();
  }
  COCITE_CHECK(scan.status());
  return links.empty() ? Result<void>() : use(links, stamp_of(0, 0));
}

}  // namespace cocite::ingest

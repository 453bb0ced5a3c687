// The links of an existing store, with the numbers its pages have in the new one.
#pragma once

#include <cstdint>
#include <vector>

#include <cocite/result.h>

#include "ingest/link_feed.h"
#include "store/store.h"

namespace cocite::ingest {

class StoreFeed final : public LinkFeed {
 public:
  // Both must outlive the feed.
  StoreFeed(const store::Store& store, const std::vector<uint32_t>& final_numbers)
      : store_(&store), final_(&final_numbers) {}
  [[nodiscard]] uint64_t size() const override { return store_->links() + store_->pages(); }
  [[nodiscard]] bool is_sorted() const override { return !store_->has_link_order(); }
  [[nodiscard]] Result<void> play(const Use& use) override;

 private:
  const store::Store* store_;
  const std::vector<uint32_t>* final_;
};

}  // namespace cocite::ingest

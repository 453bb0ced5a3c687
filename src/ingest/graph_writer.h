// From links in any order to the two packed graphs of a store.
//
//   GraphWriter graph(context, writer, pages, nullptr);
//   COCITE_CHECK(graph.write(feeds));   // the parts "out" and "in" stand in the draft
//   graph.counts().same_host_links
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "file/bitmap.h"
#include "graph/packed_links.h"
#include "ingest/context.h"
#include "ingest/link_buckets.h"
#include "ingest/link_feed.h"
#include "store/writer.h"

namespace cocite::ingest {

struct GraphCounts {
  uint64_t links = 0;
  uint64_t self_links = 0;
  uint64_t repeated_links = 0;
  uint64_t replaced_links = 0;
  uint64_t pages_seen_again = 0;
  uint64_t same_host_links = 0;
  uint64_t childless = 0;
  uint64_t max_out = 0;
  uint64_t max_in = 0;
  bool link_order = false;
};

class GraphWriter {
 public:
  // `host_starts`: a one where a host begins; nullptr: every page is its own host.
  GraphWriter(Context& context, store::Writer& writer, uint64_t pages,
              const file::BitmapBuilder* host_starts);

  [[nodiscard]] Result<void> write(std::span<const std::unique_ptr<LinkFeed>> feeds);
  [[nodiscard]] const GraphCounts& counts() const { return counts_; }
  // Whether what was seen with this stamp tells what the page says.
  [[nodiscard]] bool is_chosen(uint32_t page, uint64_t stamp) const {
    return chosen_.empty() || chosen_[page] == stamp;
  }
  // Pages that were seen themselves, not only linked to.
  [[nodiscard]] const file::BitmapBuilder& crawled() const { return crawled_; }

 private:
  [[nodiscard]] Result<void> survey(std::span<const std::unique_ptr<LinkFeed>> feeds);
  [[nodiscard]] Result<void> spread(std::span<const std::unique_ptr<LinkFeed>> feeds,
                                    LinkBuckets& buckets);
  [[nodiscard]] Result<void> pack_out(LinkBuckets& buckets, LinkBuckets& in_buckets);
  [[nodiscard]] Result<void> pack_in(LinkBuckets& buckets);
  [[nodiscard]] Result<LinkBuckets> make_buckets(const LinkHistogram* histogram,
                                                 const std::string& name) const;
  [[nodiscard]] graph::ListCoding coding() const {
    return context_->request().fast ? graph::ListCoding::kBytes : graph::ListCoding::kBits;
  }
  [[nodiscard]] bool is_kept(uint32_t page, uint64_t stamp) const {
    return context_->request().seen_again == SeenAgain::kUnion || is_chosen(page, stamp);
  }

  Context* context_;
  store::Writer* writer_;
  uint64_t pages_;
  const file::BitmapBuilder* host_starts_;
  GraphCounts counts_;
  file::BitmapBuilder crawled_;
  uint64_t total_ = 0;  // links in all feeds, at most
  uint64_t links_per_bucket_ = 0;
  std::vector<uint64_t> chosen_;            // stamp of the list a page takes; empty: any
  std::unique_ptr<LinkHistogram> sources_;  // only where one bucket is not enough
  std::unique_ptr<LinkHistogram> targets_;
};

}  // namespace cocite::ingest

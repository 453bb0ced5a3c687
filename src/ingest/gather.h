// Reads crawls and link lists on all cores: pages into the dictionary, links aside in their order.
//
//   Gatherer gatherer(context, draft, batches);
//   COCITE_CHECK(gatherer.read(source));        // for each input; each is a generation of its own
//   ... batches.assign() ...
//   auto feed = gatherer.links();               // plays the links back with final numbers
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "crawl/source.h"
#include "file/publish.h"
#include "file/raw_file.h"
#include "ingest/context.h"
#include "ingest/key_batches.h"
#include "ingest/link_feed.h"
#include "ingest/title_sorter.h"

namespace cocite::ingest {

class Gatherer {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Gatherer>> create(Context& context,
                                                                const file::Draft& draft,
                                                                KeyBatches& batches,
                                                                uint32_t first_generation);
  // One whole input.
  [[nodiscard]] Result<void> read(crawl::Source& source);

  // After all is read and the pages are numbered. The feed lives no longer than this.
  [[nodiscard]] std::unique_ptr<LinkFeed> links();
  [[nodiscard]] Result<void> give_titles(TitleSorter& titles) const;
  // Adds what was read and skipped.
  void add_to(ImportReport& report) const;

 private:
  struct Block {
    uint32_t batch;
    uint32_t generation;
    uint64_t offset;  // of its first link in the file
    uint64_t links;
    uint64_t title_offset;
    uint64_t titles;
  };
  class Feed;
  Gatherer(Context& context, KeyBatches& batches, uint32_t generation)
      : context_(&context), batches_(&batches), generation_(generation) {}
  [[nodiscard]] Result<void> keep(const crawl::LinkBlock& block, uint64_t piece,
                                  const std::string& name);
  void count(const crawl::LinkBlock& block, const std::string& name);

  Context* context_;
  KeyBatches* batches_;
  uint32_t generation_;
  file::RawFile links_file_;
  file::RawFile titles_file_;
  std::mutex mutex_;                  // for all below
  std::map<uint64_t, Block> blocks_;  // by number of the piece: the order of the input
  uint64_t pieces_ = 0;
  uint64_t total_links_ = 0;
  ImportReport counted_;
};

}  // namespace cocite::ingest

// Reads crawls and link lists on all cores: pages into the dictionary, links aside in their order,
// and what fetched pages say.
//
//   COCITE_TRY(auto gatherer, Gatherer::create(context, writer, batches, 0));
//   COCITE_CHECK(gatherer->read(source));       // for each input
//   ... batches.assign() ...
//   auto feed = gatherer->links();              // plays the links back with final numbers
//
// In a list of links, all of an input is seen at one time, and inputs one after the other; a
// fetched page is seen when it was fetched.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "file/raw_file.h"
#include "file/spill.h"
#include "ingest/aliases.h"
#include "ingest/context.h"
#include "ingest/key_batches.h"
#include "ingest/link_feed.h"
#include "ingest/page_columns.h"
#include "ingest/statuses.h"
#include "read/source.h"
#include "store/writer.h"

namespace cocite::ingest {

class Gatherer {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Gatherer>> create(Context& context,
                                                                store::Writer& writer,
                                                                KeyBatches& batches,
                                                                uint32_t first_order);
  // One whole input. The value is why it could not be read to its end; what came before is kept.
  [[nodiscard]] Result<std::optional<Error>> read(read::Source& source);

  // After all is read.
  void give_aliases(Aliases& aliases) const;
  void give_statuses(Statuses& statuses) const;
  [[nodiscard]] bool has_fetches() const { return fetches_file_.size() > 0; }

  // After the pages are numbered. The feed lives no longer than this.
  [[nodiscard]] std::unique_ptr<LinkFeed> links();
  // What pages say; only fetches that `is_chosen(page, stamp)`. `columns` read records().
  using IsChosen = std::function<bool(uint32_t page, uint64_t stamp)>;
  [[nodiscard]] Result<void> give_pages(const IsChosen& is_chosen, PageColumns& columns);
  // Years of publication by page, of the last input that has one. After give_pages().
  [[nodiscard]] const std::vector<std::pair<uint32_t, uint32_t>>& years() const { return years_; }
  [[nodiscard]] file::Spill& records() { return records_; }
  [[nodiscard]] bool is_empty() const { return total_links_ == 0; }  // not even a page
  // Lines that are no row of any link: too few or too many fields, no JSON, too long, NUL bytes.
  [[nodiscard]] uint64_t broken_lines() const;
  // Adds what was read and skipped.
  void add_to(ImportReport& report) const;

 private:
  struct Block {
    uint32_t batch = 0;
    uint32_t input = 0;
    uint64_t offset = 0;  // of its first link in the file
    uint64_t links = 0;
    uint64_t fetch_offset = 0;
    uint64_t fetches = 0;   // 0: a list of links
    bool has_rows = false;  // the fetches are runs of rows: all were seen at one time
  };
  // As it stands in the file.
  struct Fetch {
    uint32_t page;  // number in the batch
    uint32_t date;
    uint32_t first_link;  // in its block
    uint32_t record_bytes;
    uint64_t record_offset;
    uint32_t year;        // 0: not known
    uint32_t is_extract;  // 0: no
  };
  class Feed;
  Gatherer(Context& context, KeyBatches& batches, uint32_t first_order)
      : context_(&context), batches_(&batches), first_order_(first_order) {}
  // When a fetch was seen; `order`: of the first fetch of its block.
  [[nodiscard]] uint64_t stamp(const Block& block, uint32_t order, const Fetch& fetch,
                               size_t number) const;
  [[nodiscard]] Result<std::vector<Fetch>> fetches_of(const Block& block) const;
  // Calls use(block, order of its first fetch, or of its input) for all blocks in order.
  template <class Use>
  [[nodiscard]] Result<void> for_each_block(Use&& use) const;
  [[nodiscard]] Result<void> keep(const read::LinkBlock& block, uint64_t piece,
                                  const std::string& name);
  void count(const read::LinkBlock& block, const std::string& name);

  Context* context_;
  KeyBatches* batches_;
  uint32_t first_order_;
  uint32_t input_ = 0;
  file::RawFile links_file_;
  file::RawFile fetches_file_;
  file::Spill records_;
  std::mutex mutex_;                  // for all below
  std::map<uint64_t, Block> blocks_;  // by number of the piece: the order of the input
  uint64_t pieces_ = 0;
  uint64_t total_links_ = 0;
  std::map<uint64_t, std::vector<store::Alias>> aliases_;     // by number of the piece
  std::map<uint64_t, std::vector<Statuses::Fact>> statuses_;  // likewise
  ImportReport counted_;
  std::vector<std::pair<uint32_t, uint32_t>> years_;
};

}  // namespace cocite::ingest

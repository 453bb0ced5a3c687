// Links by page, sorted outside memory: spread over buckets of neighbouring pages, then each bucket
// is sorted by itself.
//
//   LinkBuckets buckets(...);
//   buckets.add(page, other);                       // in any order of pages
//   for (b < buckets.size()) { COCITE_TRY(auto lists, buckets.take(b)); ... }
//
// A page's links keep the order in which they were added. A link is written and read once, whatever
// the size; with one bucket nothing leaves memory. One thread adds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/raw_file.h"
#include "graph/lists.h"

namespace cocite::ingest {

struct PageLink {
  uint32_t page;
  uint32_t other;
};

// How many links each stretch of pages has, to cut buckets of like size.
class LinkHistogram {
 public:
  static constexpr unsigned kShift = 10;
  explicit LinkHistogram(uint64_t pages) : counts_((pages >> kShift) + 1) {}
  void add(uint32_t page, uint64_t count = 1) { counts_[page >> kShift] += count; }
  [[nodiscard]] const std::vector<uint64_t>& counts() const { return counts_; }

 private:
  std::vector<uint64_t> counts_;
};

// Lists that own what they show.
struct OwnedLists {
  uint32_t first = 0;
  std::vector<uint64_t> offsets;
  std::vector<PageId> targets;
  [[nodiscard]] graph::Lists view() const { return {first, offsets, targets}; }
};

class LinkBuckets {
 public:
  // One bucket, in memory.
  explicit LinkBuckets(uint64_t pages);
  // As many as it takes to have about `links_per_bucket` in each; files at `scratch` + number.
  [[nodiscard]] static Result<LinkBuckets> spread(uint64_t pages, const LinkHistogram& histogram,
                                                  uint64_t links_per_bucket,
                                                  const std::string& scratch);

  [[nodiscard]] size_t size() const { return buckets_.size(); }
  [[nodiscard]] Result<void> add(uint32_t page, uint32_t other) {
    Bucket& bucket = buckets_[bucket_of_.empty() ? 0 : bucket_of_[page >> LinkHistogram::kShift]];
    bucket.pending.push_back({page, other});
    if (bucket.pending.size() >= kPending && bucket.on_disk) return spill(bucket);
    return {};
  }
  void reserve(uint64_t links) { buckets_[0].pending.reserve(links); }
  // The lists of bucket b, which is then empty. In order of b, every page is in one of them.
  [[nodiscard]] Result<OwnedLists> take(size_t b);

 private:
  static constexpr size_t kPending = size_t{1} << 15;
  struct Bucket {
    uint64_t first_page = 0;
    uint64_t last_page = 0;
    bool on_disk = false;
    std::vector<PageLink> pending;
    file::RawFile file;
    uint64_t spilled = 0;
  };
  LinkBuckets() = default;
  [[nodiscard]] static Result<void> spill(Bucket& bucket);

  std::vector<Bucket> buckets_;
  std::vector<uint16_t> bucket_of_;
};

}  // namespace cocite::ingest

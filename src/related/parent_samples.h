// Samples of the parents of very popular pages, cached.
//
//   COCITE_TRY(const auto sample, web.parent_samples().of(web, page, seed));
//   if (sample) use(sample->sampled, sample->most_linked);      // null: read the whole list
//
// A sample of parents are those with the smallest hashes, so all parents of a page must be read to
// know it, some ns each. Once read, the first `sampled` by hash contain every smaller sample, and
// the first `most_linked` by in-degree every smaller choice of these, also without some pages, as
// long as enough of them remain. If they do not, the caller reads the list. The largest samples are
// notes of the store (parent_sample_notes.h). Bounded in memory: when full, new samples are not
// cached. Any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"

namespace cocite::related {

class Web;

struct ParentSampleSizes {
  uint32_t least = 4096;     // pages with more parents have a sample
  size_t sampled = 2112;     // 2000, which is what methods ask for, and some for stoplists;
                             // fewer than 65536
  size_t most_linked = 512;  // 200, which methods ask for, and some for the page's own host
  size_t kept = 9000;        // cached samples; about 130 MB
};

struct ParentSample {
  std::vector<PageId> sampled;      // rising
  std::vector<uint16_t> ranks;      // of each of them: how many have a smaller hash
  std::vector<PageId> most_linked;  // highest in-degree first, ties by key
};

// Reads all parents of the page.
[[nodiscard]] Result<ParentSample> read_parent_sample(const Web& web, PageId page, uint64_t seed,
                                                      const ParentSampleSizes& sizes);

class ParentSamples {
 public:
  explicit ParentSamples(const ParentSampleSizes& sizes) : sizes_(sizes) {}

  [[nodiscard]] const ParentSampleSizes& sizes() const { return sizes_; }

  [[nodiscard]] bool has_sample(uint32_t in_degree) const { return in_degree > sizes_.least; }
  // Null if it is not cached. REQUIRES: has_sample(in-degree of the page).
  [[nodiscard]] Result<std::shared_ptr<const ParentSample>> of(const Web& web, PageId page,
                                                               uint64_t seed) const;

 private:
  struct Key {
    PageId page;
    uint64_t seed;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const;
  };

  ParentSampleSizes sizes_;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<Key, std::shared_ptr<const ParentSample>, Hash> kept_;
};

}  // namespace cocite::related

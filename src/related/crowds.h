// Pages that very many link to: of all these parents, the few that methods ask for, found out once.
//
//   COCITE_TRY(const auto crowd, web.crowds().of(web, page, seed));
//   if (crowd) use(crowd->sampled, crowd->most_linked);      // null: read the whole list
//
// A sample of parents is those with the smallest hashes, and any parent may have one of them; so
// all of a page's parents must be read to know it, some ns each. But once read, the first
// `sampled` of them by hash hold every smaller sample, and the first `most_linked` by in-degree
// every smaller choice of these, also when some pages are left out: exactly, as long as enough of
// them remain. Whoever runs out of them reads the list. The largest are in the store already
// (crowd_notes.h). Bounded in memory: what comes when it is full is not kept. Any number of threads.
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

struct CrowdSizes {
  uint32_t least = 4096;     // more parents than this are a crowd
  size_t sampled = 2112;     // 2000, which is what methods ask for, and some for stoplists;
                             // fewer than 65536
  size_t most_linked = 512;  // 200 likewise, and some for those on the page's own host
  size_t kept = 9000;        // crowds; about 130 MB
};

struct Crowd {
  std::vector<PageId> sampled;      // rising
  std::vector<uint16_t> ranks;      // of each of them: how many have a smaller hash
  std::vector<PageId> most_linked;  // highest in-degree first, ties by key
};

// Reads all parents of the page.
[[nodiscard]] Result<Crowd> read_crowd(const Web& web, PageId page, uint64_t seed,
                                       const CrowdSizes& sizes);

class Crowds {
 public:
  explicit Crowds(const CrowdSizes& sizes) : sizes_(sizes) {}

  [[nodiscard]] const CrowdSizes& sizes() const { return sizes_; }

  [[nodiscard]] bool is_crowd(uint32_t in_degree) const { return in_degree > sizes_.least; }
  // Null where it is not kept. REQUIRES: the page's parents are a crowd.
  [[nodiscard]] Result<std::shared_ptr<const Crowd>> of(const Web& web, PageId page,
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

  CrowdSizes sizes_;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<Key, std::shared_ptr<const Crowd>, Hash> kept_;
};

}  // namespace cocite::related

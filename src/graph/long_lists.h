// A cache of decoded long lists: those of the most linked pages, which queries read repeatedly, often
// several times per query.
//
//   LongLists lists;
//   LongListBuffer buffer;
//   COCITE_TRY(const auto list, lists.read(links, page, degree, buffer));
//
// The list is valid until its buffer is used again. At most 64 MB are cached; the least
// recently used list is evicted. Any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "base/kept_last.h"
#include "graph/packed_links.h"

namespace cocite::graph {

struct LongListBuffer {
  ListBuffer decoded;
  std::shared_ptr<const std::vector<PageId>> kept;
};

class LongLists {
 public:
  // Fewer links are decoded in less than ten microseconds.
  static constexpr uint32_t kLong = 1024;
  static constexpr uint64_t kMostLinks = uint64_t{1} << 24;

  explicit LongLists(uint64_t most_links = kMostLinks) : kept_(most_links) {}

  // `degree`: how long the list is, if known. REQUIRES: page < links.pages().
  [[nodiscard]] Result<std::span<const PageId>> read(const PackedLinks& links, PageId page,
                                                     uint64_t degree, LongListBuffer& buffer);

 private:
  KeptLast<PageId, std::vector<PageId>> kept_;  // each costs its links
};

}  // namespace cocite::graph

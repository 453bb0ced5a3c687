// Links in final page numbers, from wherever they wait.
//
// An import reads its input once and numbers the pages; only then are final numbers known. A feed
// plays the links back with those numbers, in the order of the input, as often as asked.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include <cocite/result.h>

#include "ingest/link_buckets.h"

namespace cocite::ingest {

// `other` of a link that only says: this page was seen.
inline constexpr uint32_t kNoTarget = std::numeric_limits<uint32_t>::max();

class LinkFeed {
 public:
  // One call per piece, in order; all links of a piece are of the same generation. A page whose
  // lists stand in several generations takes one of them (ImportRequest::seen_again).
  using Use = std::function<Result<void>(std::span<const PageLink> links, uint32_t generation)>;

  virtual ~LinkFeed() = default;
  [[nodiscard]] virtual Result<void> play(const Use& use) = 0;
  [[nodiscard]] virtual uint64_t size() const = 0;         // links, at most
  [[nodiscard]] virtual uint32_t generations() const = 0;  // their numbers are below this
  // Nobody will play it again: what it keeps on disk may go.
  virtual void release() {}
  // Whether the lists are sets that come sorted: then there is no page order to keep.
  [[nodiscard]] virtual bool is_sorted() const { return false; }
};

}  // namespace cocite::ingest

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

// When something was seen. REQUIRES: order < 2^31.
[[nodiscard]] constexpr uint64_t stamp_of(uint32_t date, uint32_t order) {
  return uint64_t{date} << 32 | uint64_t{1} << 31 | order;
}
// Of what says nothing of a page's links: before everything that does.
[[nodiscard]] constexpr uint64_t extract_stamp(uint32_t order) {
  return order;
}

class LinkFeed {
 public:
  // All links of a call have the same stamp, which tells when this was seen: the date in the upper
  // half, the order of the input in the lower. A page that has lists with several stamps takes one
  // of them (ImportRequest::seen_again).
  using Use = std::function<Result<void>(std::span<const PageLink> links, uint64_t stamp)>;

  virtual ~LinkFeed() = default;
  [[nodiscard]] virtual Result<void> play(const Use& use) = 0;
  [[nodiscard]] virtual uint64_t size() const = 0;  // links, at most
  // Whether a page may have several lists in this feed.
  [[nodiscard]] virtual bool may_repeat() const { return false; }
  // The feed is not read again: its files may be removed.
  virtual void release() {}
  // Whether the lists are sets that come sorted: then there is no page order to keep.
  [[nodiscard]] virtual bool is_sorted() const { return false; }
};

}  // namespace cocite::ingest

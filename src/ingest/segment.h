// A piece of a store that was made elsewhere: what one of many machines packed, to be put together
// with the others by assemble.h.
//
//   COCITE_TRY(Segment segment, Segment::open("parts/out-00017.segment"));
//   segment.meta().first                    // of the pages that it tells of
//
// A segment is a container (file/container.h): every byte is checksummed. There are four
// kinds: one head, and pages, out-links and in-links of ranges of pages, each of which cover all
// pages without a gap. Byte by byte: docs/formats/segment.md. Any thread may read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <cocite/result.h>

#include "file/container.h"

namespace cocite::ingest {

inline constexpr std::string_view kSegmentContainer = "segm";
inline constexpr uint32_t kSegmentVersion =
    4;  // 3 has no schemes, 2 no counts behind links; both are read
inline constexpr uint32_t kOldestSegmentVersion = 2;
inline constexpr std::string_view kSegmentExtension = ".segment";

enum class SegmentKind : uint32_t { kHead = 0, kPages = 1, kOut = 2, kIn = 3 };
[[nodiscard]] std::string_view word_of(SegmentKind kind);

// The section "meta".
struct SegmentMeta {
  uint32_t version = kSegmentVersion;
  uint32_t kind = 0;
  uint64_t build = 0;  // the same in all that belong together
  uint64_t first = 0;  // pages [first, end)
  uint64_t end = 0;
  uint64_t pages = 0;  // of the whole store
  // Of links.
  uint64_t links = 0;
  uint64_t list_bits = 0;
  uint64_t max_degree = 0;
  uint64_t childless = 0;
  uint64_t same_host_links = 0;
  // Of pages.
  uint64_t crawled = 0;
  uint64_t records = 0;  // pages that say something of themselves
  uint64_t titles = 0;
  uint64_t flags = 0;

  static constexpr uint64_t kHasUrls = 1;
  static constexpr uint64_t kHasLanguages = 2;
  static constexpr uint64_t kHasAnchors = 4;
  static constexpr uint64_t kHasMachines = 8;
};
static_assert(sizeof(SegmentMeta) == 112);

class Segment {
 public:
  // kCorrupt: cut, spoilt or not one of ours; kUnsupported: of a newer version.
  [[nodiscard]] static Result<Segment> open(const std::string& path);
  [[nodiscard]] const SegmentMeta& meta() const { return meta_; }
  [[nodiscard]] SegmentKind kind() const { return static_cast<SegmentKind>(meta_.kind); }
  [[nodiscard]] uint64_t size() const { return meta_.end - meta_.first; }
  [[nodiscard]] const file::Container& container() const { return container_; }
  [[nodiscard]] const std::string& path() const { return container_.path(); }
  // One bit a page, from the first page on, checked.
  [[nodiscard]] Result<std::span<const uint64_t>> bits(std::string_view section) const;
  // That it says what cannot be.
  [[nodiscard]] tl::unexpected<Error> damage(std::string_view what) const;

 private:
  file::Container container_;
  SegmentMeta meta_;
};

[[nodiscard]] constexpr bool bit_of(std::span<const uint64_t> words, uint64_t i) {
  return ((words[i / 64] >> (i % 64)) & 1U) != 0;
}

// What a page says of itself, as in a segment: what the store will have, but for coding.
struct SegmentRecord {
  uint32_t date = 0;
  std::string_view title;
  std::string_view text;
  std::string_view url;  // short (store::short_url)
  std::string_view language;
  std::string_view ip;       // of the machine that it came from
  std::string_view anchors;  // a line per child
};
void put_segment_record(const SegmentRecord& record, std::string& bytes);
// False: not such bytes.
[[nodiscard]] bool take_segment_record(std::string_view bytes, SegmentRecord& record);

// A row of texts, each after its length.
void put_text(std::string_view text, std::string& bytes);
[[nodiscard]] bool take_text(std::string_view& bytes, std::string_view& text);

}  // namespace cocite::ingest

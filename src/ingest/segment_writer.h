// Writes segments (segment.h): a part of a store, packed by one task.
//
//   LinkSegmentWriter links = ...create(path, SegmentKind::kOut, build, pages, first);
//   COCITE_CHECK(links.add(graph::pack_chunk(encoder, lists)));       // chunk after chunk
//   COCITE_CHECK(links.finish());
//
//   PageSegmentWriter pages = ...create(path, build, pages, first, keys);
//   pages.add_record(page, record, children);                        // pages rise
//
// The file is whole after finish() and no segment before. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/block_column.h"
#include "file/container.h"
#include "graph/packed_chunk.h"
#include "ingest/anchor_lines.h"
#include "ingest/page_record.h"
#include "ingest/segment.h"
#include "store/alias_table.h"
#include "store/facts.h"
#include "store/link_counts.h"
#include "store/page_status.h"

namespace cocite::ingest {

class LinkSegmentWriter {
 public:
  // REQUIRES: kind is kOut or kIn; first is a multiple of graph::kGroupPages.
  [[nodiscard]] static Result<LinkSegmentWriter> create(const std::string& path, SegmentKind kind,
                                                        uint64_t build, uint64_t pages,
                                                        uint64_t first);
  [[nodiscard]] Result<void> add(const graph::PackedChunk& chunk);
  // The counts behind each link of a graph of hosts or sites, in the order of the links.
  void add_count(store::LinkCount count) { store::LinkCountWriter::put(count, counts_); }
  // What the store's facts count.
  void count(uint64_t childless, uint64_t same_host_links) {
    meta_.childless += childless;
    meta_.same_host_links += same_host_links;
  }
  [[nodiscard]] Result<void> finish();

 private:
  file::ContainerWriter file_;
  SegmentMeta meta_;
  std::vector<uint64_t> sizes_;
  std::vector<std::byte> counts_;
};

class PageSegmentWriter {
 public:
  // `keys`: of the pages from `first` on, in order.
  [[nodiscard]] static Result<PageSegmentWriter> create(const std::string& path, uint64_t build,
                                                        uint64_t pages, uint64_t first,
                                                        std::vector<std::string_view> keys);
  void set_crawled(uint64_t page) { set(crawled_, page); }
  // It is shown as https. Before its record.
  void set_secure(uint64_t page) { set(secure_, page); }
  // What a page says; `children`: the targets of its links as the store will have them.
  [[nodiscard]] Result<void> add_record(uint64_t page, const PageRecord& record,
                                        std::span<const PageId> children);
  // In any order.
  void add_status(const store::StatusEntry& status) { statuses_.push_back(status); }
  [[nodiscard]] Result<void> finish();

 private:
  void set(std::vector<uint64_t>& words, uint64_t page) const {
    const uint64_t i = page - meta_.first;
    words[i / 64] |= uint64_t{1} << (i % 64);
  }
  PageSegmentWriter() = default;

  file::ContainerWriter file_;
  SegmentMeta meta_;
  std::vector<std::string_view> keys_;
  std::vector<uint64_t> crawled_;
  std::vector<uint64_t> secure_;
  std::vector<uint64_t> recorded_;
  std::vector<uint64_t> titled_;
  std::string records_;  // page u32, then the record after its length
  std::vector<store::StatusEntry> statuses_;
  AnchorLines lines_;
  std::string room_;
};

// What is known only when all is: how the store was asked for, codes, aliases, and what was read.
struct SegmentHead {
  uint64_t build = 0;
  store::Facts facts;  // pages, names, link_order and what was asked for; no other counts
  std::vector<std::byte> out_codes;
  std::vector<std::byte> in_codes;
  std::vector<store::Alias> aliases;  // as they were found; in order of `from`
  std::string report;                 // lines name<TAB>value (docs/formats/segment.md)
};
[[nodiscard]] Result<void> write_segment_head(const std::string& path, const SegmentHead& head);

}  // namespace cocite::ingest

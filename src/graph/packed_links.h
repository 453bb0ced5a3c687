// One direction of the graph on disk: for each page a list of pages, packed.
//
//   COCITE_TRY(auto links, PackedLinks::open("web.cocite/out"));
//   ListBuffer buffer;                                   // one per thread, reused
//   COCITE_TRY(auto children, links.list(page, buffer)); // valid until buffer is used again
//
// The file: sections meta, codes, stream (the lists in groups, list_groups.h) and groups (where
// each group begins). Byte by byte: docs/formats/links.md. Any number of threads may read.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "file/container.h"
#include "graph/list_encoder.h"
#include "graph/list_groups.h"
#include "graph/packed_chunk.h"
#include "graph/plain_lists.h"

namespace cocite::graph {

// Where lists are decoded to: the one asked for and those it is copied from.
struct ListBuffer {
  // A list of ten million links takes 50 ms. Once this is spent, long lists fail with kBusy.
  Budget* budget = nullptr;
  std::array<PageRoom, kMaxChain + 1> rooms;
  PageRoom scratch;
};

struct PackedSize {
  uint64_t stream_bits = 0;
  uint64_t index_bits = 0;  // headers and directory of groups, and codes
};

class PackedLinks {
 public:
  [[nodiscard]] static Result<PackedLinks> open(const std::string& path);
  // The same of a file that is open already.
  [[nodiscard]] static Result<PackedLinks> of(file::Container container);

  [[nodiscard]] uint64_t pages() const { return meta_.pages; }
  [[nodiscard]] uint64_t links() const { return meta_.links; }
  [[nodiscard]] ListOrder order() const { return static_cast<ListOrder>(meta_.order); }
  [[nodiscard]] ListCoding coding() const { return static_cast<ListCoding>(meta_.coding); }
  [[nodiscard]] PackedSize size() const;

  // REQUIRES (all): page < pages().
  [[nodiscard]] Result<std::span<const PageId>> list(PageId page, ListBuffer& buffer) const;
  [[nodiscard]] Result<uint32_t> degree(PageId page) const;
  // The same for many pages, with prefetching. REQUIRES: degrees as long as pages.
  [[nodiscard]] Result<void> degrees(std::span<const PageId> pages,
                                     std::span<uint32_t> degrees) const;

  // Reads lists one after the other, each decoded once: the way to go through the whole graph.
  //
  //   auto scan = links.scan(page_id(0), links.pages());
  //   while (scan.next()) use(scan.page(), scan.list());
  //   if (scan.error()) ...
  class Scan {
   public:
    // False at the end, or when the file is damaged: then error() tells.
    [[nodiscard]] bool next();
    [[nodiscard]] PageId page() const { return page_id(page_); }
    [[nodiscard]] std::span<const PageId> list() const { return lists_[page_ % lists_.size()]; }
    [[nodiscard]] Result<void> status() const { return status_; }

   private:
    friend class PackedLinks;
    Scan(const PackedLinks& links, uint64_t first, uint64_t last)
        : links_(&links), first_(first), page_(first - 1), last_(last) {}
    template <class Reader>
    bool decode(const Reader& reader);
    // At the first list of a group, or of the scan.
    bool enter_group();

    const PackedLinks* links_;
    uint64_t first_;
    uint64_t page_;
    uint64_t last_;
    uint64_t group_end_ = 0;  // the bit behind the last list of the group
    uint64_t bit_ = 0;        // where the next list begins
    std::array<PageRoom, kWindow + 1> rooms_;
    std::array<std::span<const PageId>, kWindow + 1> lists_;
    PageRoom scratch_;
    ListBuffer before_;  // for lists before the first one
    Result<void> status_;
  };
  [[nodiscard]] Scan scan(PageId first, uint64_t end) const { return {*this, index(first), end}; }

  // Reads the lists of many pages, in the order given: the way to read at random. Memory
  // of the next pages is prefetched while a list is decoded.
  //
  //   auto batch = links.batch(pages);
  //   while (batch.next()) use(batch.page(), batch.list());
  //   if (!batch.status()) ...
  class Batch {
   public:
    // False at the end, or when a list cannot be read: then status() tells.
    [[nodiscard]] bool next();
    [[nodiscard]] PageId page() const { return pages_[at_]; }
    [[nodiscard]] std::span<const PageId> list() const { return list_; }
    [[nodiscard]] Result<void> status() const { return status_; }

   private:
    friend class PackedLinks;
    Batch(const PackedLinks& links, std::span<const PageId> pages, Budget* budget)
        : links_(&links), pages_(pages) {
      buffer_.budget = budget;
      for (size_t i = 0; i < kDirectoryAhead; ++i) look_ahead(i);
    }
    // Three steps, each for a page that many places ahead: the directory's entry, the header of the
    // group (the entry is there by now), the list itself (the header is there by now).
    static constexpr size_t kDirectoryAhead = 24;
    static constexpr size_t kHeaderAhead = 16;
    static constexpr size_t kListAhead = 8;
    struct Bits {
      uint64_t begin = 1;
      uint64_t end = 0;  // before begin: damaged
    };
    // `i`: which page is to be asked of the directory; those before it go on to their next step.
    void look_ahead(size_t i);

    const PackedLinks* links_;
    std::span<const PageId> pages_;
    size_t at_ = static_cast<size_t>(-1);
    std::array<Bits, kListAhead> found_;  // of page i at i % kListAhead
    std::span<const PageId> list_;
    ListBuffer buffer_;
    Result<void> status_;
  };
  // `budget`: as in a ListBuffer. REQUIRES: every page < pages(). `pages` stays while the batch is
  // read.
  [[nodiscard]] Batch batch(std::span<const PageId> pages, Budget* budget = nullptr) const {
    return {*this, pages, budget};
  }

  // The same links with all lists in memory (plain_lists.h). `between(pages)` is called
  // periodically with the number of pages read; an error stops.
  using Between = std::function<Result<void>(uint64_t pages)>;
  [[nodiscard]] Result<PackedLinks> unpacked(const Between& between = {}) const;

  // Reads and checks every byte and every list.
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] const file::Container& container() const { return container_; }

  struct Meta {
    uint64_t pages;
    uint64_t links;
    uint32_t order;
    uint32_t coding;
    uint32_t window;
    uint32_t max_chain;
    uint64_t list_bits;  // of all lists, without headers
    uint64_t max_degree;
    uint64_t group_pages;
    uint64_t zero;
  };
  [[nodiscard]] uint64_t max_degree() const { return meta_.max_degree; }

 private:
  friend class Scan;
  friend class Batch;
  template <class Reader>
  bool read(const Reader& reader, uint32_t page, unsigned level, ListBuffer& buffer,
            std::span<const PageId>& list) const;
  // The same when it is known where the list is.
  template <class Reader>
  bool read_at(const Reader& reader, uint32_t page, uint64_t begin, uint64_t end, unsigned level,
               ListBuffer& buffer, std::span<const PageId>& list) const;
  // Why a list could not be read: no time, or damaged.
  [[nodiscard]] tl::unexpected<Error> failure(const Budget* budget) const;
  // Calls use(codec) for the codec of this file.
  template <class Use>
  bool with_codec(Use&& use) const;
  // The bits of a list, checked. False: damaged.
  [[nodiscard]] bool bits_of(uint64_t page, uint64_t& begin, uint64_t& end) const;
  [[nodiscard]] uint64_t lists_in(uint64_t group) const {
    return std::min(kGroupPages, meta_.pages - (group << kGroupShift));
  }
  void prefetch(uint64_t page) const;
  // Of a list that begins at this bit and is known to be sound.
  [[nodiscard]] uint64_t degree_at(uint64_t begin, uint64_t end) const;
  // Checks the position and the header of a group. False: damaged.
  [[nodiscard]] bool enter_group(uint64_t group, uint64_t& bit) const;

  file::Container container_;
  Meta meta_{};
  file::Section stream_;
  file::Section groups_;
  bool has_bmi2_ = false;
  std::shared_ptr<const SortedCodec::Codes> sorted_;
  std::shared_ptr<const OrderedCodec::Codes> ordered_;
  std::shared_ptr<const PlainLists> plain_;  // null: lists are decoded
};

// Writes such a file, from lists in order of page.
//
//   COCITE_TRY(auto packer, LinkPacker::create(path, pages, ListOrder::kPage,
//                                           ListCoding::kBits, threads));
//   COCITE_CHECK(packer.train(samples));
//   COCITE_CHECK(packer.add(lists));      // as often as needed; all pages, in order, and all but
//                                         // the last time in multiples of kGroupPages
//   COCITE_CHECK(packer.finish());
//
// The same lists and calls give the same bytes on any number of threads.
class LinkPacker {
 public:
  [[nodiscard]] static Result<LinkPacker> create(const std::string& path, uint64_t pages,
                                                 ListOrder order, ListCoding coding,
                                                 unsigned threads);
  // The same into a file that is made already, with nothing in it.
  [[nodiscard]] static Result<LinkPacker> create(file::ContainerWriter file, uint64_t pages,
                                                 ListOrder order, ListCoding coding,
                                                 unsigned threads);
  // The codes are made from these. Without it, from the lists of the first add().
  void train(std::span<const Lists> samples);
  // `between(links)` is called periodically with the number of packed links; an error stops.
  // REQUIRES: no list has its own page or any page twice; for ListOrder::kSorted they rise.
  using Between = std::function<Result<void>(uint64_t links)>;
  [[nodiscard]] Result<void> add(const Lists& lists, const Between& between = {});
  // For lists that were packed elsewhere (packed_chunk.h), with codes that were made there. False:
  // these are no such codes.
  [[nodiscard]] bool take_codes(std::span<const std::byte> codes);
  // REQUIRES: take_codes() was true; all but the last one in multiples of kGroupPages pages.
  [[nodiscard]] Result<void> add_packed(const PackedChunk& chunk);
  [[nodiscard]] Result<void> finish();

 private:
  [[nodiscard]] Result<void> append(const PackedChunk& chunk);

  file::ContainerWriter writer_;
  std::unique_ptr<ListEncoder> encoder_;
  PackedLinks::Meta meta_{};
  unsigned threads_ = 1;
  bool trained_ = false;
  uint64_t pages_added_ = 0;
  std::vector<uint64_t> group_offsets_;  // in bytes
  uint64_t stream_bytes_ = 0;
};

}  // namespace cocite::graph

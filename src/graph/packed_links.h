// One direction of the graph on disk: for each page a list of pages, packed.
//
//   COCITE_TRY(auto links, PackedLinks::open("web.cocite/out"));
//   ListBuffer buffer;                                   // one per thread, reused
//   COCITE_TRY(auto children, links.list(page, buffer)); // valid until buffer is used again
//
// The file: sections meta, codes, stream (the lists, bit after bit) and offsets (Elias–Fano: where
// each list begins). Byte by byte: docs/formats/links.md. Any number of threads may read.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/container.h"
#include "file/elias_fano.h"
#include "file/length_list.h"
#include "graph/list_encoder.h"

namespace cocite::graph {

// Room that grows and is never filled with zeros.
class PageRoom {
 public:
  PageId* at_least(size_t size) {
    if (size > capacity_) {
      capacity_ = size + size / 2 + 64;
      pages_ = std::make_unique_for_overwrite<PageId[]>(capacity_);
    }
    return pages_.get();
  }

 private:
  std::unique_ptr<PageId[]> pages_;
  size_t capacity_ = 0;
};

// Where lists are decoded to: the one asked for and those it is copied from.
struct ListBuffer {
  std::array<PageRoom, kMaxChain + 1> rooms;
};

struct PackedSize {
  uint64_t stream_bits = 0;
  uint64_t index_bits = 0;  // offsets and codes
};

class PackedLinks {
 public:
  [[nodiscard]] static Result<PackedLinks> open(const std::string& path);

  [[nodiscard]] uint64_t pages() const { return meta_.pages; }
  [[nodiscard]] uint64_t links() const { return meta_.links; }
  [[nodiscard]] ListOrder order() const { return static_cast<ListOrder>(meta_.order); }
  [[nodiscard]] PackedSize size() const;

  // REQUIRES (all): page < pages().
  [[nodiscard]] Result<std::span<const PageId>> list(PageId page, ListBuffer& buffer) const;
  [[nodiscard]] Result<uint32_t> degree(PageId page) const;

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
        : links_(&links), first_(first), page_(first - 1), last_(last), sound_until_(first) {}
    template <class Codec, class Codes>
    bool decode(const Codes& codes);
    bool enter_stretch();

    const PackedLinks* links_;
    uint64_t first_;
    uint64_t page_;
    uint64_t last_;
    uint64_t sound_until_;  // the pages before this one lie in checked blocks
    uint64_t stretch_end_ = 0;
    BitReader reader_{nullptr, 0};
    std::array<PageRoom, kWindow + 1> rooms_;
    std::array<std::span<const PageId>, kWindow + 1> lists_;
    ListBuffer before_;  // for lists before the first one
    Result<void> status_;
  };
  [[nodiscard]] Scan scan(PageId first, uint64_t end) const { return {*this, index(first), end}; }

  // Reads and checks every byte and every list.
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] const file::Container& container() const { return container_; }

  struct Meta {
    uint64_t pages;
    uint64_t links;
    uint64_t order;
    uint64_t window;
    uint64_t max_chain;
    uint64_t stream_bits;
    uint64_t max_degree;
    uint64_t zero;
  };
  [[nodiscard]] uint64_t max_degree() const { return meta_.max_degree; }

 private:
  friend class Scan;
  template <class Codec, class Codes>
  bool read(const Codes& codes, uint32_t page, unsigned level, ListBuffer& buffer,
            std::span<const PageId>& list) const;
  [[nodiscard]] const TokenCode& degree_code() const {
    return ordered_ ? ordered_->fields[OrderedCodec::kDegree]
                    : sorted_->fields[SortedCodec::kDegree];
  }
  // The bits of a list, checked.
  [[nodiscard]] bool bits_of(uint64_t page, uint64_t& begin, uint64_t& end) const {
    return offsets_.get_pair(page, begin, end) && stream_.is_sound(begin / 8, (end + 7) / 8);
  }

  file::Container container_;
  Meta meta_{};
  file::Section stream_;
  file::EliasFano offsets_;
  std::shared_ptr<const SortedCodec::Codes> sorted_;
  std::shared_ptr<const OrderedCodec::Codes> ordered_;
};

// Writes such a file, from lists in order of page.
//
//   COCITE_TRY(auto packer, LinkPacker::create(path, pages, ListOrder::kPage, threads));
//   COCITE_CHECK(packer.train(samples));
//   COCITE_CHECK(packer.add(lists));      // as often as needed; all pages, in order
//   COCITE_CHECK(packer.finish());
//
// The same lists and calls give the same bytes on any number of threads.
class LinkPacker {
 public:
  [[nodiscard]] static Result<LinkPacker> create(const std::string& path, uint64_t pages,
                                                 ListOrder order, unsigned threads);
  // The codes are made from these. Without it, from the lists of the first add().
  void train(std::span<const Lists> samples);
  // `between(links)`: told now and then how many of these links are packed; an error stops.
  using Between = std::function<Result<void>(uint64_t links)>;
  [[nodiscard]] Result<void> add(const Lists& lists, const Between& between = {});
  [[nodiscard]] Result<void> finish();

 private:
  file::ContainerWriter writer_;
  std::unique_ptr<ListEncoder> encoder_;
  PackedLinks::Meta meta_{};
  unsigned threads_ = 1;
  bool trained_ = false;
  uint64_t pages_added_ = 0;
  BitWriter bits_;
  file::LengthList lengths_;  // bits of each list
};

}  // namespace cocite::graph

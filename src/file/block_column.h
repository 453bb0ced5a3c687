// Longer texts, for some of the pages: what a page says, the anchor texts of its links.
//
//   COCITE_TRY(auto writer, BlockColumnWriter::create(container));
//   COCITE_CHECK(writer.add(17, "First words of page 17"));  // pages rise; empty ones are left out
//   COCITE_CHECK(writer.finish());
//   ...
//   COCITE_TRY(auto texts, BlockColumn::open(container));
//   COCITE_TRY(std::string text, texts.get(17));
//
// Texts of neighbouring pages, which are alike, are compressed together with zstd in blocks of
// about 64 KiB; reading one text unpacks one block (100 µs). Short texts that are read by the
// hundred belong into a TextColumn.
//
//   block, unpacked: count u32 | page u32 x count | length u32 x count | texts
//   sections: blocks (packed, one after the other), index (per block: first page u64, offset u64,
//             packed bytes u32, unpacked bytes u32)
//
// A writer belongs to one thread; any number of threads may read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"

struct ZSTD_CCtx_s;

namespace cocite::file {

struct BlockEntry {
  uint64_t first_page;
  uint64_t offset;
  uint32_t packed_bytes;
  uint32_t unpacked_bytes;
};

class BlockColumnWriter {
 public:
  [[nodiscard]] static Result<BlockColumnWriter> create(ContainerWriter& writer);
  [[nodiscard]] Result<void> add(uint64_t page, std::string_view text);
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] uint64_t size() const { return size_; }  // texts so far

 private:
  explicit BlockColumnWriter(ContainerWriter& writer) : writer_(&writer) {}
  [[nodiscard]] Result<void> end_block();

  struct FreePacker {
    void operator()(ZSTD_CCtx_s* packer) const;
  };

  ContainerWriter* writer_;
  std::unique_ptr<ZSTD_CCtx_s, FreePacker> packer_;
  std::vector<BlockEntry> index_;
  std::vector<uint32_t> pages_;
  std::vector<uint32_t> lengths_;
  std::string texts_;
  std::string block_;              // as it is packed
  std::vector<std::byte> packed_;  // made once: a block's worth of zeros costs, too
  uint64_t size_ = 0;
};

class BlockColumn {
 public:
  [[nodiscard]] static Result<BlockColumn> open(const Container& container);
  // Empty: the page has none.
  [[nodiscard]] Result<std::string> get(uint64_t page) const;

  // For reading pages in order: keeps the last unpacked block, so that each is unpacked
  // once. One thread; valid while the column lives.
  class Reader {
   public:
    explicit Reader(const BlockColumn& column) : column_(&column) {}
    // Valid until the next call.
    [[nodiscard]] Result<std::string_view> get(uint64_t page);

   private:
    const BlockColumn* column_;
    const BlockEntry* entry_ = nullptr;  // of the block
    std::string block_;
  };

 private:
  // Of the block that has the page, if any has; nullptr: none has.
  [[nodiscard]] const BlockEntry* entry_for(uint64_t page) const;
  [[nodiscard]] Result<void> unpack(const BlockEntry& entry, std::string& block) const;
  [[nodiscard]] Result<std::string_view> find(const std::string& block, uint64_t page) const;

  Section blocks_;
  Section index_section_;
  std::span<const BlockEntry> index_;
};

}  // namespace cocite::file

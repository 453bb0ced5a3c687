#include "file/block_column.h"

#include <algorithm>
#include <cstring>

#include <zstd.h>

namespace cocite::file {
namespace {

constexpr size_t kBlockTextBytes = size_t{64} << 10;
constexpr size_t kMaxTextBytes = size_t{16} << 20;
// One text more than fills a block, and its numbers.
constexpr size_t kMaxUnpackedBytes = kBlockTextBytes * 10 + kMaxTextBytes;
// Of the words of web pages 6 makes 7 % less at a quarter of the speed, and half of an import's
// time would be this.
constexpr int kLevel = 1;

template <class T>
void append(std::string& bytes, std::span<const T> values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

}  // namespace

Result<BlockColumnWriter> BlockColumnWriter::create(ContainerWriter& writer) {
  COCITE_CHECK(writer.begin("blocks"));
  BlockColumnWriter column(writer);
  column.packer_.reset(ZSTD_createCCtx());
  if (!column.packer_) return fail(ErrorCode::kIo, "no memory is left to pack texts");
  return column;
}

void BlockColumnWriter::FreePacker::operator()(ZSTD_CCtx_s* packer) const {
  ZSTD_freeCCtx(packer);
}

Result<void> BlockColumnWriter::add(uint64_t page, std::string_view text) {
  if (text.empty()) return {};
  text = text.substr(0, kMaxTextBytes);
  pages_.push_back(static_cast<uint32_t>(page));
  lengths_.push_back(static_cast<uint32_t>(text.size()));
  texts_ += text;
  ++size_;
  if (texts_.size() + pages_.size() * 8 < kBlockTextBytes) return {};
  return end_block();
}

Result<void> BlockColumnWriter::end_block() {
  if (pages_.empty()) return {};
  const auto count = static_cast<uint32_t>(pages_.size());
  block_.clear();
  append(block_, std::span<const uint32_t>(&count, 1));
  append(block_, std::span<const uint32_t>(pages_));
  append(block_, std::span<const uint32_t>(lengths_));
  block_ += texts_;
  packed_.resize(std::max(packed_.size(), ZSTD_compressBound(block_.size())));
  const size_t size = ZSTD_compressCCtx(packer_.get(), packed_.data(), packed_.size(),
                                        block_.data(), block_.size(), kLevel);
  if (ZSTD_isError(size) != 0U) {
    return fail(ErrorCode::kIo, std::string("texts cannot be packed: ") + ZSTD_getErrorName(size));
  }
  index_.push_back({.first_page = pages_.front(),
                    .offset = writer_->section_bytes(),
                    .packed_bytes = static_cast<uint32_t>(size),
                    .unpacked_bytes = static_cast<uint32_t>(block_.size())});
  pages_.clear();
  lengths_.clear();
  texts_.clear();
  return writer_->write(std::span(packed_).first(size));
}

Result<void> BlockColumnWriter::finish() {
  COCITE_CHECK(end_block());
  COCITE_CHECK(writer_->begin("index"));
  return writer_->write_values(std::span<const BlockEntry>(index_));
}

Result<BlockColumn> BlockColumn::open(const Container& container) {
  BlockColumn column;
  COCITE_TRY(column.blocks_, container.section("blocks"));
  COCITE_TRY(column.index_section_, container.section("index"));
  COCITE_TRY(column.index_, column.index_section_.values<BlockEntry>());
  return column;
}

const BlockEntry* BlockColumn::entry_for(uint64_t page) const {
  const auto after = std::ranges::upper_bound(index_, page, {}, &BlockEntry::first_page);
  return after == index_.begin() ? nullptr : &*(after - 1);
}

Result<void> BlockColumn::unpack(const BlockEntry& entry, std::string& block) const {
  if (entry.offset > blocks_.size() || entry.packed_bytes > blocks_.size() - entry.offset ||
      entry.unpacked_bytes > kMaxUnpackedBytes) {
    return index_section_.damage();
  }
  if (!blocks_.is_sound(entry.offset, entry.offset + entry.packed_bytes)) return blocks_.damage();
  block.resize(entry.unpacked_bytes);
  const size_t size = ZSTD_decompress(block.data(), block.size(), blocks_.data() + entry.offset,
                                      entry.packed_bytes);
  if (size != block.size() || block.size() < 4) return blocks_.damage();
  return {};
}

Result<std::string_view> BlockColumn::find(const std::string& block, uint64_t page) const {
  const auto number = [&](size_t i) {
    uint32_t value = 0;
    std::memcpy(&value, block.data() + i * 4, sizeof value);
    return value;
  };
  const size_t count = number(0);
  if (count > (block.size() - 4) / 8) return blocks_.damage();
  uint64_t at = 4 + count * 8;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t length = number(1 + count + i);
    if (length > block.size() - at) return blocks_.damage();
    if (number(1 + i) == page) return std::string_view(block).substr(at, length);
    at += length;
  }
  return std::string_view();
}

Result<std::string> BlockColumn::get(uint64_t page) const {
  Reader reader(*this);
  COCITE_TRY(const std::string_view text, reader.get(page));
  return std::string(text);
}

Result<std::string_view> BlockColumn::Reader::get(uint64_t page) {
  const BlockEntry* const entry = column_->entry_for(page);
  if (entry == nullptr) return std::string_view();
  if (entry != entry_) {
    entry_ = nullptr;  // should it fail, the block is of no use
    COCITE_CHECK(column_->unpack(*entry, block_));
    entry_ = entry;
  }
  return column_->find(block_, page);
}

}  // namespace cocite::file

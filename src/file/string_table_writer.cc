#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "file/string_table.h"

namespace cocite::file {
namespace {

constexpr size_t kPendingBytes = size_t{1} << 16;

// What the symbols will be used on: the part of a string that the one before does not have, and the
// whole string at the head of a block.
std::vector<std::string_view> parts_of(std::span<const std::string> sample) {
  std::vector<std::string_view> parts;
  for (size_t i = 0; i < sample.size(); ++i) {
    std::string_view text = sample[i];
    if (i % kBlockStrings != 0) {
      const std::string_view before = sample[i - 1];
      const auto length = static_cast<ptrdiff_t>(std::min(text.size(), before.size()));
      const auto same = std::mismatch(text.begin(), text.begin() + length, before.begin()).first;
      text.remove_prefix(static_cast<size_t>(same - text.begin()));
    }
    parts.push_back(text);
  }
  return parts;
}

}  // namespace

Result<StringTableWriter> StringTableWriter::create(ContainerWriter& writer,
                                                    std::string_view prefix,
                                                    std::span<const std::string> sample) {
  COCITE_ASSERT(prefix.size() <= 8, "a table's prefix has at most 8 bytes");
  StringTableWriter table;
  table.writer_ = &writer;
  table.prefix_ = prefix;
  table.symbols_ = SymbolTable::train(parts_of(sample));
  table.last_.resize(256);
  COCITE_CHECK(writer.begin(table.prefix_ + ".blocks"));
  return table;
}

Result<void> StringTableWriter::add(std::string_view key) {
  if (key.size() > kMaxStringBytes) {
    return fail(ErrorCode::kInvalidArgument, "a string of " + std::to_string(key.size()) +
                                                 " bytes; a table takes at most " +
                                                 std::to_string(kMaxStringBytes));
  }
  const size_t length = std::min(key.size(), last_size_);
  const auto same = static_cast<size_t>(
      std::mismatch(key.begin(), key.begin() + static_cast<ptrdiff_t>(length), last_.begin())
          .first -
      key.begin());
  const bool is_above = count_ == 0 || (same == length ? key.size() > last_size_
                                                       : static_cast<uint8_t>(key[same]) >
                                                             static_cast<uint8_t>(last_[same]));
  if (!is_above) {
    return fail(ErrorCode::kInvalidArgument,
                "strings of a table must rise; number " + std::to_string(count_) + " does not");
  }
  if (in_block_ == kBlockStrings) COCITE_CHECK(end_block());
  if (in_block_ == 0) {
    // The shortest text above the string before and not above this one.
    index_.add(count_ == 0 ? std::string_view{} : key.substr(0, same + 1));
  }
  const size_t shared = in_block_ == 0 ? 0 : same;
  const size_t before = codes_.size();
  symbols_.encode(key.substr(shared), codes_);
  shared_[in_block_] = static_cast<uint32_t>(shared);
  lengths_[in_block_] = static_cast<uint32_t>(codes_.size() - before);
  ++in_block_;
  ++count_;
  if (last_.size() < key.size()) last_.resize(2 * key.size());
  if (same < key.size()) std::memcpy(last_.data() + same, key.data() + same, key.size() - same);
  last_size_ = key.size();
  return {};
}

Result<void> StringTableWriter::end_block() {
  if (in_block_ == 0) return {};
  const auto shared = std::span(shared_).subspan(1, in_block_ - 1);
  const auto lengths = std::span(lengths_).first(in_block_);
  const auto is_narrow = [](uint32_t n) { return n < 256; };
  const bool narrow =
      std::ranges::all_of(shared, is_narrow) && std::ranges::all_of(lengths, is_narrow);
  const size_t before = pending_.size();
  pending_ += narrow ? '\1' : '\4';
  for (const auto& numbers : {shared, lengths}) {
    for (const uint32_t number : numbers) {
      pending_.append(reinterpret_cast<const char*>(&number), narrow ? 1 : sizeof number);
    }
  }
  pending_ += codes_;
  size_t size = pending_.size() - before;
  written_ += size;
  for (; size >= 128; size >>= 7) sizes_.push_back(static_cast<uint8_t>(size | 128));
  sizes_.push_back(static_cast<uint8_t>(size));
  ++blocks_;
  in_block_ = 0;
  codes_.clear();
  if (pending_.size() >= kPendingBytes) {
    COCITE_CHECK(writer_->write(std::as_bytes(std::span(pending_))));
    pending_.clear();
  }
  return {};
}

Result<void> StringTableWriter::finish() {
  COCITE_CHECK(end_block());
  COCITE_CHECK(writer_->write(std::as_bytes(std::span(pending_))));
  EliasFanoBuilder offsets(blocks_ + 1, written_);
  uint64_t offset = 0;
  offsets.add(0);
  for (size_t at = 0; at < sizes_.size(); ++at) {
    uint64_t size = 0;
    unsigned shift = 0;
    for (; sizes_[at] >= 128; ++at, shift += 7) size |= uint64_t{sizes_[at] & 127U} << shift;
    offset += size | uint64_t{sizes_[at]} << shift;
    offsets.add(offset);
  }
  COCITE_CHECK(offsets.write(*writer_, prefix_ + ".offsets"));
  COCITE_CHECK(index_.write(*writer_, prefix_ + ".index"));
  const std::array<uint64_t, 2> numbers = {count_, kBlockStrings};
  COCITE_CHECK(writer_->begin(prefix_ + ".meta"));
  COCITE_CHECK(writer_->write_values(std::span<const uint64_t>(numbers)));
  const std::string symbols = symbols_.serialize();
  return writer_->write(std::as_bytes(std::span(symbols)));
}

}  // namespace cocite::file

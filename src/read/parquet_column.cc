#include "read/parquet_column.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include <lz4.h>

#include "read/snappy.h"
#include "read/unpacker.h"

namespace cocite::read {
namespace {

// Of one column of one group of rows.
constexpr uint64_t kMaxUnpackedBytes = uint64_t{2} << 30;
constexpr uint64_t kMaxPageBytes = uint64_t{1} << 30;
constexpr uint64_t kMaxRows = uint64_t{1} << 28;

// The numbers are those of the format.
enum Codec : uint32_t { kPlain = 0, kSnappy = 1, kGzip = 2, kBrotli = 4, kZstd = 6, kLz4 = 7 };
enum Encoding : uint32_t {
  kPlainValues = 0,
  kPlainDictionary = 2,
  kDeltaLength = 6,
  kDeltaText = 7,
  kDictionary = 8
};

tl::unexpected<Error> damage(const char* what) {
  return fail(ErrorCode::kCorrupt, what);
}

std::optional<Packing> packing_of(uint32_t codec) {
  if (codec == kGzip) return Packing::kGzip;
  if (codec == kBrotli) return Packing::kBrotli;
  if (codec == kZstd) return Packing::kZstd;
  return {};
}

bool take_varint(std::string_view& bytes, uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto one = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= uint64_t{one & 127U} << shift;
    if (one < 128) return true;
  }
  return false;
}

// `width` bits from bit `at` on. REQUIRES: they are there; width <= 32.
uint64_t bits_at(std::string_view bytes, uint64_t at, unsigned width) {
  uint64_t word = 0;
  const size_t first = at / 8;
  if (bytes.size() - first >= 8) {
    std::memcpy(&word, bytes.data() + first,
                8);  // one load; a length that is not known takes a call
  } else {
    std::memcpy(&word, bytes.data() + first, bytes.size() - first);
  }
  return word >> (at % 8) & ((uint64_t{1} << width) - 1);
}

// Runs of equal values, and packed groups of eight.
bool take_hybrid(std::string_view bytes, unsigned width, uint64_t count,
                 std::vector<uint32_t>& out) {
  out.clear();
  if (width > 32) return false;
  out.reserve(count);
  while (out.size() < count) {
    uint64_t head = 0;
    if (!take_varint(bytes, head)) return false;
    const uint64_t left = count - out.size();
    if ((head & 1U) == 0) {
      const size_t size = (width + 7) / 8;
      if (bytes.size() < size) return false;
      uint32_t value = 0;
      std::memcpy(&value, bytes.data(), size);
      bytes.remove_prefix(size);
      out.insert(out.end(), std::min(head >> 1U, left), value);
      if (head >> 1U == 0) return false;
      continue;
    }
    const uint64_t groups = head >> 1U;
    if (groups == 0 || groups > (count + 7) / 8 + 1) return false;
    const uint64_t size = std::min<uint64_t>(groups * width, bytes.size());
    const uint64_t values = std::min(groups * 8, left);
    if (size * 8 < values * width) return false;
    const std::string_view packed = bytes.substr(0, size);
    for (uint64_t i = 0; i < values; ++i) {
      out.push_back(static_cast<uint32_t>(bits_at(packed, i * width, width)));
    }
    bytes.remove_prefix(size);
  }
  return true;
}

// Differences in blocks of bit-packed miniblocks (DELTA_BINARY_PACKED); takes them off the front.
bool take_deltas(std::string_view& bytes, uint64_t most, std::vector<int64_t>& out) {
  const auto zigzag = [](uint64_t value) {
    return static_cast<int64_t>(value >> 1U ^ (~(value & 1U) + 1));
  };
  uint64_t block = 0;
  uint64_t minis = 0;
  uint64_t count = 0;
  uint64_t first = 0;
  if (!take_varint(bytes, block) || !take_varint(bytes, minis) || !take_varint(bytes, count) ||
      !take_varint(bytes, first)) {
    return false;
  }
  out.clear();
  if (minis == 0 || minis > 1024 || block > 1 << 20 || block % minis != 0 ||
      (block / minis) % 8 != 0 || block == 0 || count > most) {
    return false;
  }
  if (count == 0) return true;
  out.push_back(zigzag(first));
  const uint64_t per_mini = block / minis;
  while (out.size() < count) {
    uint64_t least = 0;
    if (!take_varint(bytes, least) || bytes.size() < minis) return false;
    const std::string_view widths = bytes.substr(0, minis);
    bytes.remove_prefix(minis);
    for (uint64_t m = 0; m < minis && out.size() < count; ++m) {
      const unsigned width = static_cast<uint8_t>(widths[m]);
      const uint64_t size = per_mini * width / 8;
      if (width > 32 || bytes.size() < size) return false;
      for (uint64_t i = 0; i < per_mini && out.size() < count; ++i) {
        const uint64_t delta = bits_at(bytes, i * width, width);
        out.push_back(static_cast<int64_t>(static_cast<uint64_t>(out.back()) +
                                           static_cast<uint64_t>(zigzag(least)) + delta));
      }
      bytes.remove_prefix(size);
    }
  }
  return true;
}

}  // namespace

Result<std::string_view> ParquetValues::unpack(std::string_view packed, uint64_t size,
                                               uint32_t codec) {
  if (codec == kPlain) return packed;
  room_bytes_ += size;
  if (size > kMaxPageBytes || room_bytes_ > kMaxUnpackedBytes) {
    return fail(
        ErrorCode::kUnsupported,
        "a column of a group of rows has more than 2 GiB; write the file with smaller groups");
  }
  std::string& room = rooms_.emplace_back();
  bool is_whole = false;
  if (codec == kSnappy) {
    is_whole = unpack_snappy(packed, size, room) && room.size() == size;
  } else if (codec == kLz4) {
    room.resize(size);
    is_whole = LZ4_decompress_safe(packed.data(), room.data(), static_cast<int>(packed.size()),
                                   static_cast<int>(size)) == static_cast<int>(size);
  } else if (const auto packing = packing_of(codec)) {
    is_whole = unpack_all(*packing, packed, size, room);
  } else {
    return fail(ErrorCode::kUnsupported,
                "is packed in a way that is not read; write it with Snappy, zstd or gzip");
  }
  if (!is_whole) return damage("a page of a column cannot be unpacked");
  return std::string_view(room);
}

Result<void> ParquetValues::read(std::string_view bytes, const ParquetColumn& column,
                                 const ParquetChunk& chunk, uint64_t rows) {
  has_texts_ = column.type == ParquetType::kBytes;
  width_ = column.type == ParquetType::kInt32 ? 4 : 8;
  is_optional_ = column.is_optional;
  texts_.clear();
  numbers_.clear();
  nulls_.clear();
  dictionary_ = {};
  if (rows > kMaxRows) return fail(ErrorCode::kUnsupported, "a group has more than 2^28 rows");
  std::string_view rest = bytes.substr(chunk.offset, chunk.packed_bytes);
  const auto size = [&] { return has_texts_ ? texts_.size() : numbers_.size(); };
  while (size() < rows) {
    ParquetPage page;
    if (!take_page_header(rest, page)) return damage("a page of a column is cut off");
    const std::string_view body = rest.substr(0, page.packed_bytes);
    rest.remove_prefix(page.packed_bytes);
    if (page.kind == ParquetPage::Kind::kDictionary) {
      COCITE_TRY(const std::string_view plain, unpack(body, page.bytes, chunk.codec));
      if (page.values > plain.size() || !take_plain(plain, page.values, dictionary_)) {
        return damage("the dictionary of a column is damaged");
      }
    } else if (page.kind == ParquetPage::Kind::kData || page.kind == ParquetPage::Kind::kData2) {
      if (page.values > rows - size()) return damage("a column has more values than rows");
      COCITE_CHECK(data_page(page, body, chunk.codec));
      if (page.values == 0 && rest.empty()) return damage("a column has fewer values than rows");
    }
  }
  return {};
}

Result<void> ParquetValues::data_page(const ParquetPage& page, std::string_view body,
                                      uint32_t codec) {
  std::string_view levels;
  if (page.kind == ParquetPage::Kind::kData2) {
    if (page.definition_bytes + page.repetition_bytes > std::min(body.size(), page.bytes)) {
      return damage("a page of a column is damaged");
    }
    levels = body.substr(page.repetition_bytes, page.definition_bytes);
    const uint64_t before = page.definition_bytes + page.repetition_bytes;
    COCITE_TRY(body,
               unpack(body.substr(before), page.bytes - before, page.is_packed ? codec : kPlain));
  } else {
    COCITE_TRY(body, unpack(body, page.bytes, codec));
    if (is_optional_) {
      uint32_t size = 0;
      if (body.size() < 4) return damage("a page of a column is damaged");
      std::memcpy(&size, body.data(), 4);
      if (size > body.size() - 4) return damage("a page of a column is damaged");
      levels = body.substr(4, size);
      body.remove_prefix(4 + size_t{size});
    }
  }
  std::vector<uint32_t> present;
  uint64_t count = page.values;
  if (is_optional_) {
    // A run may name a level that no optional column has.
    if (!take_hybrid(levels, 1, page.values, present) ||
        std::ranges::any_of(present, [](uint32_t level) { return level > 1; })) {
      return damage("a page of a column is damaged");
    }
    count = static_cast<uint64_t>(std::ranges::count(present, 1U));
  }
  page_ = {};
  if (!take_values(page.encoding, body, count)) {
    return damage("a column is damaged, or coded in a way that is not read");
  }
  const auto append = [&](auto& from, auto& to) {
    if (count == page.values) {
      to.insert(to.end(), from.begin(), from.end());
      return;
    }
    size_t at = 0;
    for (const uint32_t is_there : present) {
      if (is_there != 0) {
        to.push_back(from[at++]);
      } else {
        to.emplace_back();
      }
    }
  };
  if (has_texts_) {
    append(page_.texts, texts_);
    return {};
  }
  append(page_.numbers, numbers_);
  if (count < page.values) {
    nulls_.resize(numbers_.size() - page.values);
    for (const uint32_t is_there : present) nulls_.push_back(is_there == 0);
  } else if (!nulls_.empty()) {
    nulls_.resize(numbers_.size());
  }
  return {};
}

bool ParquetValues::take_values(uint32_t encoding, std::string_view body, uint64_t count) {
  if (encoding == kPlainValues) return take_plain(body, count, page_);
  if (encoding == kDeltaLength || encoding == kDeltaText) {
    return has_texts_ && take_lengths_coded(body, count, encoding == kDeltaText);
  }
  if (encoding != kPlainDictionary && encoding != kDictionary) return false;
  if (count == 0) return true;
  if (body.empty() ||
      !take_hybrid(body.substr(1), static_cast<uint8_t>(body.front()), count, indices_))
    return false;
  const auto look_up = [&](const auto& values, auto& to) {
    to.reserve(count);
    for (const uint32_t i : indices_) {
      if (i >= values.size()) return false;
      to.push_back(values[i]);
    }
    return true;
  };
  return has_texts_ ? look_up(dictionary_.texts, page_.texts)
                    : look_up(dictionary_.numbers, page_.numbers);
}

bool ParquetValues::take_plain(std::string_view body, uint64_t count, Dictionary& to) const {
  if (!has_texts_) {
    if (count > body.size() / width_) return false;
    to.numbers.reserve(count);
    for (uint64_t i = 0; i < count; ++i) {
      int64_t wide = 0;
      int32_t narrow = 0;
      if (width_ == 4) {
        std::memcpy(&narrow, body.data() + i * 4, 4);
        wide = narrow;
      } else {
        std::memcpy(&wide, body.data() + i * 8, 8);
      }
      to.numbers.push_back(wide);
    }
    return true;
  }
  if (count > body.size() / 4) return false;
  to.texts.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t size = 0;
    if (body.size() < 4) return false;
    std::memcpy(&size, body.data(), 4);
    if (size > body.size() - 4) return false;
    to.texts.push_back(body.substr(4, size));
    body.remove_prefix(4 + size_t{size});
  }
  return true;
}

// All lengths, then all letters; with prefixes, how much of the text before it each begins with.
bool ParquetValues::take_lengths_coded(std::string_view body, uint64_t count, bool has_prefixes) {
  std::vector<int64_t> prefixes;
  std::vector<int64_t> lengths;
  if (has_prefixes && !take_deltas(body, count, prefixes)) return false;
  if (!take_deltas(body, count, lengths)) return false;
  if (lengths.size() != count || (has_prefixes && prefixes.size() != count)) return false;
  std::string_view last;
  for (uint64_t i = 0; i < count; ++i) {
    const auto size = static_cast<uint64_t>(lengths[i]);
    const uint64_t prefix = has_prefixes ? static_cast<uint64_t>(prefixes[i]) : 0;
    if (size > body.size() || prefix > last.size()) return false;
    std::string_view text = body.substr(0, size);
    body.remove_prefix(size);
    if (prefix > 0) {
      room_bytes_ += prefix + size;
      if (room_bytes_ > kMaxUnpackedBytes) return false;
      text = rooms_.emplace_back(std::string(last.substr(0, prefix)) + std::string(text));
    }
    page_.texts.push_back(text);
    last = text;
  }
  return true;
}

}  // namespace cocite::read

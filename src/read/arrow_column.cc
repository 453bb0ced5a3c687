#include "read/arrow_column.h"

#include <cstring>

#include "read/unpacker.h"

namespace cocite::read {
namespace {

constexpr uint64_t kMaxUnpackedBytes = uint64_t{2} << 30;  // of a column of a batch
constexpr uint64_t kMaxRows = uint64_t{1} << 28;

tl::unexpected<Error> damage() {
  return fail(ErrorCode::kCorrupt, "a column of a batch is damaged");
}

template <class T>
T value_at(std::string_view bytes, uint64_t number) {
  T value = 0;
  std::memcpy(&value, bytes.data() + number * sizeof(T), sizeof(T));
  return value;
}

// A number of `width` bytes. REQUIRES: it is there.
int64_t number_at(std::string_view bytes, uint64_t number, unsigned width, bool is_signed) {
  switch (width) {
    case 1:
      return is_signed ? value_at<int8_t>(bytes, number) : value_at<uint8_t>(bytes, number);
    case 2:
      return is_signed ? value_at<int16_t>(bytes, number) : value_at<uint16_t>(bytes, number);
    case 4:
      return is_signed ? value_at<int32_t>(bytes, number) : value_at<uint32_t>(bytes, number);
    default:
      return value_at<int64_t>(bytes, number);
  }
}

}  // namespace

bool find_place(const std::vector<ArrowColumn>& columns, const ArrowBatch& batch, size_t number,
                ArrowPlace& place) {
  place = {};
  for (size_t i = 0;; ++i) {
    // As many more buffers as the batch says its views have.
    uint64_t more = 0;
    if (place.view + columns[i].views > batch.views.size()) return false;
    for (size_t v = 0; v < columns[i].views; ++v) {
      const uint64_t count = batch.views[place.view + v];
      if (count > batch.buffers.size()) return false;
      more += count;
    }
    if (place.node + columns[i].nodes > batch.nodes.size() ||
        place.buffer + columns[i].buffers + more > batch.buffers.size()) {
      return false;
    }
    if (i == number) return true;
    place.node += columns[i].nodes;
    place.buffer += columns[i].buffers + more;
    place.view += columns[i].views;
  }
}

Result<std::string_view> ArrowValues::buffer(const ArrowBatch& batch, std::string_view body,
                                             size_t number) {
  const ArrowBuffer& place = batch.buffers[number];
  if (place.offset > body.size() || place.bytes > body.size() - place.offset) return damage();
  std::string_view bytes = body.substr(place.offset, place.bytes);
  if (batch.codec == ArrowBatch::Codec::kNone || bytes.empty()) return bytes;
  if (batch.codec == ArrowBatch::Codec::kUnknown) {
    return fail(ErrorCode::kUnsupported,
                "is packed in a way that is not read; write it with LZ4 or zstd");
  }
  if (bytes.size() < 8) return damage();
  const auto size = value_at<int64_t>(bytes, 0);
  bytes.remove_prefix(8);
  if (size == -1) return bytes;  // it would not have become smaller
  if (size < 0) return damage();
  if (static_cast<uint64_t>(size) > kMaxUnpackedBytes - room_bytes_) {
    return fail(ErrorCode::kUnsupported,
                "a column of a batch has more than 2 GiB; write the file with smaller batches");
  }
  room_bytes_ += static_cast<uint64_t>(size);
  std::string& room = rooms_.emplace_back();
  const auto packing = batch.codec == ArrowBatch::Codec::kLz4 ? Packing::kLz4 : Packing::kZstd;
  if (!unpack_all(packing, bytes, static_cast<uint64_t>(size), room)) return damage();
  return std::string_view(room);
}

bool ArrowValues::take_nulls(std::string_view bits, uint64_t rows) {
  if (bits.empty()) return true;
  if (bits.size() < (rows + 7) / 8) return false;
  nulls_.resize(rows);
  for (uint64_t i = 0; i < rows; ++i) {
    nulls_[i] = (static_cast<uint8_t>(bits[i / 8]) >> (i % 8) & 1U) == 0;
  }
  return true;
}

bool ArrowValues::take_numbers(std::string_view bytes, unsigned width, bool is_signed,
                               uint64_t rows) {
  if (bytes.size() / width < rows) return false;
  numbers_.resize(rows);
  for (uint64_t i = 0; i < rows; ++i) {
    numbers_[i] = is_null(i) ? 0 : number_at(bytes, i, width, is_signed);
  }
  return true;
}

bool ArrowValues::take_texts(std::string_view offsets, std::string_view letters, unsigned width,
                             uint64_t rows) {
  if (rows == 0) return true;
  if (offsets.size() / width < rows + 1) return false;
  texts_.resize(rows);
  auto begin = number_at(offsets, 0, width, true);
  for (uint64_t i = 0; i < rows; ++i) {
    const auto end = number_at(offsets, i + 1, width, true);
    if (begin < 0 || end < begin || static_cast<uint64_t>(end) > letters.size()) return false;
    if (!is_null(i)) {
      texts_[i] = letters.substr(static_cast<uint64_t>(begin), static_cast<uint64_t>(end - begin));
    }
    begin = end;
  }
  return true;
}

// 16 bytes each: a length, then up to 12 letters, or their first four, a buffer and an offset.
bool ArrowValues::take_views(std::string_view views, std::span<const std::string_view> letters,
                             uint64_t rows) {
  if (views.size() / 16 < rows) return false;
  texts_.resize(rows);
  for (uint64_t i = 0; i < rows; ++i) {
    if (is_null(i)) continue;
    const std::string_view view = views.substr(i * 16, 16);
    const auto size = value_at<uint32_t>(view, 0);
    if (size <= 12) {
      texts_[i] = view.substr(4, size);
      continue;
    }
    const auto buffer = value_at<uint32_t>(view, 2);
    const auto offset = value_at<uint32_t>(view, 3);
    if (buffer >= letters.size() || offset > letters[buffer].size() ||
        size > letters[buffer].size() - offset) {
      return false;
    }
    texts_[i] = letters[buffer].substr(offset, size);
  }
  return true;
}

// Entries come in parts, one behind the other.
bool ArrowValues::look_up(const std::vector<const ArrowValues*>& entries) {
  has_texts_ = entries.empty() || entries.front()->has_texts();
  std::vector<int64_t> found;
  if (has_texts_) texts_.resize(numbers_.size());
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (is_null(i)) continue;
    if (numbers_[i] < 0) return false;
    auto at = static_cast<uint64_t>(numbers_[i]);
    const ArrowValues* part = nullptr;
    for (const ArrowValues* const one : entries) {
      if (at < one->size()) {
        part = one;
        break;
      }
      at -= one->size();
    }
    if (part == nullptr || part->has_texts() != has_texts_) return false;
    if (has_texts_) {
      texts_[i] = part->text(at);
    } else {
      numbers_[i] = part->number(at);
    }
  }
  return true;
}

Result<void> ArrowValues::read(const ArrowBatch& batch, std::string_view body,
                               const ArrowColumn& column, ArrowPlace place,
                               const std::vector<const ArrowValues*>* entries) {
  const uint64_t rows = batch.nodes[place.node];
  if (rows > kMaxRows) return fail(ErrorCode::kUnsupported, "a batch has more than 2^28 rows");
  has_texts_ = false;
  texts_.clear();
  numbers_.clear();
  nulls_.clear();
  COCITE_TRY(const std::string_view nulls, buffer(batch, body, place.buffer));
  COCITE_TRY(const std::string_view first, buffer(batch, body, place.buffer + 1));
  if (!take_nulls(nulls, rows)) return damage();
  if (entries != nullptr) {
    const bool is_whole =
        take_numbers(first, column.index_width, column.has_signed_index, rows) && look_up(*entries);
    if (!is_whole) return damage();
    return {};
  }
  if (column.kind == ArrowColumn::Kind::kNumbers) {
    if (!take_numbers(first, column.width, column.is_signed, rows)) return damage();
    return {};
  }
  has_texts_ = true;
  if (column.kind == ArrowColumn::Kind::kViews) {
    std::vector<std::string_view> letters;
    for (uint64_t i = 0; i < batch.views[place.view]; ++i) {
      COCITE_TRY(letters.emplace_back(), buffer(batch, body, place.buffer + 2 + i));
    }
    if (!take_views(first, letters, rows)) return damage();
    return {};
  }
  COCITE_TRY(const std::string_view letters, buffer(batch, body, place.buffer + 2));
  if (!take_texts(first, letters, column.width, rows)) return damage();
  return {};
}

}  // namespace cocite::read

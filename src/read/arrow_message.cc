#include "read/arrow_message.h"

#include <cstring>

namespace cocite::read {
namespace {

constexpr int kMaxDepth = 32;
constexpr size_t kMaxFields = 100'000;

// A table of a FlatBuffer. Whatever is not there, or points outside, is 0 and empty.
class Table {
 public:
  Table() = default;
  Table(std::string_view bytes, uint64_t at) : bytes_(bytes), at_(at) {
    const auto back = value_at<int32_t>(at);
    vtable_ = static_cast<uint64_t>(static_cast<int64_t>(at) - back);
    size_ = vtable_ < bytes.size() ? value_at<uint16_t>(vtable_) : 0;
  }
  [[nodiscard]] static Table root(std::string_view bytes) {
    return {bytes, Table(bytes).value_at<uint32_t>(0)};
  }
  [[nodiscard]] bool is_there() const { return size_ >= 4; }

  template <class T>
  [[nodiscard]] T value(unsigned field, T otherwise = 0) const {
    const uint64_t at = place(field);
    return at == 0 ? otherwise : value_at<T>(at);
  }
  [[nodiscard]] Table table(unsigned field) const {
    const uint64_t at = place(field);
    return at == 0 ? Table() : Table(bytes_, at + value_at<uint32_t>(at));
  }
  [[nodiscard]] std::string text(unsigned field) const {
    const auto [at, size] = list(field, 1);
    return std::string(bytes_.substr(at, size));
  }
  struct List {
    uint64_t at = 0;    // of its first element
    uint64_t size = 0;  // elements
  };
  // All of them are there.
  [[nodiscard]] List list(unsigned field, size_t width) const {
    const uint64_t place_of_offset = place(field);
    if (place_of_offset == 0) return {};
    const uint64_t at = place_of_offset + value_at<uint32_t>(place_of_offset);
    const uint64_t size = value_at<uint32_t>(at);
    if (at + 4 > bytes_.size() || size > (bytes_.size() - at - 4) / width) return {};
    return {.at = at + 4, .size = size};
  }
  [[nodiscard]] Table table_at(uint64_t at) const { return {bytes_, at + value_at<uint32_t>(at)}; }
  template <class T>
  [[nodiscard]] T value_at(uint64_t at) const {
    T value = 0;
    if (at <= bytes_.size() && bytes_.size() - at >= sizeof(T)) {
      std::memcpy(&value, bytes_.data() + at, sizeof(T));
    }
    return value;
  }

 private:
  explicit Table(std::string_view bytes) : bytes_(bytes) {}
  // 0: the field has its default.
  [[nodiscard]] uint64_t place(unsigned field) const {
    const uint64_t entry = 4 + uint64_t{field} * 2;
    if (entry + 2 > size_) return 0;
    const auto offset = value_at<uint16_t>(vtable_ + entry);
    return offset == 0 ? 0 : at_ + offset;
  }

  std::string_view bytes_;
  uint64_t at_ = 0;
  uint64_t vtable_ = 0;
  uint64_t size_ = 0;  // of the vtable
};

// The numbers are those of the format.
enum Type : uint8_t {
  kNull = 1,
  kInt = 2,
  kFloat = 3,
  kBinary = 4,
  kUtf8 = 5,
  kBool = 6,
  kDecimal = 7,
  kDate = 8,
  kTime = 9,
  kTimestamp = 10,
  kInterval = 11,
  kList = 12,
  kStruct = 13,
  kUnion = 14,
  kFixedBinary = 15,
  kFixedList = 16,
  kMap = 17,
  kDuration = 18,
  kLargeBinary = 19,
  kLargeUtf8 = 20,
  kLargeList = 21,
  kRunEnds = 22,
  kBinaryView = 23,
  kUtf8View = 24,
  kListView = 25,
  kLargeListView = 26,
};

// How many buffers a column of this type has itself; those of columns within it come behind.
size_t buffers_of(uint8_t type, const Table& details) {
  switch (type) {
    case kNull:
    case kRunEnds:
      return 0;
    case kStruct:
    case kFixedList:
      return 1;
    case kUnion:
      return details.value<int16_t>(0) == 0 ? 1 : 2;  // sparse, dense
    case kBinary:
    case kUtf8:
    case kLargeBinary:
    case kLargeUtf8:
    case kListView:
    case kLargeListView:
      return 3;
    default:
      return 2;
  }
}

TimeUnit unit_of_timestamp(int16_t unit) {
  constexpr TimeUnit kUnits[] = {TimeUnit::kSeconds, TimeUnit::kMillis, TimeUnit::kMicros,
                                 TimeUnit::kNanos};
  return unit >= 0 && unit < 4 ? kUnits[unit] : TimeUnit::kSeconds;
}

unsigned bytes_of_int(const Table& type) {
  const auto bits = type.value<int32_t>(0);
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? static_cast<unsigned>(bits) / 8 : 0;
}

void set_type(ArrowColumn& column, uint8_t type, const Table& details) {
  using Kind = ArrowColumn::Kind;
  const auto number = [&](unsigned width, TimeUnit time) {
    column.kind = width == 0 ? Kind::kOther : Kind::kNumbers;
    column.width = width;
    column.time = time;
  };
  switch (type) {
    case kInt:
      number(bytes_of_int(details), TimeUnit::kNone);
      column.is_signed = details.value<uint8_t>(1) != 0;
      break;
    case kDate:
      if (details.value<int16_t>(0, 1) == 0) {
        number(4, TimeUnit::kDays);
      } else {
        number(8, TimeUnit::kMillis);
      }
      break;
    case kTimestamp:
      number(8, unit_of_timestamp(details.value<int16_t>(0)));
      break;
    case kUtf8:
    case kBinary:
      column.kind = Kind::kTexts;
      column.width = 4;
      break;
    case kLargeUtf8:
    case kLargeBinary:
      column.kind = Kind::kTexts;
      column.width = 8;
      break;
    case kUtf8View:
    case kBinaryView:
      column.kind = Kind::kViews;
      break;
    default:
      break;
  }
}

bool take_field(const Table& field, int depth, size_t& fields, ArrowColumn& column) {
  if (!field.is_there() || depth > kMaxDepth || ++fields > kMaxFields) return false;
  const auto type = field.value<uint8_t>(2);
  const Table details = field.table(3);
  column.name = field.text(0);
  set_type(column, type, details);
  if (const Table dictionary = field.table(4); dictionary.is_there()) {
    column.dictionary = dictionary.value<int64_t>(0);
    if (const Table index = dictionary.table(1); index.is_there()) {
      column.index_width = bytes_of_int(index);
      column.has_signed_index = index.value<uint8_t>(1) != 0;
    }
    column.buffers = 2;  // its entries, and what is within them, come by themselves
    return column.index_width > 0;
  }
  column.buffers = buffers_of(type, details);
  column.views = column.kind == ArrowColumn::Kind::kViews ? 1 : 0;
  const Table::List children = field.list(5, 4);
  for (uint64_t i = 0; i < children.size; ++i) {
    ArrowColumn child;
    if (!take_field(field.table_at(children.at + 4 * i), depth + 1, fields, child)) return false;
    column.nodes += child.nodes;
    column.buffers += child.buffers;
    column.views += child.views;
    column.kind = ArrowColumn::Kind::kOther;
  }
  return true;
}

bool take_batch(const Table& table, ArrowBatch& batch) {
  if (!table.is_there() || table.value<int64_t>(0) < 0) return false;
  batch.rows = static_cast<uint64_t>(table.value<int64_t>(0));
  const Table::List nodes = table.list(1, 16);
  for (uint64_t i = 0; i < nodes.size; ++i) {
    batch.nodes.push_back(table.value_at<uint64_t>(nodes.at + 16 * i));
  }
  const Table::List buffers = table.list(2, 16);
  for (uint64_t i = 0; i < buffers.size; ++i) {
    const uint64_t at = buffers.at + 16 * i;
    batch.buffers.push_back({table.value_at<uint64_t>(at), table.value_at<uint64_t>(at + 8)});
  }
  const Table::List views = table.list(4, 8);
  for (uint64_t i = 0; i < views.size; ++i) {
    batch.views.push_back(table.value_at<uint64_t>(views.at + 8 * i));
  }
  if (const Table packing = table.table(3); packing.is_there()) {
    const auto codec = packing.value<int8_t>(0);
    batch.codec = codec == 0   ? ArrowBatch::Codec::kLz4
                  : codec == 1 ? ArrowBatch::Codec::kZstd
                               : ArrowBatch::Codec::kUnknown;
  }
  return true;
}

}  // namespace

Result<ArrowMessage> ArrowMessage::of(std::string_view metadata) {
  const auto damage = [] { return fail(ErrorCode::kCorrupt, "a message is damaged"); };
  const Table root = Table::root(metadata);
  if (!root.is_there() || root.value<int64_t>(3) < 0) return damage();
  ArrowMessage message;
  message.body_bytes = static_cast<uint64_t>(root.value<int64_t>(3));
  const Table header = root.table(2);
  switch (root.value<uint8_t>(1)) {
    case 1: {
      message.kind = Kind::kSchema;
      if (header.value<int16_t>(0) != 0) {
        return fail(ErrorCode::kUnsupported, "its numbers are big-endian");
      }
      const Table::List fields = header.list(1, 4);
      size_t count = 0;
      for (uint64_t i = 0; i < fields.size; ++i) {
        ArrowColumn& column = message.columns.emplace_back();
        if (!take_field(header.table_at(fields.at + 4 * i), 0, count, column)) return damage();
      }
      break;
    }
    case 2:
      message.kind = Kind::kDictionary;
      message.dictionary = header.value<int64_t>(0);
      message.is_delta = header.value<uint8_t>(2) != 0;
      if (!take_batch(header.table(1), message.batch)) return damage();
      break;
    case 3:
      message.kind = Kind::kBatch;
      if (!take_batch(header, message.batch)) return damage();
      break;
    default:
      break;
  }
  return message;
}

}  // namespace cocite::read

#include "read/parquet_file.h"

#include <algorithm>
#include <cstring>

namespace cocite::read {
namespace {

constexpr std::string_view kMark = "PAR1";
constexpr size_t kMaxColumns = 100'000;

// Thrift's compact protocol, as far as Parquet uses it. After damage everything is 0 and empty.
class Compact {
 public:
  explicit Compact(std::string_view bytes) : rest_(bytes) {}
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  enum Type : uint8_t {
    kStop,
    kTrue,
    kFalse,
    kByte,
    kI16,
    kI32,
    kI64,
    kDouble,
    kText,
    kList,
    kSet,
    kMap,
    kStruct
  };

  // Calls use(id, type) for each field of a structure; use() reads the field, or returns false to have it skipped.
  template <class Use>
  void structure(Use&& use) {
    int64_t id = 0;
    for (++depth_; !is_damaged_ && depth_ < kMaxDepth;) {
      const uint8_t head = byte();
      const auto type = static_cast<Type>(head & 15U);
      if (is_damaged_ || type == kStop) break;
      id = head >> 4U == 0 ? signed_number() : id + (head >> 4U);
      if (!use(id, type)) skip(type);
    }
    is_damaged_ |= depth_ >= kMaxDepth;
    --depth_;
  }
  // Calls use(type) for each element of a list.
  template <class Use>
  void list(Use&& use) {
    const uint8_t head = byte();
    const uint64_t size = head >> 4U == 15 ? number() : head >> 4U;
    is_damaged_ |= size > rest_.size();
    for (uint64_t i = 0; i < size && !is_damaged_; ++i) use(static_cast<Type>(head & 15U));
  }
  uint64_t number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const uint8_t one = byte();
      value |= uint64_t{one & 127U} << shift;
      if (one < 128) return value;
    }
    is_damaged_ = true;
    return 0;
  }
  int64_t signed_number() {
    const uint64_t value = number();
    return static_cast<int64_t>(value >> 1U ^ (~(value & 1U) + 1));
  }
  // Sizes and places are never below 0.
  uint64_t size() {
    const int64_t value = signed_number();
    is_damaged_ |= value < 0;
    return is_damaged_ ? 0 : static_cast<uint64_t>(value);
  }
  std::string_view text() {
    const uint64_t size = number();
    is_damaged_ |= size > rest_.size();
    if (is_damaged_) return {};
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  void skip(Type type) {
    switch (type) {
      case kTrue:
      case kFalse:
        return;
      case kByte:
        byte();
        return;
      case kI16:
      case kI32:
      case kI64:
        number();
        return;
      case kDouble:
        for (int i = 0; i < 8; ++i) byte();
        return;
      case kText:
        text();
        return;
      case kList:
      case kSet:
        return list([&](Type inner) {
          if (inner == kTrue || inner == kFalse) {
            byte();
          } else {
            skip(inner);
          }
        });
      case kStruct:
        return structure([](int64_t, Type) { return false; });
      default:
        is_damaged_ = true;  // maps: Parquet has none
    }
  }

 private:
  static constexpr int kMaxDepth = 32;
  uint8_t byte() {
    if (rest_.empty()) {
      is_damaged_ = true;
      return 0;
    }
    const auto value = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }

  std::string_view rest_;
  int depth_ = 0;
  bool is_damaged_ = false;
};

struct SchemaElement {
  ParquetColumn column;
  uint64_t children = 0;
  uint64_t repetition = 0;
};

TimeUnit unit_of(Compact& in) {
  TimeUnit time = TimeUnit::kNone;
  in.structure([&](int64_t id, Compact::Type type) {  // LogicalType
    if (id == 6) time = TimeUnit::kDays;
    if (id != 8 || type != Compact::kStruct) return false;
    in.structure([&](int64_t part, Compact::Type part_type) {  // TimestampType
      if (part != 2 || part_type != Compact::kStruct) return false;
      in.structure([&](int64_t unit, Compact::Type) {
        if (unit == 1) time = TimeUnit::kMillis;
        if (unit == 2) time = TimeUnit::kMicros;
        if (unit == 3) time = TimeUnit::kNanos;
        return false;
      });
      return true;
    });
    return true;
  });
  return time;
}

SchemaElement schema_element(Compact& in) {
  SchemaElement element;
  in.structure([&](int64_t id, Compact::Type type) {
    if (id == 1 && type == Compact::kI32) {
      element.column.type = static_cast<ParquetType>(std::min<uint64_t>(in.size(), 7));
    } else if (id == 3 && type == Compact::kI32) {
      element.repetition = in.size();
    } else if (id == 4 && type == Compact::kText) {
      element.column.name = in.text();
    } else if (id == 5 && type == Compact::kI32) {
      element.children = in.size();
    } else if (id == 6 && type == Compact::kI32) {
      const uint64_t converted = in.size();
      if (converted == 6) element.column.time = TimeUnit::kDays;
      if (converted == 9) element.column.time = TimeUnit::kMillis;
      if (converted == 10) element.column.time = TimeUnit::kMicros;
    } else if (id == 10 && type == Compact::kStruct) {
      const TimeUnit time = unit_of(in);
      if (time != TimeUnit::kNone) element.column.time = time;
    } else {
      return false;
    }
    return true;
  });
  return element;
}

// Leaves in order; those below another element than the root cannot be read.
std::vector<ParquetColumn> leaves(const std::vector<SchemaElement>& schema) {
  std::vector<ParquetColumn> columns;
  std::vector<uint64_t> open;  // children still to come, of the elements around
  for (size_t i = 0; i < schema.size(); ++i) {
    const SchemaElement& element = schema[i];
    while (!open.empty() && open.back() == 0) open.pop_back();
    if (!open.empty()) --open.back();
    if (element.children > 0 || i == 0) {
      open.push_back(element.children);
      continue;
    }
    ParquetColumn column = element.column;
    column.is_optional = element.repetition == 1;
    column.is_readable = open.size() == 1 && element.repetition < 2;
    columns.push_back(std::move(column));
  }
  return columns;
}

ParquetChunk column_chunk(Compact& in) {
  ParquetChunk chunk;
  uint64_t data = 0;
  uint64_t dictionary = 0;
  in.structure([&](int64_t id, Compact::Type type) {
    if (id != 3 || type != Compact::kStruct) return false;
    in.structure([&](int64_t part, Compact::Type part_type) {
      const bool is_number = part_type == Compact::kI32 || part_type == Compact::kI64;
      if (!is_number) return false;
      if (part == 4) {
        chunk.codec = static_cast<uint32_t>(in.size());
      } else if (part == 5) {
        chunk.values = in.size();
      } else if (part == 7) {
        chunk.packed_bytes = in.size();
      } else if (part == 9) {
        data = in.size();
      } else if (part == 11) {
        dictionary = in.size();
      } else {
        return false;
      }
      return true;
    });
    return true;
  });
  chunk.offset = dictionary != 0 ? std::min(data, dictionary) : data;
  return chunk;
}

ParquetGroup row_group(Compact& in) {
  ParquetGroup group;
  in.structure([&](int64_t id, Compact::Type type) {
    if (id == 1 && type == Compact::kList) {
      in.list([&](Compact::Type) { group.chunks.push_back(column_chunk(in)); });
    } else if (id == 3 && type == Compact::kI64) {
      group.rows = in.size();
    } else {
      return false;
    }
    return true;
  });
  return group;
}

}  // namespace

Result<ParquetFile> ParquetFile::of(std::string_view bytes, const std::string& name) {
  const auto damage = [&](const char* what) {
    return fail(ErrorCode::kCorrupt, name + ": " + what);
  };
  if (bytes.ends_with("PARE")) return fail(ErrorCode::kUnsupported, name + ": is encrypted");
  if (bytes.size() < 12 || !bytes.starts_with(kMark) || !bytes.ends_with(kMark)) {
    return damage("is no Parquet file, or is cut off: its list of columns stands at its end");
  }
  uint32_t size = 0;
  std::memcpy(&size, bytes.data() + bytes.size() - 8, sizeof size);
  if (size > bytes.size() - 12) return damage("its list of columns is longer than the file");
  Compact in(bytes.substr(bytes.size() - 8 - size, size));
  std::vector<SchemaElement> schema;
  ParquetFile file;
  in.structure([&](int64_t id, Compact::Type type) {
    if (id == 2 && type == Compact::kList) {
      in.list([&](Compact::Type) { schema.push_back(schema_element(in)); });
    } else if (id == 4 && type == Compact::kList) {
      in.list([&](Compact::Type) { file.groups.push_back(row_group(in)); });
    } else {
      return false;
    }
    return true;
  });
  if (in.is_damaged() || schema.size() > kMaxColumns)
    return damage("its list of columns cannot be read");
  file.columns = leaves(schema);
  for (const ParquetGroup& group : file.groups) {
    if (group.chunks.size() != file.columns.size()) return damage("a group of rows lacks columns");
    for (const ParquetChunk& chunk : group.chunks) {
      if (chunk.offset > bytes.size() || chunk.packed_bytes > bytes.size() - chunk.offset) {
        return damage("a column stands behind its end");
      }
    }
  }
  return file;
}

bool take_page_header(std::string_view& bytes, ParquetPage& page) {
  Compact in(bytes);
  page = {};
  const auto numbers = [&](auto&& use) {
    in.structure([&](int64_t id, Compact::Type type) {
      if (type == Compact::kTrue || type == Compact::kFalse) {
        if (id == 7) page.is_packed = type == Compact::kTrue;
        return true;
      }
      return type == Compact::kI32 && use(id);
    });
    return true;
  };
  in.structure([&](int64_t id, Compact::Type type) {
    if (type == Compact::kI32 && id <= 3) {
      const uint64_t value = in.size();
      if (id == 1) page.kind = static_cast<ParquetPage::Kind>(std::min<uint64_t>(value, 255));
      if (id == 2) page.bytes = value;
      if (id == 3) page.packed_bytes = value;
      return true;
    }
    if (type != Compact::kStruct || (id != 5 && id != 7 && id != 8)) return false;
    return numbers([&](int64_t part) {
      const bool is_second = id == 8;
      const uint64_t value = in.size();
      if (part == 1) page.values = value;
      if (part == (is_second ? 4 : 2)) page.encoding = static_cast<uint32_t>(value);
      if (is_second && part == 5) page.definition_bytes = value;
      if (is_second && part == 6) page.repetition_bytes = value;
      return true;
    });
  });
  if (in.is_damaged() || page.packed_bytes > in.rest().size()) return false;
  bytes = in.rest();
  return true;
}

}  // namespace cocite::read

#include "store/link_counts.h"

#include <utility>

namespace cocite::store {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;

}  // namespace

Result<LinkCountWriter> LinkCountWriter::create(file::ContainerWriter container) {
  LinkCountWriter writer;
  writer.container_ = std::move(container);
  COCITE_CHECK(writer.container_.begin(LinkCounts::kSection));
  return writer;
}

void LinkCountWriter::put(LinkCount count, std::vector<std::byte>& bytes) {
  for (uint64_t value : {count.links, count.pages}) {
    for (; value >= 0x80; value >>= 7) {
      bytes.push_back(static_cast<std::byte>(value | 0x80));
    }
    bytes.push_back(static_cast<std::byte>(value));
  }
}

Result<void> LinkCountWriter::add(LinkCount count) {
  put(count, bytes_);
  if (bytes_.size() < kBufferBytes) return {};
  COCITE_CHECK(container_.write(bytes_));
  bytes_.clear();
  return {};
}

Result<void> LinkCountWriter::finish() {
  COCITE_CHECK(container_.write(bytes_));
  return container_.finish();
}

LinkCounts LinkCounts::of(file::Container container) {
  LinkCounts counts;
  counts.container_ = std::move(container);
  return counts;
}

Result<LinkCounts::Cursor> LinkCounts::cursor() const {
  COCITE_TRY(const file::Section section, container_.section(kSection));
  COCITE_TRY(const std::span<const uint8_t> bytes, section.values<uint8_t>());
  return Cursor(bytes);
}

Result<void> LinkCounts::check(uint64_t links) const {
  COCITE_TRY(Cursor cursor, this->cursor());
  uint64_t seen = 0;
  for (LinkCount count; cursor.next(count); ++seen) {
    if (count.pages == 0 || count.links < count.pages) {
      return fail(ErrorCode::kCorrupt, container_.path() + ": impossible counts");
    }
  }
  if (seen != links)
    return fail(ErrorCode::kCorrupt,
                container_.path() + ": the number of counts is not the number of links");
  return {};
}

}  // namespace cocite::store

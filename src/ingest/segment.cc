#include "ingest/segment.h"

#include <cstring>

#include "base/ids.h"
#include "ingest/page_record.h"

namespace cocite::ingest {
namespace {

bool take_u32(std::string_view& bytes, uint32_t& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return true;
}

}  // namespace

std::string_view word_of(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::kHead:
      return "head";
    case SegmentKind::kPages:
      return "pages";
    case SegmentKind::kOut:
      return "out";
    case SegmentKind::kIn:
      return "in";
  }
  return "unknown";
}

Result<Segment> Segment::open(const std::string& path) {
  Segment segment;
  COCITE_TRY(segment.container_, file::Container::open(path, kSegmentContainer));
  COCITE_TRY(const file::Section section, segment.container_.section("meta"));
  if (section.size() != sizeof(SegmentMeta) || !section.is_sound(0, section.size())) {
    return section.damage();
  }
  std::memcpy(&segment.meta_, section.data(), sizeof(SegmentMeta));
  const SegmentMeta& meta = segment.meta_;
  if (meta.version < kOldestSegmentVersion || meta.version > kSegmentVersion) {
    return fail(ErrorCode::kUnsupported,
                path + ": is a segment of version " + std::to_string(meta.version) +
                    "; this program reads versions " + std::to_string(kOldestSegmentVersion) +
                    " to " + std::to_string(kSegmentVersion));
  }
  if (meta.kind > static_cast<uint32_t>(SegmentKind::kIn)) return section.damage();
  if (meta.first > meta.end || meta.end > meta.pages || meta.pages > kMaxPages) {
    return section.damage();
  }
  return segment;
}

Result<std::span<const uint64_t>> Segment::bits(std::string_view section) const {
  COCITE_TRY(const file::Section found, container_.section(section));
  COCITE_TRY(const std::span<const uint64_t> words, found.values<uint64_t>());
  if (words.size() != (size() + 63) / 64) return found.damage();
  return words;
}

tl::unexpected<Error> Segment::damage(std::string_view what) const {
  return fail(ErrorCode::kCorrupt, path() + ": damaged: " + std::string(what));
}

void put_text(std::string_view text, std::string& bytes) {
  put_u32(static_cast<uint32_t>(text.size()), bytes);
  bytes += text;
}

bool take_text(std::string_view& bytes, std::string_view& text) {
  uint32_t size = 0;
  if (!take_u32(bytes, size) || size > bytes.size()) return false;
  text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

void put_segment_record(const SegmentRecord& record, std::string& bytes) {
  put_u32(record.date, bytes);
  for (const auto text :
       {record.title, record.text, record.url, record.language, record.ip, record.anchors}) {
    put_text(text, bytes);
  }
}

bool take_segment_record(std::string_view bytes, SegmentRecord& record) {
  if (!take_u32(bytes, record.date)) return false;
  for (auto* text :
       {&record.title, &record.text, &record.url, &record.language, &record.ip, &record.anchors}) {
    if (!take_text(bytes, *text)) return false;
  }
  return bytes.empty();
}

}  // namespace cocite::ingest

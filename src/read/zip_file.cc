#include "read/zip_file.h"

#include <algorithm>
#include <memory>

#include <libdeflate.h>

namespace cocite::read {
namespace {

constexpr std::string_view kLocal("PK\x03\x04", 4);
constexpr std::string_view kCentral("PK\x01\x02", 4);
constexpr std::string_view kEnd("PK\x05\x06", 4);
constexpr std::string_view kEnd64("PK\x06\x06", 4);
constexpr std::string_view kLocator64("PK\x06\x07", 4);
constexpr size_t kLocalBytes = 30;
constexpr size_t kCentralBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr size_t kEnd64Bytes = 56;
constexpr size_t kLocatorBytes = 20;
constexpr size_t kMaxComment = 65535;
constexpr uint16_t kStored = 0;
constexpr uint16_t kDeflated = 8;
constexpr uint32_t kIn64 = 0xFFFFFFFF;

template <class Number>
Number number_at(std::string_view bytes, size_t at) {
  uint64_t value = 0;
  for (size_t i = sizeof(Number); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return static_cast<Number>(value);
}

// The zip64 field of a member has only those numbers that do not fit, in this order.
bool read_zip64(std::string_view extra, ZipEntry& entry) {
  while (extra.size() >= 4) {
    const auto kind = number_at<uint16_t>(extra, 0);
    const size_t size = number_at<uint16_t>(extra, 2);
    if (extra.size() - 4 < size) return false;
    std::string_view field = extra.substr(4, size);
    extra.remove_prefix(4 + size);
    if (kind != 1) continue;
    for (uint64_t* number : {&entry.bytes, &entry.packed_bytes, &entry.offset}) {
      if (*number != kIn64) continue;
      if (field.size() < 8) return false;
      *number = number_at<uint64_t>(field, 0);
      field.remove_prefix(8);
    }
    return true;
  }
  return entry.bytes != kIn64 && entry.packed_bytes != kIn64 && entry.offset != kIn64;
}

}  // namespace

tl::unexpected<Error> ZipFile::damage(std::string_view what) const {
  return fail(ErrorCode::kCorrupt, path() + ": is no whole zip file: " + std::string(what));
}

Result<ZipFile> ZipFile::open(const std::string& path) {
  COCITE_TRY(MappedFile file, MappedFile::open(path));
  return of(std::move(file), path);
}

Result<ZipFile> ZipFile::of(MappedFile file, const std::string& name) {
  ZipFile zip;
  zip.file_ = std::move(file);
  zip.name_ = name;
  const std::string_view all = zip.bytes();
  if (all.size() < kEndBytes) return zip.damage("it is too short");
  const size_t tail = all.size() - std::min(all.size(), kEndBytes + kMaxComment);
  size_t end = all.size() - kEndBytes + 1;
  do {
    end = end == 0 ? std::string_view::npos : all.rfind(kEnd, end - 1);
    if (end == std::string_view::npos || end < tail) return zip.damage("its end is missing");
  } while (number_at<uint16_t>(all, end + 20) > all.size() - end - kEndBytes);
  uint64_t count = number_at<uint16_t>(all, end + 10);
  uint64_t bytes = number_at<uint32_t>(all, end + 12);
  uint64_t offset = number_at<uint32_t>(all, end + 16);
  if (end >= kLocatorBytes && all.substr(end - kLocatorBytes).starts_with(kLocator64)) {
    const auto end64 = number_at<uint64_t>(all, end - kLocatorBytes + 8);
    if (end64 > end || end - end64 < kEnd64Bytes || !all.substr(end64).starts_with(kEnd64)) {
      return zip.damage("its end is damaged");
    }
    count = number_at<uint64_t>(all, end64 + 32);
    bytes = number_at<uint64_t>(all, end64 + 40);
    offset = number_at<uint64_t>(all, end64 + 48);
  }
  if (offset > end || bytes > end - offset) return zip.damage("its list of members is missing");
  COCITE_CHECK(zip.read_directory(offset, bytes, count));
  return zip;
}

Result<void> ZipFile::read_directory(uint64_t offset, uint64_t bytes, uint64_t count) {
  std::string_view left = this->bytes().substr(offset, bytes);
  uint64_t room = offset;  // members lie before their list
  for (; count > 0; --count) {
    if (left.size() < kCentralBytes || !left.starts_with(kCentral)) {
      return damage("its list of members is cut off");
    }
    const size_t name = number_at<uint16_t>(left, 28);
    const size_t extra = number_at<uint16_t>(left, 30);
    const size_t comment = number_at<uint16_t>(left, 32);
    if (left.size() - kCentralBytes < name + extra + comment) {
      return damage("its list of members is cut off");
    }
    ZipEntry entry{.name = std::string(left.substr(kCentralBytes, name)),
                   .offset = number_at<uint32_t>(left, 42),
                   .packed_bytes = number_at<uint32_t>(left, 20),
                   .bytes = number_at<uint32_t>(left, 24),
                   .method = number_at<uint16_t>(left, 10),
                   .crc = number_at<uint32_t>(left, 16),
                   .is_encrypted = (number_at<uint16_t>(left, 8) & 1U) != 0};
    if (!read_zip64(left.substr(kCentralBytes + name, extra), entry)) {
      return damage("the size of a member is missing");
    }
    if (entry.packed_bytes > room) return damage("its members overlap");
    room -= entry.packed_bytes;
    left.remove_prefix(kCentralBytes + name + extra + comment);
    entries_.push_back(std::move(entry));
  }
  return {};
}

const ZipEntry* ZipFile::find(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &ZipEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

Result<std::span<const char>> ZipFile::raw(const ZipEntry& entry) const {
  if (entry.is_encrypted) {
    return fail(ErrorCode::kUnsupported, path() + ": " + entry.name + " is encrypted");
  }
  const std::string_view all = bytes();
  if (entry.offset > all.size() || all.size() - entry.offset < kLocalBytes ||
      !all.substr(entry.offset).starts_with(kLocal)) {
    return damage(entry.name + " is missing");
  }
  const uint64_t begin = entry.offset + kLocalBytes + number_at<uint16_t>(all, entry.offset + 26) +
                         number_at<uint16_t>(all, entry.offset + 28);
  if (begin > all.size() || all.size() - begin < entry.packed_bytes) {
    return damage(entry.name + " is cut off");
  }
  if (is_stored(entry) && entry.packed_bytes != entry.bytes) {
    return damage(entry.name + " has two sizes");
  }
  return std::span<const char>(all.data() + begin, entry.packed_bytes);
}

Result<std::string> ZipFile::unpack(const ZipEntry& entry, uint64_t max_bytes) const {
  COCITE_TRY(const std::span<const char> packed, raw(entry));
  if (entry.method != kStored && entry.method != kDeflated) {
    return fail(ErrorCode::kUnsupported,
                path() + ": " + entry.name + " is packed in a way that is not supported");
  }
  if (entry.bytes > max_bytes) {
    return fail(ErrorCode::kUnsupported, path() + ": " + entry.name + " has " +
                                             std::to_string(entry.bytes) +
                                             " bytes, more than is unpacked in memory");
  }
  std::string text(packed.begin(), packed.end());
  if (entry.method == kDeflated) {
    text.assign(entry.bytes, '\0');
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> unpacker(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    size_t got = 0;
    if (!unpacker ||
        libdeflate_deflate_decompress(unpacker.get(), packed.data(), packed.size(), text.data(),
                                      text.size(), &got) != LIBDEFLATE_SUCCESS ||
        got != text.size()) {
      return damage(entry.name + " cannot be unpacked");
    }
  }
  if (libdeflate_crc32(0, text.data(), text.size()) != entry.crc) {
    return damage(entry.name + " has another checksum");
  }
  return text;
}

}  // namespace cocite::read

#include "crawl/zip_writer.h"

#include <algorithm>
#include <array>
#include <limits>

#include <libdeflate.h>
#include <openssl/sha.h>

#include "base/mapped_file.h"

namespace cocite::crawl {
namespace {

constexpr uint64_t kMost32 = std::numeric_limits<uint32_t>::max();
constexpr size_t kPieceBytes = size_t{4} << 20;
constexpr uint32_t kDate = (2020U - 1980U) << 9U | 1U << 5U | 1U;  // the same bytes every time

void put(uint64_t value, size_t bytes, std::string& out) {
  for (; bytes > 0; --bytes, value >>= 8U) out += static_cast<char>(value & 255U);
}

// Sizes of 4 GiB and more stand in a field of their own.
std::string zip64_field(std::initializer_list<uint64_t> values) {
  std::string field;
  put(1, 2, field);
  put(values.size() * 8, 2, field);
  for (const uint64_t value : values) put(value, 8, field);
  return field;
}

// What both headers of a member have.
void put_common(const ZipMember& member, bool is_large, std::string& out) {
  put(is_large ? 45 : 20, 2, out);  // version needed
  put(1U << 11U, 2, out);           // names are UTF-8
  put(0, 2, out);                   // stored
  put(0, 2, out);
  put(kDate, 2, out);
  put(member.crc, 4, out);
  const uint64_t shown = is_large ? kMost32 : member.bytes;
  put(shown, 4, out);
  put(shown, 4, out);
  put(member.name.size(), 2, out);
}

}  // namespace

std::string gzip_text(std::string_view text) {
  libdeflate_compressor* const packer = libdeflate_alloc_compressor(6);
  std::string packed(libdeflate_gzip_compress_bound(packer, text.size()), '\0');
  packed.resize(
      libdeflate_gzip_compress(packer, text.data(), text.size(), packed.data(), packed.size()));
  libdeflate_free_compressor(packer);
  return packed;
}

std::string sha256_text(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  std::string text;
  for (const unsigned char byte : digest) {
    text += "0123456789abcdef"[byte >> 4U];
    text += "0123456789abcdef"[byte & 15U];
  }
  return text;
}

Result<ZipWriter> ZipWriter::begin(const std::string& path, const OutputRules& rules) {
  COCITE_TRY(file::OutputFile file, file::OutputFile::begin(path, rules));
  return ZipWriter(std::move(file));
}

Result<void> ZipWriter::write(std::string_view bytes) {
  at_ += bytes.size();
  return file_.write(bytes);
}

Result<void> ZipWriter::begin_member(ZipMember& member) {
  member.offset = at_;
  const bool is_large = member.bytes >= kMost32;
  const std::string extra = is_large ? zip64_field({member.bytes, member.bytes}) : std::string();
  std::string head = "PK\x03\x04";
  put_common(member, is_large, head);
  put(extra.size(), 2, head);
  members_.push_back(member);
  return write(head + member.name + extra);
}

Result<ZipMember> ZipWriter::add(const std::string& name, std::string_view bytes) {
  ZipMember member{.name = name,
                   .bytes = bytes.size(),
                   .sha256 = sha256_text(bytes),
                   .crc = libdeflate_crc32(0, bytes.data(), bytes.size())};
  COCITE_CHECK(begin_member(member));
  for (size_t at = 0; at < bytes.size(); at += kPieceBytes) {
    COCITE_CHECK(write(bytes.substr(at, kPieceBytes)));
  }
  return member;
}

Result<ZipMember> ZipWriter::add_file(const std::string& name, const std::string& path,
                                      const std::function<void()>& tick) {
  COCITE_TRY(const MappedFile mapped, MappedFile::open(path, MappedFile::Access::kSequential));
  const std::string_view bytes(reinterpret_cast<const char*>(mapped.bytes().data()),
                               mapped.bytes().size());
  tick();
  return add(name, bytes);
}

Result<void> ZipWriter::publish() {
  const uint64_t begin = at_;
  for (const ZipMember& member : members_) {
    const bool is_large = member.bytes >= kMost32;
    const bool is_far = member.offset >= kMost32;
    std::string extra;
    if (is_large && is_far) extra = zip64_field({member.bytes, member.bytes, member.offset});
    if (is_large && !is_far) extra = zip64_field({member.bytes, member.bytes});
    if (!is_large && is_far) extra = zip64_field({member.offset});
    std::string head = "PK\x01\x02";
    put(is_large || is_far ? 45 : 20, 2, head);  // made by
    put_common(member, is_large, head);
    put(extra.size(), 2, head);
    put(0, 2 + 2 + 2 + 4, head);  // comment, disk, attributes
    put(std::min(member.offset, kMost32), 4, head);
    COCITE_CHECK(write(head + member.name + extra));
  }
  const uint64_t bytes = at_ - begin;
  std::string end;
  const bool is_large = begin >= kMost32 || members_.size() >= 0xFFFF;
  if (is_large) {
    end += "PK\x06\x06";
    put(44, 8, end);
    put(45, 2, end);
    put(45, 2, end);
    put(0, 8, end);
    put(members_.size(), 8, end);
    put(members_.size(), 8, end);
    put(bytes, 8, end);
    put(begin, 8, end);
    end += "PK\x06\x07";
    put(0, 4, end);
    put(at_, 8, end);
    put(1, 4, end);
  }
  const uint64_t count = is_large ? 0xFFFF : members_.size();
  end += "PK\x05\x06";
  put(0, 4, end);
  put(count, 2, end);
  put(count, 2, end);
  put(is_large ? kMost32 : bytes, 4, end);
  put(is_large ? kMost32 : begin, 4, end);
  put(0, 2, end);
  COCITE_CHECK(write(end));
  return file_.publish();
}

}  // namespace cocite::crawl

#include "file/container.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"

namespace cocite::file {
namespace {

constexpr uint64_t kAlign = 64;
// What a reader of bits may touch behind a section.
constexpr uint64_t kSlackBytes = 64;

constexpr std::array<char, 8> kMagicBytes = {kMagic[0], kMagic[1], kMagic[2], kMagic[3],
                                             kMagic[4], kMagic[5], kMagic[6], kMagic[7]};

struct Header {
  std::array<char, 8> magic;
  uint32_t version;
  std::array<char, 4> kind;
  uint64_t file_size;
  uint64_t table_offset;
  uint32_t section_count;
  uint32_t zero;
  uint64_t table_hash;
  uint64_t reserved;
  uint64_t header_hash;
};
static_assert(sizeof(Header) == 64);

struct TableEntry {
  std::array<char, 16> name;
  uint64_t offset;
  uint64_t length;
  uint64_t hashes_offset;
  uint64_t hashes_hash;
};
static_assert(sizeof(TableEntry) == 48);

uint64_t block_count(uint64_t length) {
  return (length + kBlockBytes - 1) / kBlockBytes;
}

uint64_t hash_of_header(const Header& header) {
  return hash64(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, header_hash)));
}

}  // namespace

// --- writing ---------------------------------------------------------------------------------

Result<ContainerWriter> ContainerWriter::create(const std::string& path, std::string_view kind) {
  COCITE_ASSERT(kind.size() == 4, "a container's kind has four characters");
  ContainerWriter writer;
  COCITE_TRY(writer.file_, RawFile::create(path));
  writer.kind_ = kind;
  const Header empty{};  // the real one is written last: an unfinished file is not a container
  COCITE_CHECK(writer.file_.append(std::as_bytes(std::span(&empty, 1))));
  return writer;
}

Result<void> ContainerWriter::pad() {
  static constexpr std::array<std::byte, kAlign> kZeros{};
  const uint64_t rest = file_.size() % kAlign;
  return rest == 0 ? Result<void>{} : file_.append(std::span(kZeros).first(kAlign - rest));
}

Result<void> ContainerWriter::begin(std::string_view name) {
  COCITE_ASSERT(name.size() <= 16, "a section's name has at most 16 bytes");
  COCITE_CHECK(end_section());
  COCITE_CHECK(pad());
  Entry entry;
  std::ranges::copy(name, entry.name.begin());
  entry.offset = file_.size();
  sections_.push_back(std::move(entry));
  return {};
}

Result<void> ContainerWriter::write(std::span<const std::byte> bytes) {
  COCITE_ASSERT(!sections_.empty(), "write() comes after begin()");
  Entry& section = sections_.back();
  section.length += bytes.size();
  COCITE_CHECK(file_.append(bytes));
  while (!bytes.empty()) {
    if (block_.empty() && bytes.size() >= kBlockBytes) {
      section.hashes.push_back(hash64(bytes.first(kBlockBytes)));
      bytes = bytes.subspan(kBlockBytes);
      continue;
    }
    const size_t take = std::min(bytes.size(), kBlockBytes - block_.size());
    block_.insert(block_.end(), bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(take));
    bytes = bytes.subspan(take);
    if (block_.size() == kBlockBytes) {
      section.hashes.push_back(hash64(block_));
      block_.clear();
    }
  }
  return {};
}

Result<void> ContainerWriter::end_section() {
  if (!block_.empty()) {
    sections_.back().hashes.push_back(hash64(block_));
    block_.clear();
  }
  return {};
}

Result<void> ContainerWriter::finish() {
  COCITE_CHECK(end_section());
  // The hash lists also keep the last section away from the end of the mapping, so that a reader
  // of eight bytes at a time may run over the end of a section.
  COCITE_CHECK(pad());
  std::vector<TableEntry> table;
  for (const Entry& section : sections_) {
    const auto hashes = std::as_bytes(std::span(section.hashes));
    table.push_back({.name = section.name,
                     .offset = section.offset,
                     .length = section.length,
                     .hashes_offset = file_.size(),
                     .hashes_hash = hash64(hashes)});
    COCITE_CHECK(file_.append(hashes));
  }
  COCITE_CHECK(pad());
  Header header{.magic = kMagicBytes,
                .version = kFormatVersion,
                .kind = {},
                .file_size = 0,
                .table_offset = file_.size(),
                .section_count = static_cast<uint32_t>(table.size()),
                .zero = 0,
                .table_hash = hash64(std::as_bytes(std::span(table))),
                .reserved = 0,
                .header_hash = 0};
  std::ranges::copy(kind_, header.kind.begin());
  COCITE_CHECK(file_.append(std::as_bytes(std::span(table))));
  COCITE_CHECK(pad());
  header.file_size = file_.size();
  header.header_hash = hash_of_header(header);
  COCITE_CHECK(file_.flush());
  COCITE_CHECK(file_.write_at(0, std::as_bytes(std::span(&header, 1))));
  return file_.sync();
}

// --- reading ---------------------------------------------------------------------------------

bool Section::check_block(uint64_t block) const {
  const uint64_t begin = block * kBlockBytes;
  const uint64_t length = std::min<uint64_t>(kBlockBytes, size_ - begin);
  if (hash64(std::span(data_ + begin, length)) != hashes_[block]) return false;
  checked_[block / 64].fetch_or(uint64_t{1} << (block % 64), std::memory_order_relaxed);
  return true;
}

tl::unexpected<Error> Section::damage() const {
  return fail(ErrorCode::kCorrupt, *path_ + ": damaged in section '" + std::string(name_) +
                                       "'; build the store again or restore it from a copy");
}

Result<Container> Container::open(const std::string& path, std::string_view kind) {
  auto shared = std::make_shared<Shared>();
  COCITE_TRY(shared->file, MappedFile::open(path));
  const std::span<const std::byte> bytes = shared->file.bytes();
  const auto corrupt = [&](const std::string& what) {
    return fail(ErrorCode::kCorrupt, path + ": " + what);
  };
  Header header{};
  if (bytes.size() < sizeof header) return corrupt("not a Cocite file (too short)");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagicBytes) return corrupt("not a Cocite file");
  if (header.header_hash != hash_of_header(header)) return corrupt("damaged header");
  if (header.version != kFormatVersion) {
    return fail(ErrorCode::kUnsupported,
                path + ": format version " + std::to_string(header.version) +
                    ", this program reads " + std::to_string(kFormatVersion) +
                    "; use a newer cocite or import again");
  }
  if (!kind.empty() && std::string_view(header.kind.data(), 4) != kind) {
    return corrupt("a Cocite file of kind '" + std::string(header.kind.data(), 4) + "' where '" +
                   std::string(kind) + "' is expected");
  }
  if (header.file_size != bytes.size()) {
    return corrupt("cut short or lengthened: " + std::to_string(bytes.size()) +
                   " bytes instead of " + std::to_string(header.file_size));
  }
  const auto inside = [&](uint64_t offset, uint64_t length) {
    return offset <= bytes.size() && length <= bytes.size() - offset;
  };
  const uint64_t table_bytes = uint64_t{header.section_count} * sizeof(TableEntry);
  if (!inside(header.table_offset, table_bytes) || header.table_offset % kAlign != 0) {
    return corrupt("damaged section table");
  }
  const auto table = bytes.subspan(header.table_offset, table_bytes);
  if (hash64(table) != header.table_hash) return corrupt("damaged section table");
  for (uint32_t i = 0; i < header.section_count; ++i) {
    TableEntry raw{};
    std::memcpy(&raw, table.data() + i * sizeof raw, sizeof raw);
    const uint64_t blocks = block_count(raw.length);
    if (!inside(raw.offset, raw.length) || !inside(raw.offset + raw.length, kSlackBytes) ||
        raw.offset % kAlign != 0 || raw.hashes_offset % sizeof(uint64_t) != 0 ||
        !inside(raw.hashes_offset, blocks * sizeof(uint64_t)) ||
        hash64(bytes.subspan(raw.hashes_offset, blocks * sizeof(uint64_t))) != raw.hashes_hash) {
      return corrupt("damaged section table");
    }
    const auto name_end = std::ranges::find(raw.name, '\0');
    shared->entries.push_back(
        {.name = std::string(raw.name.begin(), name_end),
         .offset = raw.offset,
         .length = raw.length,
         .hashes_offset = raw.hashes_offset,
         .checked = std::make_unique<std::atomic<uint64_t>[]>(blocks / 64 + 1)});
  }
  Container container;
  container.shared_ = std::move(shared);
  return container;
}

Section Container::view(const Entry& entry) const {
  const std::byte* bytes = shared_->file.bytes().data();
  Section section;
  section.data_ = bytes + entry.offset;
  section.size_ = entry.length;
  section.hashes_ = reinterpret_cast<const uint64_t*>(bytes + entry.hashes_offset);
  section.checked_ = entry.checked.get();
  section.path_ = &shared_->file.path();
  section.name_ = entry.name;
  return section;
}

Result<Section> Container::section(std::string_view name) const {
  for (const Entry& entry : shared_->entries) {
    if (entry.name == name) return view(entry);
  }
  return fail(ErrorCode::kCorrupt,
              shared_->file.path() + ": has no section '" + std::string(name) + "'");
}

bool Container::has(std::string_view name) const {
  return std::ranges::any_of(shared_->entries, [&](const Entry& e) { return e.name == name; });
}

std::vector<std::string> Container::names() const {
  std::vector<std::string> names;
  for (const Entry& entry : shared_->entries) names.push_back(entry.name);
  return names;
}

Result<void> Container::check() const {
  // Every byte between the sections is covered too: padding must be zero, as it was written.
  std::vector<std::pair<uint64_t, uint64_t>> covered = {{0, sizeof(Header)}};
  for (const Entry& entry : shared_->entries) {
    const Section section = view(entry);
    if (!section.is_sound(0, section.size())) return section.damage();
    covered.emplace_back(entry.offset, entry.length);
    covered.emplace_back(entry.hashes_offset, block_count(entry.length) * sizeof(uint64_t));
  }
  const std::span<const std::byte> bytes = shared_->file.bytes();
  Header header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  covered.emplace_back(header.table_offset, uint64_t{header.section_count} * sizeof(TableEntry));
  covered.emplace_back(bytes.size(), 0);
  std::ranges::sort(covered);
  uint64_t end = 0;
  for (const auto& [offset, length] : covered) {
    for (uint64_t i = end; i < offset; ++i) {
      if (bytes[i] != std::byte{0}) {
        return fail(ErrorCode::kCorrupt, shared_->file.path() + ": damaged between its sections");
      }
    }
    end = std::max(end, offset + length);
  }
  return {};
}

uint64_t Container::identity() const {
  uint64_t identity = 0;
  std::memcpy(&identity, shared_->file.bytes().data() + offsetof(Header, header_hash),
              sizeof identity);
  return identity;
}

}  // namespace cocite::file

// Is this file whole and ours? One file of a store: named sections, every byte checksummed.
//
//   0        64                                                                       file size
//   | header | section | pad | section | pad | ... | block hashes | section table |
//
//   header:  magic "COCITE\r\n" | version u32 | kind 4 bytes | file size u64 | table offset u64 |
//            section count u32 | 0 u32 | hash of table u64 | 0 u64 |
//            hash of the 56 bytes before u64
//   table:   per section: name 16 bytes | offset u64 | length u64 | hashes offset u64 |
//            hash of the hashes u64
//
// A section is hashed in blocks of 16 KiB. Opening checks the header, the table and the hash lists
// (0.05 % of the file); a block is verified once, by the first thread that touches it. So
// opening a large file is fast, and a damaged byte is found before it is used.
// Byte by byte: docs/formats/container.md.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/hash.h"
#include "base/mapped_file.h"
#include "file/raw_file.h"

namespace cocite::file {

// How every container begins.
inline constexpr std::string_view kMagic = "COCITE\r\n";
inline constexpr uint32_t kFormatVersion = 1;
inline constexpr size_t kBlockBytes = size_t{1} << 14;

// Writes one container; sections one after the other.
//
//   COCITE_TRY(auto writer, ContainerWriter::create(path, "keys"));
//   COCITE_CHECK(writer.begin("blocks"));
//   COCITE_CHECK(writer.write(bytes));      // as often as needed
//   COCITE_CHECK(writer.finish());          // synced; without it the file is not a container
class ContainerWriter {
 public:
  // `kind`: four ASCII characters that tell this sort of file from others.
  [[nodiscard]] static Result<ContainerWriter> create(const std::string& path,
                                                      std::string_view kind);
  // `name`: at most 16 bytes. Ends the section before it.
  [[nodiscard]] Result<void> begin(std::string_view name);
  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  template <class T>
  [[nodiscard]] Result<void> write_values(std::span<const T> values) {
    return write(std::as_bytes(values));
  }
  [[nodiscard]] Result<void> finish();
  // Bytes of the section that is being written.
  [[nodiscard]] uint64_t section_bytes() const { return sections_.back().length; }

 private:
  struct Entry {
    std::array<char, 16> name{};
    uint64_t offset = 0;
    uint64_t length = 0;
    std::vector<uint64_t> hashes;
  };
  [[nodiscard]] Result<void> end_section();
  [[nodiscard]] Result<void> pad();

  RawFile file_;
  std::string kind_;
  std::vector<Entry> sections_;
  std::vector<std::byte> block_;  // the part of the current block that is not hashed yet
};

// The bytes of one section. Copies are views of the same section; valid while its Container lives.
class Section {
 public:
  Section() = default;
  [[nodiscard]] uint64_t size() const { return size_; }

  // The bytes [begin, end), checked. Any thread. REQUIRES: begin <= end <= size().
  [[nodiscard]] bool is_sound(uint64_t begin, uint64_t end) const {
    if (begin == end) return true;
    const uint64_t last = (end - 1) / kBlockBytes;
    for (uint64_t block = begin / kBlockBytes; block <= last; ++block) {
      const uint64_t word = checked_[block / 64].load(std::memory_order_relaxed);
      if (((word >> (block % 64)) & 1U) == 0 && !check_block(block)) return false;
    }
    return true;
  }
  // The bytes, unchecked: for after is_sound(). At least 64 mapped bytes follow every section.
  [[nodiscard]] const std::byte* data() const { return data_; }
  // The whole section as values of a type, checked.
  template <class T>
  [[nodiscard]] Result<std::span<const T>> values() const {
    if (size_ % sizeof(T) != 0 || !is_sound(0, size_)) return damage();
    return std::span<const T>(reinterpret_cast<const T*>(data_), size_ / sizeof(T));
  }
  // "web.cocite/out: damaged in section 'stream' …"
  [[nodiscard]] tl::unexpected<Error> damage() const;

 private:
  friend class Container;
  [[nodiscard]] bool check_block(uint64_t block) const;

  const std::byte* data_ = nullptr;
  uint64_t size_ = 0;
  const uint64_t* hashes_ = nullptr;
  std::atomic<uint64_t>* checked_ = nullptr;
  const std::string* path_ = nullptr;
  std::string_view name_;
};

class Container {
 public:
  // Fails with kCorrupt when the file is cut, spoilt, of another kind or not ours, with
  // kUnsupported when it is of a newer version.
  [[nodiscard]] static Result<Container> open(const std::string& path, std::string_view kind);
  // Whatever its kind.
  [[nodiscard]] static Result<Container> open_any(const std::string& path) {
    return open(path, {});
  }
  [[nodiscard]] Result<Section> section(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  // Reads and checks every byte.
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] uint64_t size() const { return shared_->file.bytes().size(); }
  [[nodiscard]] const std::string& path() const { return shared_->file.path(); }
  // As MappedFile::let_go(): after a full read that will not be repeated soon.
  void let_go() const { shared_->file.let_go(); }
  // Hash of the header, which vouches for all the rest: the identity of this file.
  [[nodiscard]] uint64_t identity() const;

 private:
  struct Entry {
    std::string name;
    uint64_t offset = 0;
    uint64_t length = 0;
    uint64_t hashes_offset = 0;
    std::unique_ptr<std::atomic<uint64_t>[]> checked;
  };
  // On the heap, so that sections stay valid when the Container moves.
  struct Shared {
    MappedFile file;
    std::vector<Entry> entries;
  };
  [[nodiscard]] Section view(const Entry& entry) const;

  std::shared_ptr<const Shared> shared_;
};

}  // namespace cocite::file

// The members of a zip file, read in place: nothing is ever unpacked to disk.
//
//   COCITE_TRY(const ZipFile zip, ZipFile::open("crawl.wacz"));
//   for (const ZipEntry& entry : zip.entries()) entry.name            // "archive/data.warc.gz"
//   COCITE_TRY(const std::span<const char> bytes, zip.stored(entry))  // not packed: a view of the file
//   COCITE_TRY(const std::string text, zip.unpack(entry, 1 << 20))    // stored or deflated, at most so long
//
// Zip64 too; members that are encrypted or packed in other ways are refused. By hand and not by a library: archives
// are stored in WACZ, and a view of them costs nothing, where libarchive and minizip copy every byte.
// Names of members are only names: "../x" and "/x" lead nowhere. Members that overlap are refused, so that
// all of them together are no longer than the file. Any thread may read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/mapped_file.h"

namespace cocite::read {

struct ZipEntry {
  std::string name;
  uint64_t offset = 0;  // of its local header
  uint64_t packed_bytes = 0;
  uint64_t bytes = 0;
  uint32_t method = 0;
  uint32_t crc = 0;
  bool is_encrypted = false;
};

class ZipFile {
 public:
  // kCorrupt: cut off, or no zip file.
  [[nodiscard]] static Result<ZipFile> open(const std::string& path);
  // `name`: for messages.
  [[nodiscard]] static Result<ZipFile> of(MappedFile file, const std::string& name);

  [[nodiscard]] const std::string& path() const { return name_; }
  [[nodiscard]] const std::vector<ZipEntry>& entries() const { return entries_; }
  // nullptr: there is none.
  [[nodiscard]] const ZipEntry* find(std::string_view name) const;
  [[nodiscard]] static bool is_stored(const ZipEntry& entry) { return entry.method == 0; }

  // As it lies in the file, packed or not.
  [[nodiscard]] Result<std::span<const char>> raw(const ZipEntry& entry) const;
  // REQUIRES: is_stored(). Its checksum is not looked at.
  [[nodiscard]] Result<std::span<const char>> stored(const ZipEntry& entry) const {
    return raw(entry);
  }
  // Its checksum is checked.
  [[nodiscard]] Result<std::string> unpack(const ZipEntry& entry, uint64_t max_bytes) const;

 private:
  [[nodiscard]] Result<void> read_directory(uint64_t offset, uint64_t bytes, uint64_t count);
  [[nodiscard]] tl::unexpected<Error> damage(std::string_view what) const;
  [[nodiscard]] std::string_view bytes() const {
    return {reinterpret_cast<const char*>(file_.bytes().data()), file_.bytes().size()};
  }

  MappedFile file_;
  std::string name_;
  std::vector<ZipEntry> entries_;
};

}  // namespace cocite::read

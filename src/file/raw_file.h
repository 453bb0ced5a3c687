// A file being written, and positioned reads and writes of temporary files.
//
//   COCITE_TRY(auto file, RawFile::create(path));
//   COCITE_CHECK(file.append(bytes));
//   COCITE_CHECK(file.sync());
//
// append() is buffered and belongs to one thread; read_at() may be called from any. Every failure
// names the file and what the system said ("No space left on device").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

namespace cocite::file {

class RawFile {
 public:
  // Makes a new file (or empties an old one) that can be written and read back.
  [[nodiscard]] static Result<RawFile> create(const std::string& path);
  // A file in this folder that no other program sees and that is gone with this one, however it
  // ends.
  [[nodiscard]] static Result<RawFile> create_nameless(const std::string& folder);
  RawFile() = default;
  RawFile(RawFile&& other) noexcept;
  RawFile& operator=(RawFile&& other) noexcept;
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile();

  [[nodiscard]] Result<void> append(std::span<const std::byte> bytes);
  // Bytes appended so far: where the next append will stand.
  [[nodiscard]] uint64_t size() const { return flushed_ + buffer_.size(); }
  [[nodiscard]] Result<void> flush();
  // REQUIRES: flushed. Overwrites bytes that were appended before; or, where nothing is appended,
  // from any thread.
  [[nodiscard]] Result<void> write_at(uint64_t offset, std::span<const std::byte> bytes);
  // REQUIRES: flushed.
  [[nodiscard]] Result<void> read_at(uint64_t offset, std::span<std::byte> bytes) const;
  // Flushes and waits until the disk has it.
  [[nodiscard]] Result<void> sync();
  // Closes the file and removes it; nothing can be done with it afterwards.
  void remove();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[nodiscard]] Result<void> write_out(uint64_t offset, std::span<const std::byte> bytes);

  int fd_ = -1;
  uint64_t flushed_ = 0;
  std::vector<std::byte> buffer_;
  std::string path_;
};

// For tests: the n-th write of the process from now on fails with "No space left on device", and so
// do all after it. 0 turns it off.
void fail_write_after(uint64_t n);

template <class T>
[[nodiscard]] std::span<const std::byte> bytes_of(std::span<const T> values) {
  return std::as_bytes(values);
}

}  // namespace cocite::file

// A whole file as read-only bytes, mapped.
//
//   COCITE_TRY(auto file, MappedFile::open("web.cocite/out"));
//   file.bytes()  // valid as long as `file` lives
//
// Any number of threads may read one MappedFile. A file that another process cuts short while it is
// mapped is outside what we can guard against (SIGBUS); stores are never changed in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <cocite/result.h>

namespace cocite {

class MappedFile {
 public:
  enum class Access : uint8_t { kNormal, kRandom, kSequential };

  [[nodiscard]] static Result<MappedFile> open(const std::string& path,
                                               Access access = Access::kNormal);
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }
  [[nodiscard]] const std::string& path() const { return path_; }
  // The memory that reading took is not ours for now; what is read again comes from the file.
  void let_go() const;

 private:
  const std::byte* data_ = nullptr;
  size_t size_ = 0;
  std::string path_;
};

// "No such file or directory" and so on, for messages.
[[nodiscard]] std::string errno_text(int error_number);

}  // namespace cocite

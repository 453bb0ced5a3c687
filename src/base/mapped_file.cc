#include "base/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cocite {

std::string errno_text(int error_number) {
  char buffer[256];
  return strerror_r(error_number, buffer, sizeof buffer);
}

Result<MappedFile> MappedFile::open(const std::string& path, Access access) {
  // Not waiting: a pipe of that name would never be opened, and is refused below.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
    return fail(code, path + ": cannot be opened: " + errno_text(errno));
  }
  struct stat status {};
  if (::fstat(fd, &status) != 0) {
    const int saved = errno;
    ::close(fd);
    return fail(ErrorCode::kIo, path + ": " + errno_text(saved));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(fd);
    return fail(ErrorCode::kInvalidArgument,
                path + (S_ISDIR(status.st_mode) ? ": is a folder, a file is needed"
                                                : ": is not a regular file"));
  }
  MappedFile file;
  file.path_ = path;
  file.size_ = static_cast<size_t>(status.st_size);
  if (file.size_ > 0) {
    void* memory = ::mmap(nullptr, file.size_, PROT_READ, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED) {
      const int saved = errno;
      ::close(fd);
      return fail(ErrorCode::kIo, path + ": cannot be mapped: " + errno_text(saved));
    }
    file.data_ = static_cast<const std::byte*>(memory);
    if (access == Access::kRandom) ::madvise(memory, file.size_, MADV_RANDOM);
    if (access == Access::kSequential) ::madvise(memory, file.size_, MADV_SEQUENTIAL);
  }
  ::close(fd);
  return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      path_(std::move(other.path_)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(path_, other.path_);
  return *this;
}

void MappedFile::let_go() const {
  if (data_ != nullptr) ::madvise(const_cast<std::byte*>(data_), size_, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace cocite

#include "file/raw_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/mapped_file.h"

namespace cocite::file {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;

std::atomic<uint64_t> writes_until_failure{0};

bool injected_failure() {
  const uint64_t left = writes_until_failure.load(std::memory_order_relaxed);
  if (left == 0) return false;
  if (left == 1) return true;
  writes_until_failure.store(left - 1, std::memory_order_relaxed);
  return false;
}

}  // namespace

void fail_write_after(uint64_t n) {
  writes_until_failure.store(n, std::memory_order_relaxed);
}

Result<RawFile> RawFile::create(const std::string& path) {
  RawFile file;
  file.fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file.fd_ < 0) {
    return fail(ErrorCode::kIo, path + ": cannot be created: " + errno_text(errno));
  }
  file.path_ = path;
  return file;
}

Result<RawFile> RawFile::create_nameless(const std::string& folder) {
  RawFile file;
  file.path_ = folder + "/scratch file";  // for messages
  file.fd_ = ::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
  if (file.fd_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    // A file system that has only files with names: it loses its own at once.
    std::string name = folder + "/cocite-scratch-XXXXXX";
    file.fd_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (file.fd_ >= 0) ::unlink(name.c_str());
  }
  if (file.fd_ < 0) {
    return fail(ErrorCode::kIo,
                folder + ": a scratch file cannot be created there: " + errno_text(errno));
  }
  return file;
}

RawFile::RawFile(RawFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      flushed_(other.flushed_),
      buffer_(std::move(other.buffer_)),
      path_(std::move(other.path_)) {}

RawFile& RawFile::operator=(RawFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(flushed_, other.flushed_);
  std::swap(buffer_, other.buffer_);
  std::swap(path_, other.path_);
  return *this;
}

RawFile::~RawFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> RawFile::write_out(uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    ssize_t done = -1;
    if (injected_failure()) {
      errno = ENOSPC;
    } else {
      done = ::pwrite(fd_, bytes.data(), std::min<size_t>(bytes.size(), size_t{1} << 30),
                      static_cast<off_t>(offset));
    }
    if (done < 0) {
      if (errno == EINTR) continue;
      return fail(ErrorCode::kIo, path_ + ": cannot be written: " + errno_text(errno));
    }
    bytes = bytes.subspan(static_cast<size_t>(done));
    offset += static_cast<uint64_t>(done);
  }
  return {};
}

Result<void> RawFile::append(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() <= kBufferBytes) {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    return {};
  }
  COCITE_CHECK(flush());
  if (bytes.size() < kBufferBytes) {
    buffer_.assign(bytes.begin(), bytes.end());
    return {};
  }
  COCITE_CHECK(write_out(flushed_, bytes));
  flushed_ += bytes.size();
  return {};
}

Result<void> RawFile::flush() {
  COCITE_CHECK(write_out(flushed_, buffer_));
  flushed_ += buffer_.size();
  buffer_.clear();
  return {};
}

Result<void> RawFile::write_at(uint64_t offset, std::span<const std::byte> bytes) {
  return write_out(offset, bytes);
}

Result<void> RawFile::read_at(uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t done = ::pread(fd_, bytes.data(), std::min<size_t>(bytes.size(), size_t{1} << 30),
                                 static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      return fail(ErrorCode::kIo,
                  path_ + ": cannot be read back: " + (done < 0 ? errno_text(errno) : "too short"));
    }
    bytes = bytes.subspan(static_cast<size_t>(done));
    offset += static_cast<uint64_t>(done);
  }
  return {};
}

void RawFile::remove() {
  if (fd_ < 0) return;
  ::unlink(path_.c_str());
  ::close(std::exchange(fd_, -1));
}

Result<void> RawFile::sync() {
  COCITE_CHECK(flush());
  if (::fsync(fd_) != 0) {
    return fail(ErrorCode::kIo, path_ + ": cannot be synced: " + errno_text(errno));
  }
  return {};
}

}  // namespace cocite::file

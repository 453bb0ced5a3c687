#include "file/output_file.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mapped_file.h"

namespace cocite::file {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;

}  // namespace

Result<OutputFile> OutputFile::begin(const std::string& path, const OutputRules& rules) {
  COCITE_CHECK(check_output(path, rules));
  OutputFile file;
  file.path_ = path;
  file.compressor_ = make_compressor(path);
  struct stat status {};
  struct stat standard {};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  const bool is_standard = is_there && ::fstat(STDOUT_FILENO, &standard) == 0 &&
                           status.st_dev == standard.st_dev && status.st_ino == standard.st_ino;
  if (path == "-" || is_standard) {
    file.path_ = "standard output";
    file.fd_ = ::dup(STDOUT_FILENO);
    if (file.fd_ < 0) return file.cannot("write");
  } else if (is_there && !S_ISREG(status.st_mode)) {
    file.fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file.fd_ < 0) return file.cannot("write");
  } else {
    file.path_ = link_target(path);
    COCITE_CHECK(file.open_part());
  }
  return file;
}

// Under a lock: of two processes that write the same file, the second gets an error.
Result<void> OutputFile::open_part() {
  const std::string part = path_ + std::string(kPartEnding);
  for (;;) {
    fd_ = ::open(part.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd_ < 0) return cannot("write");
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return cannot("write");
      return fail(ErrorCode::kBusy,
                  path_ + ": another process is writing it; wait until it is done");
    }
    // The other process may have put it in place between our open and our lock.
    struct stat held {};
    struct stat named {};
    const bool is_still_it = ::fstat(fd_, &held) == 0 && ::lstat(part.c_str(), &named) == 0 &&
                             held.st_ino == named.st_ino && held.st_dev == named.st_dev;
    if (is_still_it) break;
    ::close(std::exchange(fd_, -1));
  }
  part_path_ = part;
  if (::ftruncate(fd_, 0) != 0) return cannot("write");
  return {};
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_path_(std::exchange(other.part_path_, {})),
      fd_(std::exchange(other.fd_, -1)),
      buffer_(std::move(other.buffer_)),
      bytes_(other.bytes_),
      compressor_(std::move(other.compressor_)) {}

OutputFile::~OutputFile() {
  if (!part_path_.empty()) ::unlink(part_path_.c_str());
  if (fd_ >= 0) ::close(fd_);
}

tl::unexpected<Error> OutputFile::cannot(const char* what) const {
  return fail(ErrorCode::kIo, path_ + ": cannot " + what + ": " + errno_text(errno));
}

Result<void> OutputFile::write_out(std::string_view bytes) {
  bytes_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) {
      return fail(ErrorCode::kCancelled, path_ + ": the reader of the pipe has stopped");
    }
    if (written < 0) return cannot("write");
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Result<void> OutputFile::flush() {
  if (compressor_) {
    COCITE_CHECK(
        compressor_->write(buffer_, [&](std::string_view packed) { return write_out(packed); }));
  } else {
    COCITE_CHECK(write_out(buffer_));
  }
  buffer_.clear();
  return {};
}

Result<void> OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) return flush();
  return {};
}

Result<void> OutputFile::publish() {
  COCITE_CHECK(flush());
  if (compressor_) {
    COCITE_CHECK(compressor_->finish([&](std::string_view packed) { return write_out(packed); }));
  }
  // Devices and pipes have nothing to sync; a disk that is full may say so only now.
  if (!part_path_.empty() && ::fsync(fd_) != 0) return cannot("write");
  if (!part_path_.empty()) {
    // Renamed before it is closed, which gives the lock back.
    if (::rename(part_path_.c_str(), path_.c_str()) != 0) return cannot("put in place");
    part_path_.clear();
  }
  if (::close(std::exchange(fd_, -1)) != 0) return cannot("close");
  return {};
}

}  // namespace cocite::file

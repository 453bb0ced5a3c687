#include "export/output_file.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mapped_file.h"

namespace cocite::exporter {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;

}  // namespace

Result<void> may_write(const std::string& path, bool force) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::kAlreadyExists, path + ": is a folder; name a file to write");
  }
  if (S_ISREG(status.st_mode) && !force) {
    return fail({.code = ErrorCode::kAlreadyExists,
                 .message = path + ": exists already",
                 .remedies = {{.options = {{"force", ""}}}}});
  }
  return {};
}

Result<OutputFile> OutputFile::begin(const std::string& path, bool force) {
  COCITE_CHECK(may_write(path, force));
  OutputFile file;
  file.path_ = path;
  file.compressor_ = make_compressor(path);
  struct stat status {};
  if (path == "-") {
    file.path_ = "standard output";
    file.fd_ = ::dup(STDOUT_FILENO);
  } else if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    file.fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    const std::string part = path + ".part";
    file.fd_ = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file.fd_ >= 0) file.part_path_ = part;
  }
  if (file.fd_ < 0) return file.cannot("write");
  return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_path_(std::exchange(other.part_path_, {})),
      fd_(std::exchange(other.fd_, -1)),
      buffer_(std::move(other.buffer_)),
      bytes_(other.bytes_),
      compressor_(std::move(other.compressor_)) {}

OutputFile::~OutputFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!part_path_.empty()) ::unlink(part_path_.c_str());
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
      return fail(ErrorCode::kCancelled, path_ + ": whoever reads it has stopped");
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
  if (::close(std::exchange(fd_, -1)) != 0) return cannot("close");
  if (part_path_.empty()) return {};
  if (::rename(part_path_.c_str(), path_.c_str()) != 0) return cannot("put in place");
  part_path_.clear();
  return {};
}

}  // namespace cocite::exporter

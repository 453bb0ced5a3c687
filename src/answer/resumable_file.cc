#include "answer/resumable_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/mapped_file.h"

namespace cocite::answer {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBlock = size_t{1} << 16;
constexpr int64_t kApartMs = 1000;

int64_t now_ms() {
  using std::chrono::duration_cast;
  return duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

tl::unexpected<Error> cannot(const std::string& path) {
  return fail(ErrorCode::kIo, path + ": cannot write: " + errno_text(errno));
}

Result<void> write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return cannot(path);
    text.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Result<void> sync_folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const std::string name = folder.empty() ? "." : folder;
  const int fd = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return cannot(name);
  const int done = ::fsync(fd);
  const int saved = errno;
  ::close(fd);
  errno = saved;
  if (done != 0 && saved != EINVAL) return cannot(name);  // some file systems cannot
  return {};
}

}  // namespace

Result<ResumableFile> ResumableFile::open(const std::string& path, const std::string& asked,
                                          std::string_view head) {
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  if (path == "-" || (fs::exists(there) && !fs::is_regular_file(there))) {
    return fail({.message = path + ": cannot be resumed after a stop; name a regular file",
                 .about = "out"});
  }
  ResumableFile file(link_target(path), asked);
  file.fd_ = ::open(file.part().c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file.fd_ < 0) return cannot(file.part());
  if (::flock(file.fd_, LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::kBusy, path + ": another process is writing it; wait until it is done");
  }
  COCITE_TRY(const bool goes_on, file.resume());
  if (goes_on) return file;
  if (::ftruncate(file.fd_, 0) != 0) return cannot(file.part());
  COCITE_CHECK(file.add(head));
  return file;
}

ResumableFile::ResumableFile(ResumableFile&& other) noexcept
    : path_(std::move(other.path_)),
      asked_(std::move(other.asked_)),
      fd_(std::exchange(other.fd_, -1)),
      progress_(other.progress_),
      bytes_(other.bytes_),
      hash_of_blocks_(other.hash_of_blocks_),
      block_(std::move(other.block_)),
      kept_at_ms_(other.kept_at_ms_) {}

ResumableFile::~ResumableFile() {
  if (fd_ >= 0) ::close(fd_);
}

// Whether the part is what the state says of it; then all is as it was when that was written.
Result<bool> ResumableFile::resume() {
  std::ifstream file(state());
  std::string line;
  Progress progress;
  uint64_t bytes = 0;
  uint64_t expected = 0;
  if (!std::getline(file, line) || line != asked_ ||
      !(file >> progress.pages >> progress.answered >> bytes >> expected)) {
    return false;
  }
  struct stat about {};
  if (::fstat(fd_, &about) != 0 || static_cast<uint64_t>(about.st_size) < bytes) return false;
  std::vector<char> room(kBlock);
  while (bytes_ < bytes) {
    const size_t wanted = std::min<uint64_t>(kBlock, bytes - bytes_);
    const ssize_t got = ::read(fd_, room.data(), wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    count({room.data(), static_cast<size_t>(got)});
  }
  const bool is_it = bytes_ == bytes && hash() == expected;
  if (is_it && ::ftruncate(fd_, static_cast<off_t>(bytes)) != 0) return cannot(part());
  if (::lseek(fd_, is_it ? static_cast<off_t>(bytes) : 0, SEEK_SET) < 0) return cannot(part());
  if (is_it) {
    progress_ = progress;
    return true;
  }
  bytes_ = 0;
  hash_of_blocks_ = 0;
  block_.clear();
  return false;
}

void ResumableFile::count(std::string_view text) {
  bytes_ += text.size();
  while (!text.empty()) {
    const size_t taken = std::min(text.size(), kBlock - block_.size());
    block_ += text.substr(0, taken);
    text.remove_prefix(taken);
    if (block_.size() < kBlock) break;
    hash_of_blocks_ = mix(hash_of_blocks_ ^ hash64(block_));
    block_.clear();
  }
}

uint64_t ResumableFile::hash() const {
  return mix(hash_of_blocks_ ^ hash64(block_));
}

Result<void> ResumableFile::add(std::string_view text) {
  COCITE_CHECK(write_all(fd_, text, part()));
  count(text);
  return {};
}

Result<void> ResumableFile::keep(const Progress& progress) {
  progress_ = progress;
  const int64_t now = now_ms();
  if (now - kept_at_ms_ < kApartMs) return {};
  kept_at_ms_ = now;
  return write_state();
}

// The part first: a state that is on disk without it would tell of bytes that are not there.
Result<void> ResumableFile::write_state() {
  if (::fsync(fd_) != 0) return cannot(part());
  const std::string aside = state() + ".new";
  const int fd = ::open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return cannot(aside);
  const std::string text = asked_ + '\n' + std::to_string(progress_.pages) + ' ' +
                           std::to_string(progress_.answered) + ' ' + std::to_string(bytes_) + ' ' +
                           std::to_string(hash()) + '\n';
  Result<void> written = write_all(fd, text, aside);
  if (written && ::fsync(fd) != 0) written = cannot(aside);
  ::close(fd);
  COCITE_CHECK(written);
  if (::rename(aside.c_str(), state().c_str()) != 0) return cannot(state());
  return {};
}

Result<void> ResumableFile::finish() {
  if (::fsync(fd_) != 0) return cannot(part());
  ::close(std::exchange(fd_, -1));
  if (::rename(part().c_str(), path_.c_str()) != 0) return cannot(path_);
  COCITE_CHECK(sync_folder_of(path_));
  if (::unlink(state().c_str()) != 0 && errno != ENOENT) {
    const int saved = errno;
    return fail(ErrorCode::kIo, path_ + ": is finished, but " + state() +
                                    " could not be removed (" + errno_text(saved) + ")");
  }
  return {};
}

}  // namespace cocite::answer

#include "read/raw_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/mapped_file.h"

namespace cocite::read {
namespace {

// What the last reader of a pipe read and did not take, by the name of the pipe.
struct Rest {
  int fd = -1;
  std::vector<char> bytes;
  bool has_ended = false;
};
std::map<std::string, Rest>& rests_of_pipes() {
  static std::map<std::string, Rest> rests;
  return rests;
}

bool is_null_device(const struct stat& status) {
  return major(status.st_rdev) == 1 && minor(status.st_rdev) == 3;
}

// How long to wait until a program opens a named pipe for writing. Shells do so at once.
constexpr int kWaitForWriterMs = 10'000;
constexpr int kWaitMs = 200;

}  // namespace

// Waits until a program has opened a named pipe for writing, or has written and closed it. Opening a pipe
// without O_NONBLOCK would wait as well, but nothing could end that.
Result<void> RawBytes::wait_for_writer() {
  for (int waited_ms = 0;; waited_ms += kWaitMs) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    }
    struct pollfd wait {
      .fd = fd_, .events = POLLIN, .revents = 0
    };
    if (::poll(&wait, 1, kWaitMs) > 0) break;
    // No data: without a writer that reads as the end of the file, with one as EAGAIN.
    const ssize_t got = ::read(fd_, buffer_.data(), 1);
    if (got > 0) end_ = 1;
    if (got != 0) break;
    if (waited_ms >= kWaitForWriterMs) {
      return fail(ErrorCode::kIo, name_ + ": is a pipe that no program has opened for writing");
    }
  }
  ::fcntl(fd_, F_SETFL, ::fcntl(fd_, F_GETFL) & ~O_NONBLOCK);
  return {};
}

Result<std::unique_ptr<RawBytes>> RawBytes::open(const std::string& path,
                                                 const std::atomic<bool>* stop, size_t room) {
  const std::string shown = path == "-" ? "standard input" : path;
  Rest rest{.fd = path == "-" ? 0 : -1, .bytes = {}};
  if (const auto found = rests_of_pipes().find(shown); found != rests_of_pipes().end()) {
    rest = std::move(found->second);
    rests_of_pipes().erase(found);
  }
  struct stat status {};
  const bool is_new_pipe =
      rest.fd < 0 && ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  if (rest.fd < 0) {
    rest.fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_new_pipe ? O_NONBLOCK : 0));
    if (rest.fd < 0) {
      return fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                  shown + ": cannot be opened: " + errno_text(errno));
    }
  }
  std::unique_ptr<RawBytes> raw(new RawBytes(rest.fd, shown, stop, room));
  if (::fstat(rest.fd, &status) != 0) status = {};
  if (S_ISDIR(status.st_mode)) {
    return fail({.message = shown +
                            ": is a folder, not a file; a tree of HTML files is named with "
                            "its address: " +
                            shown + "=https://address/",
                 .remedies = {{.options = {{"from", "html"}}}}});
  }
  const bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && !is_null_device(status) && ::isatty(rest.fd) == 0) {
    return fail(ErrorCode::kInvalidArgument, shown + ": is a device, not a file");
  }
  raw->total_ = S_ISREG(status.st_mode) ? static_cast<uint64_t>(status.st_size) : 0;
  raw->buffer_.resize(std::max(raw->buffer_.size(), rest.bytes.size()));
  raw->end_ = rest.bytes.size();
  raw->ended_ = rest.has_ended;
  std::ranges::copy(rest.bytes, raw->buffer_.begin());
  if (is_new_pipe) COCITE_CHECK(raw->wait_for_writer());
  raw->is_pipe_ = rest.fd == 0 || S_ISFIFO(status.st_mode);
  return raw;
}

std::unique_ptr<RawBytes> RawBytes::from_memory(std::span<const char> bytes,
                                                const std::string& name, size_t room) {
  // One byte more than there is, so that the end is seen without moving anything.
  const size_t needed = std::min(room, std::max<size_t>(bytes.size() + 1, 64));
  std::unique_ptr<RawBytes> raw(new RawBytes(-1, name, nullptr, needed));
  raw->memory_ = bytes;
  raw->total_ = bytes.size();
  return raw;
}

RawBytes::~RawBytes() {
  const std::span<const char> rest = std::span(buffer_).subspan(begin_, end_ - begin_);
  // A named pipe that was only looked at is read later; standard input may hold one input after another.
  if (is_pipe_ && (fd_ == 0 || taken_ == 0)) {
    rests_of_pipes()[name_] = {.fd = fd_, .bytes = {rest.begin(), rest.end()}, .has_ended = ended_};
  } else if (fd_ > 0) {
    ::close(fd_);
  }
}

Result<std::span<const char>> RawBytes::look(size_t wanted) {
  while (end_ - begin_ < wanted && !ended_) {
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ == buffer_.size()) break;
    if (!is_ready()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    const ssize_t got = read(std::span(buffer_).subspan(end_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(ErrorCode::kIo, name_ + ": cannot be read: " + errno_text(errno));
    ended_ = got == 0;
    end_ += static_cast<size_t>(got);
  }
  return std::span<const char>(buffer_.data() + begin_, end_ - begin_);
}

bool RawBytes::is_ready() const {
  if (fd_ < 0 || stop_ == nullptr) return true;
  for (;;) {
    if (stop_->load(std::memory_order_relaxed)) return false;
    struct pollfd wait {
      .fd = fd_, .events = POLLIN, .revents = 0
    };
    if (::poll(&wait, 1, kWaitMs) > 0) return true;
  }
}

ssize_t RawBytes::read(std::span<char> to) {
  if (fd_ >= 0) return ::read(fd_, to.data(), to.size());
  const size_t take = std::min(to.size(), memory_.size());
  std::copy_n(memory_.begin(), take, to.begin());
  memory_ = memory_.subspan(take);
  return static_cast<ssize_t>(take);
}

}  // namespace cocite::read

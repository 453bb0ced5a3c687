#include "crawl/raw_bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mapped_file.h"

namespace cocite::crawl {
namespace {

// Bytes of standard input that the last reader read and did not take.
std::vector<char>& rest_of_standard_input() {
  static std::vector<char> rest;
  return rest;
}

}  // namespace

Result<std::unique_ptr<RawBytes>> RawBytes::open(const std::string& path,
                                                 const std::atomic<bool>* stop, size_t room) {
  int fd = 0;
  const std::string shown = path == "-" ? "standard input" : path;
  if (path != "-") {
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
      return fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                  shown + ": cannot be opened: " + errno_text(errno));
    }
  }
  std::unique_ptr<RawBytes> raw(new RawBytes(fd, shown, stop, room));
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    return fail({.message = shown +
                            ": is a folder, not a file; a tree of HTML files is named with "
                            "its address: " +
                            shown + "=https://address/",
                 .remedies = {{.options = {{"from", "html"}}}}});
  }
  raw->total_ = S_ISREG(status.st_mode) ? static_cast<uint64_t>(status.st_size) : 0;
  if (fd == 0) {
    const std::vector<char> rest = std::exchange(rest_of_standard_input(), {});
    raw->buffer_.resize(std::max(raw->buffer_.size(), rest.size()));
    raw->end_ = rest.size();
    std::ranges::copy(rest, raw->buffer_.begin());
  }
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
  if (fd_ > 0) ::close(fd_);
  if (fd_ != 0) return;
  const std::span<const char> rest = std::span(buffer_).subspan(begin_, end_ - begin_);
  rest_of_standard_input().assign(rest.begin(), rest.end());
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
    constexpr int kWaitMs = 200;
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

}  // namespace cocite::crawl

#include "crawl/input_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/mapped_file.h"

namespace cocite::crawl {
namespace {

constexpr size_t kRawBytes = size_t{1} << 18;
constexpr size_t kMostLookedAt = 4;  // bytes that anybody asks to see at once

}  // namespace

// The bytes as they lie on disk, with a look at what comes next.
class RawBytes {
 public:
  RawBytes(int fd, std::string path, const std::atomic<bool>* stop)
      : fd_(fd), path_(std::move(path)), buffer_(kRawBytes), stop_(stop) {}
  RawBytes(std::span<const char> memory, std::string path)
      : memory_(memory),
        path_(std::move(path)),
        buffer_(std::min(kRawBytes, memory.size() + kMostLookedAt)) {}
  RawBytes(const RawBytes&) = delete;
  RawBytes& operator=(const RawBytes&) = delete;
  ~RawBytes() {
    if (fd_ > 0) ::close(fd_);
  }
  // What is there and not yet taken; at least `wanted` bytes unless the input ends.
  Result<std::span<const char>> look(size_t wanted) {
    while (end_ - begin_ < wanted && !ended_) {
      if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
      }
      if (!is_ready()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
      const ssize_t got = read(std::span(buffer_).subspan(end_));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return fail(ErrorCode::kIo, path_ + ": cannot be read: " + errno_text(errno));
      ended_ = got == 0;
      end_ += static_cast<size_t>(got);
    }
    return std::span<const char>(buffer_.data() + begin_, end_ - begin_);
  }
  void take(size_t count) {
    begin_ += count;
    taken_ += count;
  }
  [[nodiscard]] uint64_t taken() const { return taken_; }

 private:
  // Waits until there is something to read; false when the user asked to stop.
  bool is_ready() const {
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
  ssize_t read(std::span<char> to) {
    if (fd_ >= 0) return ::read(fd_, to.data(), to.size());
    const size_t take = std::min(to.size(), memory_.size());
    std::copy_n(memory_.begin(), take, to.begin());
    memory_ = memory_.subspan(take);
    return static_cast<ssize_t>(take);
  }

  int fd_ = -1;
  std::span<const char> memory_;  // where there is no file
  std::string path_;
  std::vector<char> buffer_;
  const std::atomic<bool>* stop_ = nullptr;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t taken_ = 0;
  bool ended_ = false;
};

namespace {

class PlainStream final : public InputStream {
 public:
  explicit PlainStream(std::unique_ptr<RawBytes> raw) : raw_(std::move(raw)) {}
  Result<size_t> read(std::span<char> buffer) override {
    size_t filled = 0;
    while (filled < buffer.size()) {
      COCITE_TRY(const auto bytes, raw_->look(1));
      if (bytes.empty()) break;
      const size_t take = std::min(bytes.size(), buffer.size() - filled);
      std::memcpy(buffer.data() + filled, bytes.data(), take);
      raw_->take(take);
      filled += take;
    }
    raw_done_ = raw_->taken();
    return filled;
  }

 private:
  std::unique_ptr<RawBytes> raw_;
};

class GzipStream final : public InputStream {
 public:
  explicit GzipStream(std::unique_ptr<RawBytes> raw) : raw_(std::move(raw)) {
    inflateInit2(&zlib_, 15 + 16);
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override { inflateEnd(&zlib_); }

  Result<size_t> read(std::span<char> buffer) override {
    size_t filled = 0;
    while (filled < buffer.size()) {
      // Two bytes, because a new member is told by two; a later look would move these.
      COCITE_TRY(const auto bytes, raw_->look(in_member_ ? 1 : 2));
      if (bytes.empty()) {
        if (in_member_) return broken("ends in the middle of its gzip data; it was cut short");
        break;
      }
      if (!in_member_) {
        const bool is_gzip = bytes.size() >= 2 && static_cast<unsigned char>(bytes[0]) == 0x1F &&
                             static_cast<unsigned char>(bytes[1]) == 0x8B;
        if (!is_gzip) {
          // Some tools pad the file with zeros; anything else is not ours to guess.
          if (bytes[0] == '\0') {
            raw_->take(1);
            continue;
          }
          return broken("has bytes behind its gzip data that are not gzip");
        }
        inflateReset(&zlib_);
        in_member_ = true;
      }
      zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      zlib_.avail_in = static_cast<uInt>(bytes.size());
      zlib_.next_out = reinterpret_cast<Bytef*>(buffer.data() + filled);
      zlib_.avail_out = static_cast<uInt>(std::min<size_t>(buffer.size() - filled, 1U << 30));
      const uInt room = zlib_.avail_out;
      const int state = inflate(&zlib_, Z_NO_FLUSH);
      raw_->take(bytes.size() - zlib_.avail_in);
      filled += room - zlib_.avail_out;
      if (state == Z_STREAM_END) {
        in_member_ = false;
      } else if (state != Z_OK && state != Z_BUF_ERROR) {
        return broken(std::string("has damaged gzip data: ") +
                      (zlib_.msg != nullptr ? zlib_.msg : "unknown reason"));
      }
    }
    raw_done_ = raw_->taken();
    return filled;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> broken(const std::string& what) const {
    return fail(ErrorCode::kCorrupt,
                path_ + ": " + what + " (at byte " + std::to_string(raw_->taken()) + ")");
  }

  std::unique_ptr<RawBytes> raw_;
  z_stream zlib_{};
  bool in_member_ = false;
};

class ZstdStream final : public InputStream {
 public:
  explicit ZstdStream(std::unique_ptr<RawBytes> raw)
      : raw_(std::move(raw)), zstd_(ZSTD_createDStream()) {}
  ZstdStream(const ZstdStream&) = delete;
  ZstdStream& operator=(const ZstdStream&) = delete;
  ~ZstdStream() override { ZSTD_freeDStream(zstd_); }

  Result<size_t> read(std::span<char> buffer) override {
    size_t filled = 0;
    while (filled < buffer.size()) {
      COCITE_TRY(const auto bytes, raw_->look(1));
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      ZSTD_outBuffer out{buffer.data() + filled, buffer.size() - filled, 0};
      const size_t state = ZSTD_decompressStream(zstd_, &out, &in);
      if (ZSTD_isError(state) != 0) {
        return fail(ErrorCode::kCorrupt,
                    path_ + ": has damaged zstd data: " + ZSTD_getErrorName(state) + " (at byte " +
                        std::to_string(raw_->taken()) + ")");
      }
      raw_->take(in.pos);
      filled += out.pos;
      if (bytes.empty() && out.pos == 0) {
        if (in_frame_) {
          return fail(ErrorCode::kCorrupt,
                      path_ + ": ends in the middle of its zstd data; it was cut short");
        }
        break;
      }
      in_frame_ = state != 0;
    }
    raw_done_ = raw_->taken();
    return filled;
  }

 private:
  std::unique_ptr<RawBytes> raw_;
  ZSTD_DStream* zstd_;
  bool in_frame_ = false;
};

bool begins_with(std::span<const char> bytes, std::string_view magic) {
  return std::string_view(bytes.data(), bytes.size()).starts_with(magic);
}

}  // namespace

Result<std::unique_ptr<InputStream>> InputStream::open(const std::string& path,
                                                       const std::atomic<bool>* stop) {
  int fd = 0;
  const std::string shown = path == "-" ? "standard input" : path;
  if (path != "-") {
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
      return fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                  shown + ": cannot be opened: " + errno_text(errno));
    }
  }
  auto raw = std::make_unique<RawBytes>(fd, shown, stop);
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::kInvalidArgument,
                shown + ": is a folder, a file is needed (for a tree of HTML files: --from html " +
                    shown + "=https://address/)");
  }
  const uint64_t total = S_ISREG(status.st_mode) ? static_cast<uint64_t>(status.st_size) : 0;
  return over(std::move(raw), shown, total);
}

Result<std::unique_ptr<InputStream>> InputStream::from_memory(std::span<const char> bytes,
                                                              const std::string& name) {
  return over(std::make_unique<RawBytes>(bytes, name), name, bytes.size());
}

Result<std::unique_ptr<InputStream>> InputStream::over(std::unique_ptr<RawBytes> raw,
                                                       const std::string& name, uint64_t total) {
  using namespace std::string_view_literals;
  COCITE_TRY(const auto head, raw->look(4));
  std::unique_ptr<InputStream> stream;
  if (begins_with(head, "\x1f\x8b"sv)) {
    stream = std::make_unique<GzipStream>(std::move(raw));
  } else if (begins_with(head, "\x28\xb5\x2f\xfd"sv)) {
    stream = std::make_unique<ZstdStream>(std::move(raw));
  } else {
    stream = std::make_unique<PlainStream>(std::move(raw));
  }
  stream->path_ = name;
  stream->raw_total_ = total;
  return stream;
}

}  // namespace cocite::crawl

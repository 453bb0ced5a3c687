#include "crawl/input_stream.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <zlib.h>
#include <zstd.h>

#include "crawl/raw_bytes.h"

namespace cocite::crawl {
namespace {

constexpr size_t kRawBytes = size_t{1} << 18;

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
  COCITE_TRY(auto raw, RawBytes::open(path, stop, kRawBytes));
  return over(std::move(raw));
}

Result<std::unique_ptr<InputStream>> InputStream::from_memory(std::span<const char> bytes,
                                                              const std::string& name) {
  return over(RawBytes::from_memory(bytes, name, kRawBytes));
}

Result<std::unique_ptr<InputStream>> InputStream::over(std::unique_ptr<RawBytes> raw) {
  using namespace std::string_view_literals;
  COCITE_TRY(const auto head, raw->look(4));
  const std::string name = raw->name();
  const uint64_t total = raw->total();
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

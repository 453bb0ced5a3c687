#include "file/compressor.h"

#include <string>
#include <vector>

#include <zlib.h>
#include <zstd.h>

namespace cocite::file {
namespace {

constexpr size_t kRoom = size_t{1} << 16;

// The libraries fail here only for want of memory.
tl::unexpected<Error> failed(const char* library) {
  return fail(ErrorCode::kIo, std::string(library) + " could not compress: is memory used up?");
}

class Gzip : public Compressor {
 public:
  Gzip() {
    constexpr int kGzipHeader = 16;  // zlib: added to the window bits it asks for a gzip header
    is_ready_ = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipHeader,
                             8, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() override {
    if (is_ready_) deflateEnd(&stream_);
  }

  Result<void> write(std::string_view text, const Sink& sink) override {
    constexpr size_t kMost = size_t{1} << 30;  // zlib counts in 32 bits
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), kMost))) {
      COCITE_CHECK(pump(text.substr(0, kMost), Z_NO_FLUSH, sink));
    }
    return {};
  }
  Result<void> finish(const Sink& sink) override { return pump({}, Z_FINISH, sink); }

 private:
  Result<void> pump(std::string_view text, int flush, const Sink& sink) {
    if (!is_ready_) return failed("zlib");
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    for (int state = Z_OK;;) {
      stream_.next_out = reinterpret_cast<Bytef*>(room_.data());
      stream_.avail_out = static_cast<uInt>(room_.size());
      state = deflate(&stream_, flush);
      if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) return failed("zlib");
      const size_t size = room_.size() - stream_.avail_out;
      if (size > 0) COCITE_CHECK(sink({room_.data(), size}));
      if (flush == Z_FINISH ? state == Z_STREAM_END : stream_.avail_out > 0) return {};
    }
  }

  z_stream stream_{};
  bool is_ready_ = false;
  std::vector<char> room_ = std::vector<char>(kRoom);
};

class Zstd : public Compressor {
 public:
  Result<void> write(std::string_view text, const Sink& sink) override {
    return pump(text, ZSTD_e_continue, sink);
  }
  Result<void> finish(const Sink& sink) override { return pump({}, ZSTD_e_end, sink); }

 private:
  Result<void> pump(std::string_view text, ZSTD_EndDirective end, const Sink& sink) {
    if (!context_) return failed("zstd");
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    for (;;) {
      ZSTD_outBuffer out{room_.data(), room_.size(), 0};
      const size_t left = ZSTD_compressStream2(context_.get(), &out, &in, end);
      if (ZSTD_isError(left) != 0) return failed("zstd");
      if (out.pos > 0) COCITE_CHECK(sink({room_.data(), out.pos}));
      if (end == ZSTD_e_end ? left == 0 : in.pos == in.size) return {};
    }
  }

  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_{ZSTD_createCCtx(), ZSTD_freeCCtx};
  std::vector<char> room_ = std::vector<char>(kRoom);
};

}  // namespace

std::unique_ptr<Compressor> make_compressor(std::string_view file_name) {
  if (file_name.ends_with(".gz")) return std::make_unique<Gzip>();
  if (file_name.ends_with(".zst")) return std::make_unique<Zstd>();
  return nullptr;
}

}  // namespace cocite::file

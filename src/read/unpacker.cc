#include "read/unpacker.h"

#include <algorithm>
#include <array>

#include <brotli/decode.h>
#include <bzlib.h>
#include <libdeflate.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

namespace cocite::read {
namespace {

// The libraries that count in 32 bits get no more than this at once.
constexpr size_t kMostAtOnce = size_t{1} << 30;

class Zlib final : public Unpacker {
 public:
  explicit Zlib(int window_bits) { is_ready_ = inflateInit2(&stream_, window_bits) == Z_OK; }
  Zlib(const Zlib&) = delete;
  Zlib& operator=(const Zlib&) = delete;
  ~Zlib() override { inflateEnd(&stream_); }

  void restart() override { inflateReset(&stream_); }
  Step step(std::string_view packed, std::span<char> room) override {
    if (!is_ready_) return {.state = State::kDamaged};
    const size_t in = std::min(packed.size(), kMostAtOnce);
    const size_t out = std::min(room.size(), kMostAtOnce);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(in);
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = static_cast<uInt>(out);
    const int state = inflate(&stream_, Z_NO_FLUSH);
    Step step{.taken = in - stream_.avail_in, .given = out - stream_.avail_out};
    if (state == Z_STREAM_END) {
      step.state = State::kEnded;
    } else if (state != Z_OK && state != Z_BUF_ERROR) {
      step.state = State::kDamaged;
    }
    return step;
  }

 private:
  z_stream stream_{};
  bool is_ready_ = false;
};

class Zstd final : public Unpacker {
 public:
  explicit Zstd(std::string_view dictionary) : stream_(ZSTD_createDStream()) {
    if (!dictionary.empty()) {
      ZSTD_DCtx_loadDictionary(stream_, dictionary.data(), dictionary.size());
    }
  }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;
  ~Zstd() override { ZSTD_freeDStream(stream_); }

  void restart() override { ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only); }
  Step step(std::string_view packed, std::span<char> room) override {
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    const size_t state = ZSTD_decompressStream(stream_, &out, &in);
    Step step{.taken = in.pos, .given = out.pos};
    if (ZSTD_isError(state) != 0) {
      step.state = State::kDamaged;
    } else if (state == 0) {
      step.state = State::kEnded;
    }
    return step;
  }

 private:
  ZSTD_DStream* stream_;
};

class Brotli final : public Unpacker {
 public:
  Brotli() { restart(); }
  Brotli(const Brotli&) = delete;
  Brotli& operator=(const Brotli&) = delete;
  ~Brotli() override { BrotliDecoderDestroyInstance(decoder_); }

  void restart() override {
    BrotliDecoderDestroyInstance(decoder_);
    decoder_ = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
  }
  Step step(std::string_view packed, std::span<char> room) override {
    size_t in = packed.size();
    size_t out = room.size();
    const auto* next_in = reinterpret_cast<const uint8_t*>(packed.data());
    auto* next_out = reinterpret_cast<uint8_t*>(room.data());
    const BrotliDecoderResult state =
        BrotliDecoderDecompressStream(decoder_, &in, &next_in, &out, &next_out, nullptr);
    Step step{.taken = packed.size() - in, .given = room.size() - out};
    if (state == BROTLI_DECODER_RESULT_SUCCESS) {
      step.state = State::kEnded;
    } else if (state == BROTLI_DECODER_RESULT_ERROR) {
      step.state = State::kDamaged;
    }
    return step;
  }

 private:
  BrotliDecoderState* decoder_ = nullptr;
};

class Bzip2 final : public Unpacker {
 public:
  Bzip2() { restart(); }
  Bzip2(const Bzip2&) = delete;
  Bzip2& operator=(const Bzip2&) = delete;
  ~Bzip2() override { BZ2_bzDecompressEnd(&stream_); }

  void restart() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    is_ready_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
  }
  Step step(std::string_view packed, std::span<char> room) override {
    if (!is_ready_) return {.state = State::kDamaged};
    const size_t in = std::min(packed.size(), kMostAtOnce);
    const size_t out = std::min(room.size(), kMostAtOnce);
    stream_.next_in = const_cast<char*>(packed.data());
    stream_.avail_in = static_cast<unsigned>(in);
    stream_.next_out = room.data();
    stream_.avail_out = static_cast<unsigned>(out);
    const int state = BZ2_bzDecompress(&stream_);
    Step step{.taken = in - stream_.avail_in, .given = out - stream_.avail_out};
    if (state == BZ_STREAM_END) {
      step.state = State::kEnded;
    } else if (state != BZ_OK) {
      step.state = State::kDamaged;
    }
    return step;
  }

 private:
  bz_stream stream_{};
  bool is_ready_ = false;
};

class Lz4 final : public Unpacker {
 public:
  Lz4() { is_ready_ = LZ4F_isError(LZ4F_createDecompressionContext(&context_, LZ4F_VERSION)) == 0; }
  Lz4(const Lz4&) = delete;
  Lz4& operator=(const Lz4&) = delete;
  ~Lz4() override { LZ4F_freeDecompressionContext(context_); }

  void restart() override {
    if (is_ready_) LZ4F_resetDecompressionContext(context_);
  }
  Step step(std::string_view packed, std::span<char> room) override {
    if (!is_ready_) return {.state = State::kDamaged};
    Step step{.taken = packed.size(), .given = room.size()};
    const size_t state =
        LZ4F_decompress(context_, room.data(), &step.given, packed.data(), &step.taken, nullptr);
    if (LZ4F_isError(state) != 0) return {.state = State::kDamaged};
    if (state == 0) step.state = State::kEnded;
    return step;
  }

 private:
  LZ4F_dctx* context_ = nullptr;
  bool is_ready_ = false;
};

class Xz final : public Unpacker {
 public:
  Xz() { restart(); }
  Xz(const Xz&) = delete;
  Xz& operator=(const Xz&) = delete;
  ~Xz() override { lzma_end(&stream_); }

  void restart() override { is_ready_ = lzma_stream_decoder(&stream_, kMostMemory, 0) == LZMA_OK; }
  Step step(std::string_view packed, std::span<char> room) override {
    if (!is_ready_) return {.state = State::kDamaged};
    stream_.next_in = reinterpret_cast<const uint8_t*>(packed.data());
    stream_.avail_in = packed.size();
    stream_.next_out = reinterpret_cast<uint8_t*>(room.data());
    stream_.avail_out = room.size();
    const lzma_ret state = lzma_code(&stream_, LZMA_RUN);
    Step step{.taken = packed.size() - stream_.avail_in, .given = room.size() - stream_.avail_out};
    if (state == LZMA_STREAM_END) {
      step.state = State::kEnded;
    } else if (state != LZMA_OK && state != LZMA_BUF_ERROR) {
      step.state = State::kDamaged;
    }
    return step;
  }

 private:
  static constexpr uint64_t kMostMemory = uint64_t{256} << 20;  // xz -9 needs 65 MiB

  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool is_ready_ = false;
};

using namespace std::string_view_literals;

constexpr std::array kPackings = {
    PackingInfo{Packing::kGzip, "gzip", "\x1f\x8b\x08"sv},
    PackingInfo{Packing::kZstd, "zstd", "\x28\xb5\x2f\xfd"sv},
    PackingInfo{Packing::kLz4, "lz4", "\x04\x22\x4d\x18"sv},
    PackingInfo{Packing::kXz, "xz", "\xfd\x37zXZ\0"sv},
    PackingInfo{Packing::kBzip2, "bzip2", "BZh"sv},
};

}  // namespace

bool is_skippable_frame(std::string_view head) {
  return head.size() >= kSkippableHead && head.substr(1, 3) == "\x2a\x4d\x18"sv &&
         (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50;
}

const PackingInfo* packed_by(std::string_view head) {
  const auto found = std::ranges::find_if(kPackings, [&](const PackingInfo& info) {
    if (info.packing == Packing::kZstd && is_skippable_frame(head)) return true;
    if (info.packing != Packing::kBzip2) {
      // Two bytes and no more: a file that was cut short.
      return head.starts_with(info.magic) || (head.size() == 2 && info.magic.starts_with(head));
    }
    // Three letters are no proof: a size, and a block or the end, follow.
    if (head.size() < 4 || !head.starts_with(info.magic) || head[3] < '1' || head[3] > '9') {
      return false;
    }
    const std::string_view next = head.substr(4, 6);
    return "1AY&SY"sv.starts_with(next) || "\x17rE8P\x90"sv.starts_with(next);
  });
  return found == kPackings.end() ? nullptr : &*found;
}

std::unique_ptr<Unpacker> make_unpacker(Packing packing, std::string_view dictionary) {
  switch (packing) {
    case Packing::kGzip:
      return std::make_unique<Zlib>(MAX_WBITS + 16);  // zlib: + 16 asks for a gzip header
    case Packing::kZlib:
      return std::make_unique<Zlib>(MAX_WBITS);
    case Packing::kDeflate:
      return std::make_unique<Zlib>(-MAX_WBITS);  // zlib: below zero there is no header
    case Packing::kBrotli:
      return std::make_unique<Brotli>();
    case Packing::kZstd:
      return std::make_unique<Zstd>(dictionary);
    case Packing::kBzip2:
      return std::make_unique<Bzip2>();
    case Packing::kLz4:
      return std::make_unique<Lz4>();
    case Packing::kXz:
      return std::make_unique<Xz>();
  }
  return nullptr;
}

bool unpack_all(Packing packing, std::string_view packed, uint64_t size, std::string& room) {
  constexpr uint64_t kFirst = uint64_t{1} << 16;
  const std::unique_ptr<Unpacker> unpacker = make_unpacker(packing);
  room.resize(std::min(size, std::max(kFirst, packed.size() * uint64_t{8})));
  for (size_t filled = 0;;) {
    const Unpacker::Step step = unpacker->step(packed, std::span(room).subspan(filled));
    packed.remove_prefix(step.taken);
    filled += step.given;
    if (step.state != Unpacker::State::kGoesOn) {
      return step.state == Unpacker::State::kEnded && filled == size;
    }
    if (filled == room.size() && filled < size) {
      room.resize(std::min(size, room.size() * 2));
    } else if (step.taken == 0 && step.given == 0) {
      return false;
    }
  }
}

struct GzipMember::Library {
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
};

GzipMember::GzipMember() : library_(std::make_unique<Library>()) {}

GzipMember::~GzipMember() {
  libdeflate_free_decompressor(library_->decompressor);
}

std::optional<GzipMember::Unpacked> GzipMember::unpack(std::string_view packed,
                                                       std::span<char> room) {
  if (library_->decompressor == nullptr) return std::nullopt;
  Unpacked unpacked;
  const libdeflate_result result =
      libdeflate_gzip_decompress_ex(library_->decompressor, packed.data(), packed.size(),
                                    room.data(), room.size(), &unpacked.taken, &unpacked.given);
  if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
  return unpacked;
}

}  // namespace cocite::read

// Packs small texts as others would, for tests of the readers.
#pragma once

#include <string>
#include <string_view>

#include <brotli/encode.h>
#include <bzlib.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

namespace cocite::read::testing {

inline std::string deflate_with(std::string_view text, int window_bits) {
  z_stream zlib{};
  const int level = text.size() < (size_t{1} << 20) ? 6 : 1;  // tests should be fast
  deflateInit2(&zlib, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&zlib, text.size()) + 32, '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  zlib.avail_in = static_cast<uInt>(text.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  deflate(&zlib, Z_FINISH);
  out.resize(zlib.total_out);
  deflateEnd(&zlib);
  return out;
}

inline std::string gzip(std::string_view text) {
  return deflate_with(text, MAX_WBITS + 16);
}
inline std::string zlib_deflate(std::string_view text) {
  return deflate_with(text, MAX_WBITS);
}
inline std::string raw_deflate(std::string_view text) {
  return deflate_with(text, -MAX_WBITS);
}

inline std::string zstd(std::string_view text, std::string_view dictionary = {}) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  if (!dictionary.empty()) {
    ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  }
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

inline std::string brotli(std::string_view text) {
  size_t size = BrotliEncoderMaxCompressedSize(text.size()) + 64;
  std::string out(size, '\0');
  BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, text.size(),
                        reinterpret_cast<const uint8_t*>(text.data()), &size,
                        reinterpret_cast<uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

inline std::string bzip2(std::string_view text) {
  auto size = static_cast<unsigned>(text.size() + text.size() / 50 + 700);
  std::string out(size, '\0');
  BZ2_bzBuffToBuffCompress(out.data(), &size, const_cast<char*>(text.data()),
                           static_cast<unsigned>(text.size()), 9, 0, 0);
  out.resize(size);
  return out;
}

inline std::string lz4(std::string_view text) {
  std::string out(LZ4F_compressFrameBound(text.size(), nullptr), '\0');
  out.resize(LZ4F_compressFrame(out.data(), out.size(), text.data(), text.size(), nullptr));
  return out;
}

}  // namespace cocite::read::testing

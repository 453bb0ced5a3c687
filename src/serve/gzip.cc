#include "serve/gzip.h"

#include <algorithm>
#include <memory>
#include <new>

#include <libdeflate.h>

#include "base/assert.h"

namespace cocite::serve {

bool accepts_gzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    std::string_view one = accept_encoding.substr(0, accept_encoding.find(','));
    accept_encoding.remove_prefix(std::min(accept_encoding.size(), one.size() + 1));
    one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
    const std::string_view name = one.substr(0, one.find_first_of("; \t"));
    if (name != "gzip" && name != "*") continue;
    const size_t weight = one.find("q=");
    if (weight == std::string_view::npos) return true;
    return one.substr(weight + 2).find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

std::string gzipped(std::string_view text) {
  // Level 1: 200 MB/s for 3/4 of what the best level saves on JSON.
  struct Free {
    void operator()(libdeflate_compressor* one) const { libdeflate_free_compressor(one); }
  };
  thread_local std::unique_ptr<libdeflate_compressor, Free> compressor;
  if (!compressor) compressor.reset(libdeflate_alloc_compressor(1));
  if (!compressor) throw std::bad_alloc();
  std::string packed(libdeflate_gzip_compress_bound(compressor.get(), text.size()), '\0');
  packed.resize(libdeflate_gzip_compress(compressor.get(), text.data(), text.size(), packed.data(),
                                         packed.size()));
  return packed;
}

std::string gunzipped(std::string_view packed) {
  COCITE_ASSERT(packed.size() > 18, "gzip has a head and a tail");
  uint32_t size = 0;  // the last four bytes, the smallest first
  for (size_t i = 0; i < 4; ++i) {
    size |= uint32_t{static_cast<unsigned char>(packed[packed.size() - 4 + i])} << (8 * i);
  }
  std::string text(size, '\0');
  struct Free {
    void operator()(libdeflate_decompressor* one) const { libdeflate_free_decompressor(one); }
  };
  const std::unique_ptr<libdeflate_decompressor, Free> unpacker(libdeflate_alloc_decompressor());
  if (!unpacker) throw std::bad_alloc();
  size_t actual = 0;
  const auto result = libdeflate_gzip_decompress(unpacker.get(), packed.data(), packed.size(),
                                                 text.data(), text.size(), &actual);
  COCITE_ASSERT(result == LIBDEFLATE_SUCCESS && actual == size, "it was made by gzip");
  return text;
}

}  // namespace cocite::serve

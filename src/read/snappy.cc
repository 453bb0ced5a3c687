#include "read/snappy.h"

#include <cstdint>
#include <cstring>

namespace cocite::read {

bool unpack_snappy(std::string_view packed, size_t max_bytes, std::string& out) {
  size_t at = 0;
  uint64_t size = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (at >= packed.size() || shift > 28) return false;
    const auto byte = static_cast<uint8_t>(packed[at++]);
    size |= uint64_t{byte & 127U} << shift;
    if (byte < 128) break;
  }
  // No element of two bytes makes more than 64: what claims to be longer is damaged.
  if (size > max_bytes || size > packed.size() * uint64_t{64}) return false;
  out.resize(size);
  size_t done = 0;
  const auto little = [&](size_t bytes) {
    uint32_t value = 0;
    for (size_t i = 0; i < bytes; ++i)
      value |= uint32_t{static_cast<uint8_t>(packed[at + i])} << (8 * i);
    at += bytes;
    return value;
  };
  while (at < packed.size()) {
    const uint32_t tag = static_cast<uint8_t>(packed[at++]);
    const unsigned kind = tag & 3U;
    size_t length = 0;
    if (kind == 0) {
      length = tag >> 2U;
      if (length >= 60) {
        const size_t bytes = length - 59;
        if (packed.size() - at < bytes) return false;
        length = little(bytes);
      }
      ++length;
      if (packed.size() - at < length || size - done < length) return false;
      std::memcpy(out.data() + done, packed.data() + at, length);
      at += length;
      done += length;
      continue;
    }
    const size_t bytes = kind == 1 ? 1 : kind == 2 ? 2 : 4;
    if (packed.size() - at < bytes) return false;
    size_t offset = little(bytes);
    if (kind == 1) offset |= size_t{tag >> 5U} << 8;
    length = kind == 1 ? (tag >> 2U & 7U) + 4 : (tag >> 2U) + 1;
    if (offset == 0 || offset > done || size - done < length) return false;
    if (offset >= length) {
      std::memcpy(out.data() + done, out.data() + done - offset, length);
    } else {
      for (size_t i = 0; i < length; ++i) out[done + i] = out[done + i - offset];
    }
    done += length;
  }
  return done == size;
}

}  // namespace cocite::read

// Numbers as bytes that sort like the numbers: the highest byte first.
//
//   char bytes[4];
//   put_sorted(17, bytes);
//   get_sorted(bytes) == 17
//
// Pure functions.
#pragma once

#include <cstdint>

namespace cocite {

inline void put_sorted(uint32_t number, char* bytes) {
  for (unsigned i = 0; i < 4; ++i) {
    bytes[i] = static_cast<char>(static_cast<unsigned char>(number >> (8 * (3 - i))));
  }
}

[[nodiscard]] inline uint32_t get_sorted(const char* bytes) {
  uint32_t number = 0;
  for (unsigned i = 0; i < 4; ++i) number = number << 8U | static_cast<unsigned char>(bytes[i]);
  return number;
}

}  // namespace cocite

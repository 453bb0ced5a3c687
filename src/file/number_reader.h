// Numbers of seven bits a byte, lowest first (LEB128), one after the other.
//
//   NumberReader numbers(bytes);
//   while (numbers.take(value)) use(value);
//
// Bytes may be untrusted: nothing beyond them is read. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cocite::file {

class NumberReader {
 public:
  explicit NumberReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  // False at the end, within a number, or at a number of more than 64 bits.
  [[nodiscard]] bool take(uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += 7) {
      const uint8_t byte = bytes_[at_++];
      value |= uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  [[nodiscard]] size_t left() const { return bytes_.size() - at_; }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
};

}  // namespace cocite::file

// The lengths of things written one after the other, kept small until all are known; then written
// as the Elias–Fano sequence of where each begins and the last ends.
//
//   LengthList lengths;  lengths.add(12); ...
//   COCITE_CHECK(lengths.write_offsets(writer, "offsets"));
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/elias_fano.h"

namespace cocite::file {

class LengthList {
 public:
  void add(uint64_t length) {
    ++count_;
    total_ += length;
    for (; length >= 128; length >>= 7) bytes_.push_back(static_cast<uint8_t>(length | 128));
    bytes_.push_back(static_cast<uint8_t>(length));
  }
  [[nodiscard]] uint64_t count() const { return count_; }
  [[nodiscard]] uint64_t total() const { return total_; }
  [[nodiscard]] Result<void> write_offsets(ContainerWriter& writer,
                                           std::string_view section_name) const {
    EliasFanoBuilder offsets(count_ + 1, total_);
    uint64_t offset = 0;
    offsets.add(0);
    for (size_t i = 0; i < bytes_.size();) {
      uint64_t length = 0;
      for (unsigned shift = 0;; shift += 7) {
        const uint8_t byte = bytes_[i++];
        length |= uint64_t{byte & 127U} << shift;
        if (byte < 128) break;
      }
      offset += length;
      offsets.add(offset);
    }
    return offsets.write(writer, section_name);
  }

 private:
  std::vector<uint8_t> bytes_;  // LEB128: one or two bytes a length instead of eight
  uint64_t count_ = 0;
  uint64_t total_ = 0;
};

}  // namespace cocite::file

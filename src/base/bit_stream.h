// Bits in little-endian 64-bit words, least significant first.
//
//   BitWriter writer;  writer.put(5, 3);
//   BitReader reader(bytes, 0);  reader.take(3) == 5
//
// A reader looks at up to 56 bits at once and may touch 8 bytes beyond the last bit: whoever maps
// the bytes leaves room for that. One thread per writer or reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace cocite {

[[nodiscard]] constexpr uint64_t low_bits(unsigned count) {
  return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

class BitWriter {
 public:
  // REQUIRES: count <= 57, and value has no bit at or above `count`.
  void put(uint64_t value, unsigned count) {
    word_ |= value << used_;
    used_ += count;
    if (used_ >= 64) {
      words_.push_back(word_);
      used_ -= 64;
      word_ = used_ == 0 ? 0 : value >> (count - used_);
    }
  }
  [[nodiscard]] uint64_t size() const { return words_.size() * 64 + used_; }
  // The full words; the rest is in partial().
  [[nodiscard]] const std::vector<uint64_t>& words() const { return words_; }
  [[nodiscard]] uint64_t partial() const { return word_; }
  void clear() {
    words_.clear();
    word_ = 0;
    used_ = 0;
  }
  // Drops the full words (somebody has taken them); the partial word goes on.
  void drop_words() { words_.clear(); }
  void append(const BitWriter& other) {
    for (const uint64_t word : other.words_) {
      put(word & low_bits(32), 32);
      put(word >> 32, 32);
    }
    if (other.used_ > 32) {
      put(other.word_ & low_bits(32), 32);
      put(other.word_ >> 32, other.used_ - 32);
    } else if (other.used_ > 0) {
      put(other.word_, other.used_);
    }
  }

 private:
  std::vector<uint64_t> words_;
  uint64_t word_ = 0;
  unsigned used_ = 0;
};

class BitReader {
 public:
  BitReader(const std::byte* bytes, uint64_t bit) : bytes_(bytes), bit_(bit) {}
  [[nodiscard]] uint64_t position() const { return bit_; }
  // The next 57 bits or more, lowest first.
  [[nodiscard]] uint64_t peek() const {
    uint64_t word = 0;
    std::memcpy(&word, bytes_ + (bit_ >> 3), sizeof word);
    return word >> (bit_ & 7);
  }
  void skip(unsigned count) { bit_ += count; }
  // REQUIRES: count <= 57.
  uint64_t take(unsigned count) {
    const uint64_t value = peek() & low_bits(count);
    skip(count);
    return value;
  }

 private:
  const std::byte* bytes_;
  uint64_t bit_;
};

}  // namespace cocite

// Bits in little-endian 64-bit words, least significant first.
//
//   BitWriter writer;  writer.put(5, 3);
//   BitReader reader(bytes, 0);  reader.take(3) == 5
//
// A reader looks at up to 56 bits at once and may touch 32 bytes beyond the last bit: the
// caller pads the bytes. One thread per writer or reader.
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
  // Makes the rest a full word and adds empty ones, so that words() can be read to the end.
  void finish(size_t empty_words) {
    words_.push_back(word_);
    words_.insert(words_.end(), empty_words, 0);
    word_ = 0;
    used_ = 0;
  }

 private:
  std::vector<uint64_t> words_;
  uint64_t word_ = 0;
  unsigned used_ = 0;
};

// Keeps the next bits in a register and tops it up without a branch before each look, so that a
// code's length, not a load, is what the next code waits for.
class BitReader {
 public:
  BitReader(const std::byte* bytes, uint64_t bit) : bytes_(bytes), next_(bytes + (bit >> 3)) {
    if (bytes == nullptr) return;
    top_up();
    skip(bit & 7);
  }
  [[nodiscard]] uint64_t position() const {
    return static_cast<uint64_t>(next_ - bytes_) * 8 - held_;
  }
  // Whether it has surely read past `bit`; may be up to two words late. One comparison.
  [[nodiscard]] bool is_beyond(uint64_t bit) const { return next_ > bytes_ + (bit >> 3) + 16; }
  // The next 56 bits or more, lowest first.
  [[nodiscard]] uint64_t peek() {
    top_up();
    return bits_;
  }
  // REQUIRES: not more than the last peek() showed.
  void skip(uint64_t count) {
    bits_ >>= count;
    held_ -= count;
  }
  // REQUIRES: count <= 56.
  uint64_t take(unsigned count) {
    const uint64_t value = peek() & low_bits(count);
    skip(count);
    return value;
  }

 private:
  void top_up() {
    uint64_t word = 0;
    std::memcpy(&word, next_, sizeof word);
    bits_ |= word << held_;
    next_ += (63 - held_) >> 3;
    held_ |= 56;
  }

  const std::byte* bytes_;
  const std::byte* next_;  // the first byte of which not all bits are held
  uint64_t bits_ = 0;
  uint64_t held_ = 0;
};

}  // namespace cocite

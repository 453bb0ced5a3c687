// A text that can be read eight bytes at a time: a copy with zeros behind it.
//
//   const PaddedText key(wanted);
//   common_prefix(key.data(), head, length);
//
// Short texts stay on the stack. Belongs to one thread.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace cocite::file {

inline constexpr size_t kPadBytes = 8;

// How many of the first `length` bytes agree; up to seven bytes beyond `length` are read of both.
[[nodiscard]] inline size_t common_prefix(const char* a, const char* b, size_t length) {
  for (size_t i = 0; i < length; i += 8) {
    uint64_t x = 0;
    uint64_t y = 0;
    std::memcpy(&x, a + i, sizeof x);
    std::memcpy(&y, b + i, sizeof y);
    if (x != y) {
      const size_t same = i + static_cast<size_t>(std::countr_zero(x ^ y)) / 8;
      return same < length ? same : length;
    }
  }
  return length;
}

class PaddedText {
 public:
  explicit PaddedText(std::string_view text) : size_(text.size()) {
    if (size_ + kPadBytes <= short_.size()) {
      if (size_ != 0) std::memcpy(short_.data(), text.data(), size_);
      std::memset(short_.data() + size_, 0, kPadBytes);
    } else {
      long_.reserve(size_ + kPadBytes);
      long_.append(text).append(kPadBytes, '\0');
    }
  }
  PaddedText(const PaddedText&) = delete;
  PaddedText& operator=(const PaddedText&) = delete;

  [[nodiscard]] const char* data() const { return long_.empty() ? short_.data() : long_.data(); }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] std::string_view view() const { return {data(), size_}; }

 private:
  size_t size_;
  std::array<char, 504> short_;  // uninitialised on purpose: only what is used is written
  std::string long_;
};

}  // namespace cocite::file

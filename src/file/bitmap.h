// One bit per page, with fast rank: the number of ones before a position.
//
//   Bitmap starts = ...;          // which pages begin a host
//   starts.rank(page + 1) - 1     // the number of the page's host
//
// The section: count u64 | 0 u64 | ranks u64 (ones before bit 512 k) | words u64. 1.125 bits a
// page. Any number of threads may read; copies are views, valid while their Container lives.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/bit_stream.h"
#include "file/container.h"

namespace cocite::file {

class BitmapBuilder {
 public:
  explicit BitmapBuilder(uint64_t size = 0) : size_(size), words_((size + 63) / 64) {}
  void push(bool bit) {
    if (size_ % 64 == 0) words_.push_back(0);
    words_[size_ / 64] |= uint64_t{bit} << (size_ % 64);
    ++size_;
  }
  void set(uint64_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  [[nodiscard]] bool get(uint64_t i) const { return ((words_[i / 64] >> (i % 64)) & 1U) != 0; }
  [[nodiscard]] uint64_t size() const { return size_; }
  [[nodiscard]] uint64_t ones() const {
    uint64_t ones = 0;
    for (const uint64_t word : words_) ones += static_cast<uint64_t>(std::popcount(word));
    return ones;
  }
  [[nodiscard]] Result<void> write(ContainerWriter& writer, std::string_view section_name) const;

 private:
  uint64_t size_;
  std::vector<uint64_t> words_;
};

class Bitmap {
 public:
  [[nodiscard]] static Result<Bitmap> open(const Container& container,
                                           std::string_view section_name);
  Bitmap() = default;
  [[nodiscard]] uint64_t size() const { return size_; }
  [[nodiscard]] uint64_t ones() const { return ones_; }

  // REQUIRES: i < size().
  [[nodiscard]] Result<bool> get(uint64_t i) const;
  // Ones before bit i. REQUIRES: i <= size().
  [[nodiscard]] Result<uint64_t> rank(uint64_t i) const;
  // The position of one number k. REQUIRES: k < ones().
  [[nodiscard]] Result<uint64_t> select(uint64_t k) const;
  // Every rank is what the words say.
  [[nodiscard]] Result<void> check() const;

 private:
  static constexpr uint64_t kRankBits = 512;
  [[nodiscard]] bool is_sound(const uint64_t* begin, const uint64_t* end) const {
    const auto* base = reinterpret_cast<const uint64_t*>(section_.data());
    return section_.is_sound(static_cast<uint64_t>(begin - base) * 8,
                             static_cast<uint64_t>(end - base) * 8);
  }

  Section section_;
  uint64_t size_ = 0;
  uint64_t ones_ = 0;
  const uint64_t* ranks_ = nullptr;
  const uint64_t* words_ = nullptr;
};

}  // namespace cocite::file

// Lists in groups of 128 pages: the start of each list is stored next to the lists themselves.
//
// Reading one list at random costs a look into a small directory (where the group begins), and then
// one place in memory: the group's header and the list lie next to each other, mostly on one page
// of memory. An index over all lists apart from the stream would cost three such places.
//
//   group, from a whole byte on:
//   | low bits: 6 | total: 40 | low parts: low bits x n | high parts | pad | list 0 | … | pad
//
// `total` is the number of bits of all n lists. Where list k ends, counted from the first, is
// written in the manner of Elias–Fano: its low bits in the low parts, its high part h as a one at
// bit h + k of the high parts, which are n + (total >> low bits) long. Pads fill up a byte.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bit_stream.h"
#include "file/select.h"

namespace cocite::graph {

inline constexpr unsigned kGroupShift = 7;
inline constexpr uint64_t kGroupPages = uint64_t{1} << kGroupShift;
inline constexpr unsigned kLowCountBits = 6;
inline constexpr unsigned kTotalBits = 40;
// What a reader takes at once to see a group's first two numbers; a smaller group is filled up.
inline constexpr uint64_t kLeastGroupBytes = 8;

// Appends one group, made whole bytes. `bits`: the lists, one after the other, from bit `begin` on;
// it must have 32 bytes behind its end. REQUIRES: at most kGroupPages lengths.
void put_group(std::span<const uint64_t> lengths, const std::byte* bits, uint64_t begin,
               std::vector<std::byte>& out);

// The header of a group in the stream.
class GroupHeader {
 public:
  // `bit`: where the group begins, a whole byte. `lists`: how many it has.
  GroupHeader(const std::byte* stream, uint64_t bit, uint64_t lists) : stream_(stream) {
    const uint64_t word = load(bit);
    low_bits_ = static_cast<unsigned>(word & cocite::low_bits(kLowCountBits));
    total_ = (word >> kLowCountBits) & cocite::low_bits(kTotalBits);
    low_begin_ = bit + kLowCountBits + kTotalBits;
    high_begin_ = low_begin_ + lists * low_bits_;
    lists_begin_ = (high_begin_ + lists + (total_ >> low_bits_) + 7) & ~uint64_t{7};
  }
  // The first bit of the lists, and the one behind the last. Only these two may be asked before the
  // header is known to be whole.
  [[nodiscard]] uint64_t begin() const { return lists_begin_; }
  [[nodiscard]] uint64_t end() const { return lists_begin_ + total_; }

  // The bits of list i. False: the header makes no sense.
  template <bool kBmi2>
  [[nodiscard]] bool find(unsigned i, uint64_t& list_begin, uint64_t& list_end) const {
    // Ones number i - 1 and i of the high parts. The words that hold them are next to each other.
    uint64_t at = high_begin_;
    unsigned before = 0;
    uint64_t word = load_whole(at);
    const unsigned wanted = i == 0 ? 0 : i - 1;
    for (unsigned ones = count<kBmi2>(word); before + ones <= wanted; ones = count<kBmi2>(word)) {
      before += ones;
      at += 64;
      if (at >= lists_begin_) return false;
      word = load_whole(at);
    }
    const unsigned place = file::select_in_word<kBmi2>(word, wanted - before);
    uint64_t first = at + place - high_begin_;
    if (i == 0) {
      list_begin = lists_begin_;
      list_end = lists_begin_ + value(0, first);
      return list_end <= end();
    }
    list_begin = lists_begin_ + value(i - 1, first);
    word = place == 63 ? 0 : word >> (place + 1) << (place + 1);
    while (word == 0) {
      at += 64;
      if (at >= lists_begin_) return false;
      word = load_whole(at);
    }
    first = at + static_cast<unsigned>(std::countr_zero(word)) - high_begin_;
    list_end = lists_begin_ + value(i, first);
    return list_begin <= list_end && list_end <= end();
  }

 private:
  template <bool kBmi2>
  static unsigned count(uint64_t word) {
#if defined(__x86_64__)
    if constexpr (kBmi2) {  // as in select_in_word: plain x86-64 has no such instruction
      asm("popcnt %0, %0" : "+r"(word));
      return static_cast<unsigned>(word);
    }
#endif
    return static_cast<unsigned>(std::popcount(word));
  }
  // At least 57 bits from a bit on.
  [[nodiscard]] uint64_t load(uint64_t bit) const {
    uint64_t word = 0;
    std::memcpy(&word, stream_ + (bit >> 3), sizeof word);
    return word >> (bit & 7);
  }
  [[nodiscard]] uint64_t load_whole(uint64_t bit) const {
    const auto next = static_cast<uint64_t>(stream_[(bit >> 3) + 8]);
    return (bit & 7) == 0 ? load(bit) : load(bit) | next << (64 - (bit & 7));
  }
  [[nodiscard]] uint64_t value(unsigned k, uint64_t high_place) const {
    const uint64_t low = load(low_begin_ + uint64_t{k} * low_bits_) & cocite::low_bits(low_bits_);
    return (high_place - k) << low_bits_ | low;
  }

  const std::byte* stream_;
  unsigned low_bits_ = 0;
  uint64_t total_ = 0;
  uint64_t low_begin_ = 0;
  uint64_t high_begin_ = 0;
  uint64_t lists_begin_ = 0;
};

}  // namespace cocite::graph

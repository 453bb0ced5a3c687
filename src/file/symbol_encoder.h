// Finds the longest symbol at each place of a text: the inside of SymbolTable and of its training.
//
//   LongestSymbol longest;
//   longest.add(value, length, code); ... longest.finish();
//   longest.split(text, [](uint16_t code, const char* at) { ... });   // 256 + byte: no symbol
//
// Symbols of three bytes and more are found by a hash of their first three bytes, longest first;
// shorter ones by table. finish() ends the changes; afterwards any number of threads may read.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "file/symbol_table.h"

namespace cocite::file {

class LongestSymbol {
 public:
  // What split() reports for a byte that no symbol covers: this plus the byte.
  static constexpr uint16_t kLiteral = 256;

  LongestSymbol() : pairs_(size_t{1} << 16) {
    for (size_t b = 0; b < 256; ++b) singles_[b] = static_cast<uint16_t>(kLiteral + b);
  }

  void add(uint64_t value, unsigned length, uint16_t code) {
    if (length == 1) {
      singles_[value] = code;
    } else if (length == 2) {
      pairs_[value] = static_cast<uint16_t>(code + 1);
    } else {
      const uint64_t mask = length == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * length)) - 1;
      long_.push_back({.value = value, .mask = mask, .length = length, .code = code});
    }
  }

  void finish() {
    std::ranges::sort(long_, [](const Long& a, const Long& b) {
      const size_t x = bucket(a.value);
      const size_t y = bucket(b.value);
      return x != y ? x < y : a.length > b.length;
    });
    size_t at = 0;
    for (size_t b = 0; b < kBuckets; ++b) {
      begins_[b] = static_cast<uint16_t>(at);
      while (at < long_.size() && bucket(long_[at].value) == b) ++at;
    }
    begins_[kBuckets] = static_cast<uint16_t>(at);
  }

  // Calls each(code, place of its first byte) for the codes of `text`, from the left.
  template <class Each>
  void split(std::string_view text, Each&& each) const {
    const char* at = text.data();
    const char* end = at + text.size();
    uint64_t word = 0;
    while (end - at >= 8) {
      std::memcpy(&word, at, sizeof word);
      const Match match = find<false>(word, 8);
      each(match.code, at);
      at += match.length;
    }
    // The last seven bytes move through a register, so that nothing is read beyond the text.
    word = 0;
    std::memcpy(&word, at, static_cast<size_t>(end - at));
    while (at < end) {
      const Match match = find<true>(word, static_cast<unsigned>(end - at));
      each(match.code, at);
      at += match.length;
      word >>= 8 * match.length;
    }
  }

 private:
  struct Long {
    uint64_t value;
    uint64_t mask;
    unsigned length;
    uint16_t code;
  };
  struct Match {
    uint16_t code;
    unsigned length;
  };
  static constexpr size_t kBuckets = 2048;

  static size_t bucket(uint64_t word) {
    return (static_cast<uint32_t>(word & 0xFFFFFFU) * 0x9E3779B1U) >> 21;
  }

  template <bool kNearEnd>
  [[nodiscard]] Match find(uint64_t word, unsigned left) const {
    const size_t b = bucket(word);
    for (size_t k = begins_[b]; k < begins_[b + 1]; ++k) {
      const Long& symbol = long_[k];
      if ((word & symbol.mask) == symbol.value && (!kNearEnd || symbol.length <= left)) {
        return {symbol.code, symbol.length};
      }
    }
    const uint16_t pair = pairs_[word & 0xFFFFU];
    if (pair != 0 && (!kNearEnd || left >= 2)) return {static_cast<uint16_t>(pair - 1), 2};
    return {singles_[word & 0xFFU], 1};
  }

  std::array<uint16_t, kBuckets + 1> begins_{};
  std::array<uint16_t, 256> singles_{};
  std::vector<uint16_t> pairs_;  // by the first two bytes: a code and one, or 0
  std::vector<Long> long_;
};

// Made when something is encoded: most tables are only read.
struct SymbolTable::Encoder {
  std::once_flag once;
  std::optional<LongestSymbol> longest;
};

}  // namespace cocite::file

// Link lists in bytes instead of bits: larger, and several times faster to read.
//
// A list of page x:  degree (LEB128) | lengths: 2 bits a number | numbers of 1 to 4 bytes each
//
// Sorted: the first number is the distance from x (signs folded), each next the gap to the one
// before, less 1. In page order: every number is the distance from x, so that none waits for
// another. Nothing is copied from other lists. Four numbers are read at a time: one byte tells the
// four lengths and, by a table, where each begins (the layout of Stream VByte [Lemire et al.
// 2018]).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/ids.h"
#include "graph/lists.h"

namespace cocite::graph {

class BytesCodec {
 public:
  // Appends the list.
  static void encode(uint32_t page, std::span<const PageId> list, bool sorted,
                     std::vector<std::byte>& out);

  // `at` moves behind the degree. False: not a number, or it goes on behind `end`.
  static bool read_degree(const std::byte*& at, const std::byte* end, uint64_t& degree) {
    degree = 0;
    for (unsigned shift = 0; shift < 35 && at < end; shift += 7) {
      const auto byte = static_cast<uint64_t>(*at++);
      degree |= (byte & 127U) << shift;
      if (byte < 128) return true;
    }
    return false;
  }

  // Reads `degree` > 0 pages; `at` moves behind them. False: the bytes make no sense.
  // REQUIRES: room for kCopySlack pages more at `out`; 16 bytes behind `end` can be read.
  template <bool kSorted>
  static bool decode(const std::byte*& at, const std::byte* end, uint32_t page, uint64_t degree,
                     uint64_t pages, PageId* out) {
    const uint64_t quads = (degree + 3) / 4;
    if (quads + degree > static_cast<uint64_t>(end - at)) return false;
    const std::byte* lengths = at;
    const std::byte* numbers = at + quads;
    uint64_t sum = page;
    uint64_t last = 0;  // the last of the list, in 64 bits: gaps of a spoilt list may run over 32
    uint32_t largest = 0;
    for (uint64_t i = 0; i < degree; i += 4) {
      const Quad& quad = kQuads[static_cast<uint8_t>(*lengths++)];
      std::array<uint32_t, 4> values;
      for (size_t k = 0; k < 4; ++k) {
        uint32_t value = 0;
        std::memcpy(&value, numbers + quad.begin[k], sizeof value);
        values[k] = value & quad.mask[k];
      }
      numbers += quad.total;
      if (numbers > end + kQuadSlack) return false;
      if constexpr (kSorted) {
        for (size_t k = 0; k < 4; ++k) {
          // The first one only is a distance with a sign.
          const bool first = k == 0 && i == 0;
          sum = first ? page + unfold(values[0]) : sum + values[k] + 1;
          if (first) sum &= 0xFFFFFFFFU;
          last = i + k < degree ? sum : last;
          out[i + k] = page_id(sum);
        }
      } else {
        for (size_t k = 0; k < 4; ++k) {
          const uint32_t target = page + unfold(values[k]);
          // Beyond the list the lengths are those of empty numbers: never the largest by mistake.
          largest = i + k < degree ? std::max(largest, target) : largest;
          out[i + k] = page_id(target);
        }
      }
    }
    // Numbers behind the last one are written as one byte of nothing: not there in the stream.
    numbers -= (4 - degree % 4) % 4;
    at = numbers;
    if (numbers > end) return false;
    if constexpr (kSorted) return last < pages;  // they rise: the last is the largest
    return largest < pages;
  }

 private:
  // A quad may hold up to three numbers that are not there, a byte each.
  static constexpr ptrdiff_t kQuadSlack = 3;
  struct Quad {
    std::array<uint8_t, 4> begin;
    std::array<uint32_t, 4> mask;
    uint32_t total;
  };
  static const std::array<Quad, 256> kQuads;

  static constexpr uint32_t fold(uint32_t delta) { return delta << 1 ^ (0 - (delta >> 31)); }
  static constexpr uint32_t unfold(uint32_t folded) { return folded >> 1 ^ (0 - (folded & 1)); }
};

}  // namespace cocite::graph

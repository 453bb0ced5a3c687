// For tests only: BVGraph codes and lists as strings of '0' and '1', written from the definitions
// in the plainest way and sharing nothing with the code under test.
//
//   oracle::code({BvCode::Kind::kGamma, 0}, 1, false)   // "010"
//   oracle::pack("010", false)                          // {0x40}
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "graph/bvgraph_properties.h"

namespace cocite::graph::oracle {

using Lists = std::vector<std::vector<uint32_t>>;
using Random = std::mt19937_64;

inline std::string field(uint64_t value, unsigned count, bool little) {
  std::string bits;
  for (unsigned i = 0; i < count; ++i) bits += (value >> i & 1) != 0 ? '1' : '0';
  if (!little) std::reverse(bits.begin(), bits.end());
  return bits;
}

inline unsigned floor_log2(uint64_t y) {
  unsigned l = 0;
  while (y > 1) {
    y /= 2;
    ++l;
  }
  return l;
}

// The first numbers below `bound` get one bit less than the others.
inline std::string minimal_binary(uint64_t x, uint64_t bound, bool little) {
  const unsigned l = floor_log2(bound);
  const uint64_t short_ones = (uint64_t{1} << l << 1) - bound;
  if (x < short_ones) return field(x, l, little);
  return field((x + short_ones) / 2, l, little) + field((x + short_ones) % 2, 1, little);
}

inline std::string unary(uint64_t x) {
  return std::string(x, '0') + "1";
}

inline std::string omega_blocks(uint64_t n, bool little) {
  if (n <= 1) return "";
  const unsigned l = floor_log2(n);
  std::string block = field(n, l + 1, little);
  if (little) std::rotate(block.begin(), block.end() - 1, block.end());
  return omega_blocks(l, little) + block;
}

inline std::string code(BvCode which, uint64_t x, bool little) {
  using enum BvCode::Kind;
  const unsigned l = floor_log2(x + 1);
  const std::string low = field(x + 1, l, little);
  switch (which.kind) {
    case kUnary:
      return unary(x);
    case kGamma:
      return unary(l) + low;
    case kDelta:
      return code({kGamma, 0}, l, little) + low;
    case kZeta: {
      const unsigned h = l / which.k;
      const uint64_t from = uint64_t{1} << (h * which.k);
      const uint64_t to = from << (which.k - 1) << 1;  // 0 for 2^64
      return unary(h) + minimal_binary(x + 1 - from, to - from, little);
    }
    case kGolomb:
      return unary(x / which.k) + minimal_binary(x % which.k, which.k, little);
    case kNibble: {
      std::string bits = "1" + field(x % 8, 3, little);
      for (x /= 8; x > 0; x /= 8) bits = "0" + field(x % 8, 3, little) + bits;
      return bits;
    }
    case kOmega:
      return omega_blocks(x + 1, little) + "0";
    case kPi:
      return unary(l >> which.k) + field(l, which.k, little) + low;
  }
  return "";
}

inline std::vector<std::byte> pack(const std::string& bits, bool little) {
  std::vector<std::byte> bytes((bits.size() + 7) / 8);
  for (size_t i = 0; i < bits.size(); ++i) {
    const unsigned shift = static_cast<unsigned>(little ? i % 8 : 7 - i % 8);
    if (bits[i] == '1') bytes[i / 8] |= std::byte{1} << shift;
  }
  return bytes;
}

inline std::string unpack(const std::vector<std::byte>& bytes) {  // big-endian
  std::string bits;
  for (const std::byte byte : bytes) bits += field(static_cast<uint64_t>(byte), 8, false);
  return bits;
}

inline uint64_t zigzag(int64_t v) {
  return static_cast<uint64_t>(v >= 0 ? 2 * v : -2 * v - 1);
}

// Says whether to take a chance: copy a shared successor, make an interval of a run.
using Coin = std::function<bool()>;

// One list of node x, referring to the list `reference` nodes before.
inline std::string list_bits(const BvProperties& p, const Lists& lists, size_t x, size_t reference,
                             const Coin& coin) {
  const bool little = p.little_endian;
  const auto& list = lists[x];
  std::string bits = code(p.codes.outdegrees, list.size(), little);
  if (list.empty()) return bits;
  if (p.window > 0) bits += code(p.codes.references, reference, little);
  std::vector<uint32_t> extras = list;
  if (reference > 0) {
    std::vector<uint64_t> runs = {0};  // copied, skipped, copied ...
    for (const uint32_t y : lists[x - reference]) {
      const auto shared = std::find(extras.begin(), extras.end(), y);
      const bool is_copied = shared != extras.end() && coin();
      if (is_copied) extras.erase(shared);
      if (is_copied != (runs.size() % 2 == 1)) runs.push_back(0);
      ++runs.back();
    }
    runs.pop_back();  // the last goes without saying
    bits += code(p.codes.block_count, runs.size(), little);
    for (size_t i = 0; i < runs.size(); ++i) {
      bits += code(p.codes.blocks, i == 0 ? runs[i] : runs[i] - 1, little);
    }
  }
  if (extras.empty()) return bits;
  const auto from_x = [x](uint32_t y) { return zigzag(int64_t{y} - static_cast<int64_t>(x)); };
  if (p.min_interval_length > 0) {
    std::vector<std::pair<uint32_t, uint32_t>> intervals;  // first, length
    std::vector<uint32_t> residuals;
    for (size_t i = 0; i < extras.size();) {
      size_t end = i + 1;
      while (end < extras.size() && extras[end] == extras[end - 1] + 1) ++end;
      if (end - i >= p.min_interval_length && coin()) {
        intervals.emplace_back(extras[i], end - i);
      } else {
        for (size_t j = i; j < end; ++j) residuals.push_back(extras[j]);
      }
      i = end;
    }
    bits += code(p.codes.intervals, intervals.size(), little);
    for (size_t i = 0; i < intervals.size(); ++i) {
      const auto [first, length] = intervals[i];
      bits += code(
          p.codes.intervals,
          i == 0 ? from_x(first) : first - (intervals[i - 1].first + intervals[i - 1].second) - 1,
          little);
      bits += code(p.codes.intervals, length - p.min_interval_length, little);
    }
    extras = residuals;
  }
  for (size_t i = 0; i < extras.size(); ++i) {
    bits +=
        code(p.codes.residuals, i == 0 ? from_x(extras[0]) : extras[i] - extras[i - 1] - 1, little);
  }
  return bits;
}

struct Encoded {
  std::vector<std::byte> graph;
  std::vector<std::byte> offsets;
  uint64_t bits = 0;
};

// A whole graph with references, copies and intervals chosen by chance.
inline Encoded encode(const BvProperties& p, const Lists& lists, Random& random) {
  std::string graph;
  std::string offsets = code(p.codes.offsets, 0, false);
  for (size_t x = 0; x < lists.size(); ++x) {
    const size_t reach = std::min<size_t>(p.window, x);
    const std::string bits =
        list_bits(p, lists, x, random() % (reach + 1), [&random] { return random() % 4 != 0; });
    graph += bits;
    offsets += code(p.codes.offsets, bits.size(), false);
  }
  return {pack(graph, p.little_endian), pack(offsets, false), graph.size()};
}

// Lists like the web's: near to the node, in runs, and like those before.
inline Lists random_lists(size_t nodes, Random& random) {
  Lists lists(nodes);
  for (size_t x = 0; x < nodes; ++x) {
    std::vector<uint32_t>& list = lists[x];
    if (x > 0 && random() % 2 == 0) {
      for (const uint32_t y : lists[x - 1 - random() % std::min<size_t>(x, 4)]) {
        if (random() % 5 != 0) list.push_back(y);
      }
    }
    for (size_t pieces = random() % 4; pieces > 0; --pieces) {
      const size_t from = random() % 3 == 0 ? random() % nodes : x - std::min(x, random() % 20);
      const size_t length = random() % 2 == 0 ? 1 : random() % 12;
      for (size_t y = from; y < std::min(nodes, from + length); ++y) {
        list.push_back(static_cast<uint32_t>(y));
      }
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return lists;
}

inline uint64_t arcs_of(const Lists& lists) {
  uint64_t arcs = 0;
  for (const auto& list : lists) arcs += list.size();
  return arcs;
}

}  // namespace cocite::graph::oracle

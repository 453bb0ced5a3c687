#include "graph/token_code.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace cocite::graph {
namespace {

// Depth of every leaf in Huffman's tree, by the usual two least weights first.
std::vector<uint8_t> huffman_depths(std::span<const uint64_t> counts) {
  struct Node {
    uint64_t weight;
    int32_t left;
    int32_t right;
  };
  std::vector<Node> nodes;
  using Item = std::pair<uint64_t, int32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
  for (size_t i = 0; i < counts.size(); ++i) {
    nodes.push_back({counts[i], -1, -1});
    if (counts[i] > 0) queue.emplace(counts[i], static_cast<int32_t>(i));
  }
  std::vector<uint8_t> depths(counts.size(), 0);
  if (queue.empty()) return depths;
  if (queue.size() == 1) {
    depths[static_cast<size_t>(queue.top().second)] = 1;
    return depths;
  }
  while (queue.size() > 1) {
    const Item a = queue.top();
    queue.pop();
    const Item b = queue.top();
    queue.pop();
    nodes.push_back({a.first + b.first, a.second, b.second});
    queue.emplace(a.first + b.first, static_cast<int32_t>(nodes.size() - 1));
  }
  // Parents stand after their children, so one pass from the root down is enough.
  std::vector<uint8_t> depth(nodes.size(), 0);
  for (size_t i = nodes.size(); i-- > counts.size();) {
    const auto below = static_cast<uint8_t>(std::min(depth[i] + 1, 255));
    depth[static_cast<size_t>(nodes[i].left)] = below;
    depth[static_cast<size_t>(nodes[i].right)] = below;
  }
  std::copy_n(depth.begin(), counts.size(), depths.begin());
  return depths;
}

}  // namespace

std::vector<uint8_t> code_lengths(std::span<const uint64_t> counts, unsigned max_bits) {
  std::vector<uint8_t> lengths = huffman_depths(counts);
  // Too long codes are cut to max_bits; the room they then take too much is won back by making the
  // rarest of the shorter codes longer, one bit at a time, until everything fits again.
  uint64_t room = uint64_t{1} << max_bits;
  uint64_t used = 0;
  std::vector<uint32_t> by_rarity;
  for (uint32_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] == 0) continue;
    lengths[i] = static_cast<uint8_t>(std::min<unsigned>(lengths[i], max_bits));
    used += room >> lengths[i];
    by_rarity.push_back(i);
  }
  std::ranges::sort(by_rarity, [&](uint32_t a, uint32_t b) {
    return counts[a] != counts[b] ? counts[a] < counts[b] : a < b;
  });
  while (used > room) {
    for (const uint32_t i : by_rarity) {
      if (lengths[i] < max_bits) {
        used -= room >> (lengths[i] + 1);
        ++lengths[i];
        if (used <= room) break;
      }
    }
  }
  // And what is left over goes to the most frequent ones that can use it.
  for (auto i = by_rarity.rbegin(); i != by_rarity.rend(); ++i) {
    while (lengths[*i] > 1 && used + (room >> lengths[*i]) <= room) {
      used += room >> lengths[*i];
      --lengths[*i];
    }
  }
  return lengths;
}

bool lengths_fit(std::span<const uint8_t> lengths, unsigned max_bits) {
  uint64_t used = 0;
  for (const uint8_t length : lengths) {
    if (length > max_bits) return false;
    if (length > 0) used += uint64_t{1} << (max_bits - length);
  }
  return used <= uint64_t{1} << max_bits;
}

std::vector<uint16_t> codes_for(std::span<const uint8_t> lengths) {
  std::vector<uint16_t> codes(lengths.size(), 0);
  uint32_t next = 0;
  for (unsigned length = 1; length <= 16; ++length) {
    next <<= 1;
    for (size_t i = 0; i < lengths.size(); ++i) {
      if (lengths[i] != length) continue;
      uint32_t reversed = 0;
      for (unsigned bit = 0; bit < length; ++bit) {
        reversed |= ((next >> bit) & 1U) << (length - 1 - bit);
      }
      codes[i] = static_cast<uint16_t>(reversed);
      ++next;
    }
  }
  return codes;
}

TokenCode TokenCode::make(std::span<const uint64_t> token_counts) {
  std::array<uint64_t, kSymbols> counts{};
  std::ranges::copy(token_counts, counts.begin());
  counts[kEscape] = 1;
  TokenCode code;
  (void)from_lengths(code_lengths(counts, kMaxCodeBits), code);
  return code;
}

bool TokenCode::from_lengths(std::span<const uint8_t> lengths, TokenCode& code) {
  if (lengths.size() != kSymbols || !lengths_fit(lengths, kMaxCodeBits) || lengths[kEscape] == 0) {
    return false;
  }
  std::ranges::copy(lengths, code.lengths_.begin());
  std::ranges::copy(codes_for(lengths), code.codes_.begin());
  code.table_.fill(1);  // bits that are no code read as 0, one bit long: wrong but harmless
  for (uint32_t symbol = 0; symbol < kSymbols; ++symbol) {
    const unsigned length = lengths[symbol];
    if (length == 0) continue;
    const uint32_t digits = symbol < 16 ? symbol : symbol == kEscape ? 0 : 4 + (symbol & 3U);
    const uint32_t extra_bits = symbol < 16         ? 0
                                : symbol == kEscape ? kEscapeMark
                                                    : (symbol - 16) / 4 + 2;
    const auto entry = static_cast<Entry>(length | extra_bits << 4 | digits << 10);
    for (uint32_t i = code.codes_[symbol]; i < code.table_.size(); i += 1U << length) {
      code.table_[i] = entry;
    }
  }
  return true;
}

}  // namespace cocite::graph

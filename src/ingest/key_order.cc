#include "ingest/key_order.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "base/hash.h"
#include "base/parallel.h"

namespace cocite::ingest {
namespace {

constexpr size_t kParts = 256;
constexpr size_t kSmall = 24;

struct Item {
  uint64_t chunk;  // bytes [depth, depth + 8) of the key, big-endian, zeros behind the end
  // The key itself: by its number it is two reads further, each of them far away.
  const char* bytes;
  uint32_t size;
  uint32_t number;

  [[nodiscard]] std::string_view key() const { return {bytes, size}; }
};

uint64_t chunk_at(std::string_view key, size_t depth) {
  uint64_t chunk = 0;
  if (depth < key.size())
    std::memcpy(&chunk, key.data() + depth, std::min<size_t>(8, key.size() - depth));
  return __builtin_bswap64(chunk);
}

void sort_deeper(std::span<Item> items, size_t depth);

// REQUIRES: all keys agree in their first `depth` bytes, and chunks are those at `depth`.
void sort(std::span<Item> items, size_t depth) {
  if (items.size() <= kSmall) {
    std::ranges::sort(items, [&](const Item& a, const Item& b) {
      return a.chunk != b.chunk ? a.chunk < b.chunk : a.key() < b.key();
    });
    return;
  }
  std::ranges::sort(items, {}, &Item::chunk);
  for (size_t begin = 0; begin < items.size();) {
    size_t end = begin + 1;
    while (end < items.size() && items[end].chunk == items[begin].chunk) ++end;
    if (end - begin > 1) sort_deeper(items.subspan(begin, end - begin), depth + 8);
    begin = end;
  }
}

void sort_deeper(std::span<Item> items, size_t depth) {
  bool ended = false;
  for (Item& item : items) {
    ended |= item.size <= depth;
    item.chunk = chunk_at(item.key(), depth);
  }
  // A key that ends here and one that goes on with zeros look alike: compare them in full.
  if (ended) {
    std::ranges::sort(items, {}, &Item::key);
    return;
  }
  sort(items, depth);
}

// How many bytes all keys have in common at the front.
size_t common_prefix(const KeyDictionary& keys) {
  std::string_view first;
  size_t common = 0;
  bool any = false;
  for (uint32_t s = 0; s < KeyDictionary::kShards; ++s) {
    for (uint32_t i = 0; i < keys.shard_size(s); ++i) {
      const std::string_view key = keys.key(i << KeyDictionary::kShardBits | s);
      if (!any) {
        first = key;
        common = key.size();
        any = true;
      }
      common = std::min(common, key.size());
      common = static_cast<size_t>(
          std::mismatch(first.begin(), first.begin() + static_cast<ptrdiff_t>(common), key.begin())
              .first -
          first.begin());
      if (common == 0) return 0;
    }
  }
  return common;
}

}  // namespace

std::vector<uint32_t> key_order(const KeyDictionary& dictionary, unsigned threads) {
  const size_t depth = common_prefix(dictionary);
  const auto bases = dictionary.bases();
  std::vector<Item> items(dictionary.size());
  parallel_for(KeyDictionary::kShards, threads, [&](size_t s) {
    for (uint32_t i = 0; i < dictionary.shard_size(static_cast<uint32_t>(s)); ++i) {
      const auto number = static_cast<uint32_t>(i << KeyDictionary::kShardBits | s);
      const std::string_view key = dictionary.key(number);
      items[bases[s] + i] = {chunk_at(key, depth), key.data(), static_cast<uint32_t>(key.size()),
                             number};
    }
  });

  // Splitters from a sample; equal values stay together.
  std::vector<uint64_t> splitters;
  if (items.size() > 1U << 16) {
    std::vector<uint64_t> sample;
    for (uint64_t i = 0; i < kParts * 16; ++i) sample.push_back(items[mix(i) % items.size()].chunk);
    std::ranges::sort(sample);
    for (size_t i = 16; i < sample.size(); i += 16) splitters.push_back(sample[i]);
    splitters.erase(std::unique(splitters.begin(), splitters.end()), splitters.end());
  }
  const auto part_of = [&](uint64_t chunk) {
    return static_cast<size_t>(std::ranges::upper_bound(splitters, chunk) - splitters.begin());
  };
  std::vector<size_t> ends(splitters.size() + 1, 0);
  for (const Item& item : items) ++ends[part_of(item.chunk)];
  size_t sum = 0;
  for (size_t& end : ends) {
    sum += end;
    end = sum;
  }
  std::vector<size_t> next(ends.size());
  for (size_t p = 0; p < ends.size(); ++p) next[p] = p == 0 ? 0 : ends[p - 1];
  // In place: each item goes to its part, the one it displaces goes on.
  for (size_t p = 0; p < ends.size(); ++p) {
    while (next[p] < ends[p]) {
      const size_t to = part_of(items[next[p]].chunk);
      if (to == p) {
        ++next[p];
      } else {
        std::swap(items[next[p]], items[next[to]++]);
      }
    }
  }
  parallel_for(ends.size(), threads, [&](size_t p) {
    const size_t begin = p == 0 ? 0 : ends[p - 1];
    sort(std::span(items).subspan(begin, ends[p] - begin), depth);
  });
  std::vector<uint32_t> order(items.size());
  for (size_t i = 0; i < items.size(); ++i) order[i] = items[i].number;
  return order;
}

}  // namespace cocite::ingest

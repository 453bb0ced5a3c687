// All page keys of a batch of input, each once, numbered as they come.
//
//   dictionary.add(block, numbers);        // any thread; numbers[i] is that of block.names()[i]
//   dictionary.key(numbers[3])
//
// Split by hash into shards with a lock each, so that threads rarely meet. A number holds its shard
// in the low bits; dense() turns it into a place in [0, size()) once adding is over.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "read/link_block.h"

namespace cocite::ingest {

class KeyDictionary {
 public:
  static constexpr unsigned kShardBits = 6;
  static constexpr uint32_t kShards = 1U << kShardBits;

  void add(const read::LinkBlock& block, std::vector<uint32_t>& numbers);
  // `votes`: for its scheme (url/scheme.h).
  uint32_t add(std::string_view key, int32_t votes = 0);

  // Bytes in use, with what sorting the keys will take; may be read while others add.
  [[nodiscard]] uint64_t memory_bytes() const { return memory_.load(std::memory_order_relaxed); }

  // The rest only while no thread adds.
  [[nodiscard]] uint64_t size() const;
  [[nodiscard]] std::string_view key(uint32_t number) const;
  // All votes for the scheme of the page.
  [[nodiscard]] int32_t votes(uint32_t number) const;
  // Asks memory for what key() will read: first where the key is, then, some time later, the key.
  void fetch_place(uint32_t number) const {
    __builtin_prefetch(shards_[number & (kShards - 1)].entries.data() + (number >> kShardBits));
  }
  void fetch_key(uint32_t number) const {
    __builtin_prefetch(shards_[number & (kShards - 1)].entries[number >> kShardBits]);
  }
  // Calls use(number) for every key of a shard.
  [[nodiscard]] uint32_t shard_size(uint32_t shard) const {
    return static_cast<uint32_t>(shards_[shard].entries.size());
  }
  [[nodiscard]] std::array<uint32_t, kShards> bases() const;
  [[nodiscard]] static uint32_t dense(const std::array<uint32_t, kShards>& bases, uint32_t number) {
    return bases[number & (kShards - 1)] + (number >> kShardBits);
  }
  void clear();

 private:
  struct Shard {
    std::mutex mutex;
    std::vector<uint64_t> slots;  // high half of the hash, then entry + 1; 0: free
    std::vector<char*> entries;   // LEB128 length, then the key; votes i32 in front of it
    std::vector<std::unique_ptr<char[]>> arena;
    char* arena_at = nullptr;
    size_t arena_left = 0;
  };
  static std::string_view read(const char* entry);
  // REQUIRES: the shard is locked.
  uint32_t find_or_add(Shard& shard, std::string_view key, uint64_t hash, int32_t votes);
  char* keep(Shard& shard, std::string_view key, int32_t votes);
  void grow(Shard& shard);

  std::array<Shard, kShards> shards_;
  std::atomic<uint64_t> memory_{0};
};

}  // namespace cocite::ingest

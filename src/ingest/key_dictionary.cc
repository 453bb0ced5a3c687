#include "ingest/key_dictionary.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "url/scheme.h"

namespace cocite::ingest {
namespace {

constexpr size_t kArenaBytes = size_t{1} << 18;
// What a key costs besides its bytes and its slot: the entry, and 24 bytes for sorting it.
constexpr uint64_t kEntryBytes = sizeof(char*) + 24;

int32_t votes_of(const char* entry) {
  int32_t votes = 0;
  std::memcpy(&votes, entry - sizeof votes, sizeof votes);
  return votes;
}

void vote(int32_t more, char* entry) {
  if (more == 0) return;
  int32_t votes = votes_of(entry);
  url::add_votes(more, votes);
  std::memcpy(entry - sizeof votes, &votes, sizeof votes);
}

uint32_t shard_of(uint64_t hash) {
  return static_cast<uint32_t>(hash >> (64 - KeyDictionary::kShardBits));
}

}  // namespace

std::string_view KeyDictionary::read(const char* entry) {
  uint32_t length = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(*entry++);
    length |= uint32_t{byte & 127U} << shift;
    if (byte < 128) return {entry, length};
  }
}

char* KeyDictionary::keep(Shard& shard, std::string_view key, int32_t votes) {
  const size_t needed = sizeof votes + key.size() + 5;
  if (needed > shard.arena_left) {
    const size_t bytes = std::max(kArenaBytes, needed);
    shard.arena.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    shard.arena_at = shard.arena.back().get();
    shard.arena_left = bytes;
    memory_.fetch_add(bytes, std::memory_order_relaxed);
  }
  std::memcpy(shard.arena_at, &votes, sizeof votes);
  char* const entry = shard.arena_at + sizeof votes;
  char* at = entry;
  auto length = static_cast<uint32_t>(key.size());
  for (; length >= 128; length >>= 7) *at++ = static_cast<char>(length | 128U);
  *at++ = static_cast<char>(length);
  if (!key.empty()) std::memcpy(at, key.data(), key.size());
  at += key.size();
  shard.arena_left -= static_cast<size_t>(at - shard.arena_at);
  shard.arena_at = at;
  return entry;
}

void KeyDictionary::grow(Shard& shard) {
  const std::vector<uint64_t> old = std::move(shard.slots);
  const size_t size = std::max<size_t>(256, old.size() * 2);
  shard.slots.assign(size, 0);
  memory_.fetch_add((size - old.size()) * sizeof(uint64_t), std::memory_order_relaxed);
  // 32 bits of the hash are kept in the slot, enough to place it again up to 2^32 slots a shard.
  for (const uint64_t slot : old) {
    if (slot == 0) continue;
    size_t at = (slot >> 32) & (size - 1);
    while (shard.slots[at] != 0) at = (at + 1) & (size - 1);
    shard.slots[at] = slot;
  }
}

uint32_t KeyDictionary::find_or_add(Shard& shard, std::string_view key, uint64_t hash,
                                    int32_t votes) {
  if ((shard.entries.size() + 1) * 3 > shard.slots.size() * 2) grow(shard);
  const uint64_t tag = hash & 0xFFFFFFFFU;
  const size_t mask = shard.slots.size() - 1;
  for (size_t at = tag & mask;; at = (at + 1) & mask) {
    const uint64_t slot = shard.slots[at];
    if (slot == 0) {
      const auto entry = static_cast<uint32_t>(shard.entries.size());
      shard.entries.push_back(keep(shard, key, votes));
      shard.slots[at] = tag << 32 | (uint64_t{entry} + 1);
      memory_.fetch_add(kEntryBytes, std::memory_order_relaxed);
      return entry;
    }
    if (slot >> 32 == tag) {
      const auto entry = static_cast<uint32_t>(slot - 1);
      if (read(shard.entries[entry]) != key) continue;
      vote(votes, shard.entries[entry]);
      return entry;
    }
  }
}

void KeyDictionary::add(const read::LinkBlock& block, std::vector<uint32_t>& numbers) {
  const auto& names = block.names();
  numbers.resize(names.size());
  std::array<std::vector<uint32_t>, kShards> by_shard;
  for (uint32_t i = 0; i < names.size(); ++i) by_shard[shard_of(names[i].hash)].push_back(i);
  for (uint32_t s = 0; s < kShards; ++s) {
    Shard& shard = shards_[s];
    const std::scoped_lock lock(shard.mutex);
    const auto& mine = by_shard[s];
    // Three steps ahead of each other, so that a miss in the cache is not waited for: the slot, the
    // entry that it names, the bytes of that entry.
    constexpr size_t kAhead = 8;
    const auto slot_of = [&](size_t k) -> uint64_t {
      if (k >= mine.size() || shard.slots.empty()) return 0;
      return shard.slots[names[mine[k]].hash & 0xFFFFFFFFU & (shard.slots.size() - 1)];
    };
    for (size_t k = 0; k < mine.size(); ++k) {
      if (k + 3 * kAhead < mine.size() && !shard.slots.empty()) {
        const uint64_t hash = names[mine[k + 3 * kAhead]].hash;
        __builtin_prefetch(&shard.slots[hash & 0xFFFFFFFFU & (shard.slots.size() - 1)]);
      }
      if (const uint64_t slot = slot_of(k + 2 * kAhead); slot != 0) {
        __builtin_prefetch(&shard.entries[static_cast<uint32_t>(slot - 1)]);
      }
      if (const uint64_t slot = slot_of(k + kAhead); slot != 0) {
        __builtin_prefetch(shard.entries[static_cast<uint32_t>(slot - 1)]);
      }
      const auto& name = names[mine[k]];
      numbers[mine[k]] =
          find_or_add(shard, block.key(name), name.hash, name.votes) << kShardBits | s;
    }
  }
}

uint32_t KeyDictionary::add(std::string_view key, int32_t votes) {
  const uint64_t hash = hash64(key);
  const uint32_t s = shard_of(hash);
  const std::scoped_lock lock(shards_[s].mutex);
  return find_or_add(shards_[s], key, hash, votes) << kShardBits | s;
}

uint64_t KeyDictionary::size() const {
  uint64_t size = 0;
  for (const Shard& shard : shards_) size += shard.entries.size();
  return size;
}

std::string_view KeyDictionary::key(uint32_t number) const {
  return read(shards_[number & (kShards - 1)].entries[number >> kShardBits]);
}

int32_t KeyDictionary::votes(uint32_t number) const {
  return votes_of(shards_[number & (kShards - 1)].entries[number >> kShardBits]);
}

std::array<uint32_t, KeyDictionary::kShards> KeyDictionary::bases() const {
  std::array<uint32_t, kShards> bases{};
  uint32_t base = 0;
  for (uint32_t s = 0; s < kShards; ++s) {
    bases[s] = base;
    base += shard_size(s);
  }
  return bases;
}

void KeyDictionary::clear() {
  for (Shard& shard : shards_) {
    shard.slots = {};
    shard.entries = {};
    shard.arena = decltype(shard.arena)();
    shard.arena_at = nullptr;
    shard.arena_left = 0;
  }
  memory_.store(0);
}

}  // namespace cocite::ingest

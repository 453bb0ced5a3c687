// Has this address been seen, and under which number? For tens of millions of them in memory.
//
//   AddressTable table;
//   auto [number, is_new] = table.add(hash64(page_key));    // 0, true
//
// About eleven bytes an address: a slot holds its number and 40 bits of its hash; 12 more choose
// the shard. In a crawl of ten million addresses two are mistaken for one with a chance of one in a
// hundred, and then one page is not fetched. Shards grow one by one and by a sixteenth, so that
// neither time nor memory jumps. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace cocite::crawl {

class AddressTable {
 public:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  // The number of the address with this hash, and whether it is a new one.
  std::pair<uint32_t, bool> add(uint64_t hash) {
    Shard& shard = shards_[hash >> kShardShift];
    if ((shard.used + 1) * 10 > shard.slots.size() * 9) grow(shard);
    Slot& slot = find(shard, hash & kTagMask);
    if (slot.number() != kNone) return {slot.number(), false};
    slot.set(size_, hash & kTagMask);
    ++shard.used;
    return {size_++, true};
  }
  // An address that gets the number of one that is forgotten. REQUIRES: it is not there.
  void add_as(uint64_t hash, uint32_t number) {
    Shard& shard = shards_[hash >> kShardShift];
    if ((shard.used + 1) * 10 > shard.slots.size() * 9) grow(shard);
    find(shard, hash & kTagMask).set(number, hash & kTagMask);
    ++shard.used;
  }
  // A number that no address has.
  uint32_t skip() { return size_++; }
  // Forgets the addresses whose numbers `is_gone` names.
  template <class IsGone>
  void forget(const IsGone& is_gone) {
    for (Shard& shard : shards_) {
      Shard rest;
      rest.slots.resize(shard.slots.size());
      for (const Slot& slot : shard.slots) {
        if (slot.number() == kNone || is_gone(slot.number())) continue;
        find(rest, slot.tag()) = slot;
        ++rest.used;
      }
      shard = std::move(rest);
    }
  }
  // kNone: never seen.
  [[nodiscard]] uint32_t number(uint64_t hash) {
    Shard& shard = shards_[hash >> kShardShift];
    return shard.slots.empty() ? kNone : find(shard, hash & kTagMask).number();
  }
  // Of numbers.
  [[nodiscard]] uint32_t size() const { return size_; }

 private:
  static constexpr int kShardShift = 52;
  static constexpr size_t kShards = size_t{1} << (64 - kShardShift);
  static constexpr uint64_t kTagMask = (uint64_t{1} << 40) - 1;

  // Nine bytes: a number of four, a tag of five.
  class Slot {
   public:
    Slot() { set(kNone, 0); }
    [[nodiscard]] uint32_t number() const {
      uint32_t value = 0;
      std::memcpy(&value, bytes_, sizeof value);
      return value;
    }
    [[nodiscard]] uint64_t tag() const {
      uint64_t value = 0;
      std::memcpy(&value, bytes_ + 4, 5);
      return value;
    }
    void set(uint32_t number, uint64_t tag) {
      std::memcpy(bytes_, &number, sizeof number);
      std::memcpy(bytes_ + 4, &tag, 5);
    }

   private:
    unsigned char bytes_[9];
  };
  static_assert(sizeof(Slot) == 9);
  struct Shard {
    std::vector<Slot> slots;
    size_t used = 0;
  };

  static Slot& find(Shard& shard, uint64_t tag) {
    const size_t slots = shard.slots.size();
    // Slots are fewer than 2^24 by far, so that this does not overflow.
    size_t at = (tag * slots) >> 40;
    for (;;) {
      Slot& slot = shard.slots[at];
      if (slot.number() == kNone || slot.tag() == tag) return slot;
      if (++at == slots) at = 0;
    }
  }
  static void grow(Shard& shard) {
    constexpr size_t kLeast = 16;
    Shard larger;
    larger.used = shard.used;
    larger.slots.resize(shard.slots.size() + shard.slots.size() / 16 + kLeast);
    for (const Slot& slot : shard.slots) {
      if (slot.number() != kNone) find(larger, slot.tag()) = slot;
    }
    shard = std::move(larger);
  }

  std::vector<Shard> shards_ = std::vector<Shard>(kShards);
  uint32_t size_ = 0;
};

}  // namespace cocite::crawl

// Numbers for strings in the order they come: 0, 1, 2, ...
//
//   StringIds ids;
//   ids.id_of("bees")      // 0
//   ids.id_of("honey")     // 1
//   ids.id_of("bees")      // 0
//   ids.text(1)            // "honey"
//
// For words: short, and most of them seen before. REQUIRES of every string: at least 16 bytes may
// be read from its first one on. One thread at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::text {

class StringIds {
 public:
  StringIds() : slots_(kFirstSlots) {}

  [[nodiscard]] uint32_t id_of(std::string_view text) {
    const uint32_t hash = hash_of(text);
    const size_t mask = slots_.size() - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
      const Slot slot = slots_[at];
      if (slot.number == 0) return add(text, hash, at);
      if (slot.hash == hash && this->text(slot.number - 1) == text) return slot.number - 1;
    }
  }
  // Valid until the next id_of().
  [[nodiscard]] std::string_view text(uint32_t id) const {
    return {letters_.data() + texts_[id].begin, texts_[id].bytes};
  }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }
  [[nodiscard]] size_t memory_bytes() const {
    return letters_.capacity() + texts_.capacity() * sizeof(Text) + slots_.size() * sizeof(Slot);
  }

 private:
  struct Text {
    uint32_t begin = 0;
    uint32_t bytes = 0;
  };
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = 0;  // the id plus one; 0: free
  };
  static constexpr size_t kFirstSlots = size_t{1} << 12;

  // Two loads and two multiplications: a general hash takes longer than the rest of a look-up.
  [[nodiscard]] static uint32_t hash_of(std::string_view text) {
    uint64_t first = 0;
    uint64_t last = 0;
    const size_t size = text.size();
    std::memcpy(&first, text.data(), 8);
    if (size >= 8) {
      std::memcpy(&last, text.data() + size - 8, 8);
      for (size_t i = 8; i + 8 < size; i += 8) {
        uint64_t middle = 0;
        std::memcpy(&middle, text.data() + i, 8);
        first = (std::rotl(first, 23) ^ middle) * kOdd;
      }
    } else {
      first &= size == 0 ? 0 : ~uint64_t{0} >> (64 - 8 * size);
    }
    uint64_t hash = (first ^ size) * kOdd;
    hash = (hash ^ (hash >> 32) ^ last) * kOdd;
    return static_cast<uint32_t>(hash >> 32);
  }
  static constexpr uint64_t kOdd = 0x9E3779B97F4A7C15U;

  uint32_t add(std::string_view text, uint32_t hash, size_t at) {
    const auto id = size();
    texts_.push_back({static_cast<uint32_t>(letters_.size()), static_cast<uint32_t>(text.size())});
    letters_.append(text);
    slots_[at] = {hash, id + 1};
    if (texts_.size() * 2 > slots_.size()) grow();
    return id;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const size_t mask = slots_.size() - 1;
    for (const Slot slot : old) {
      if (slot.number == 0) continue;
      size_t at = slot.hash & mask;
      while (slots_[at].number != 0) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  std::string letters_;
  std::vector<Text> texts_;
  std::vector<Slot> slots_;
};

}  // namespace cocite::text

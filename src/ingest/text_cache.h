// What was found out about a text, as long as there is room: a table that is emptied when it is
// full.
//
//   TextCache cache(64 << 20);
//   if (const uint32_t* known = cache.find(text, hash)) ...
//   cache.add(text, hash, value);
//
// The texts themselves are compared, not only their hashes. One thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace cocite::ingest {

class TextCache {
 public:
  // Longer texts are not kept.
  static constexpr size_t kMaxText = 1024;

  explicit TextCache(size_t max_bytes) : max_bytes_(std::max<size_t>(max_bytes, 1 << 16)) {
    slots_.resize(kFirstSlots);
  }

  [[nodiscard]] const uint32_t* find(std::string_view text, uint64_t hash) const {
    const size_t mask = slots_.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
      const Slot& slot = slots_[i];
      if (slot.bytes == 0) return nullptr;
      if (slot.hash == hash && std::string_view(letters_).substr(slot.begin, slot.bytes) == text) {
        return &slot.value;
      }
    }
  }
  // REQUIRES: it is not there.
  void add(std::string_view text, uint64_t hash, uint32_t value) {
    if (text.empty() || text.size() > kMaxText) return;
    if (letters_.size() + text.size() + slots_.size() * sizeof(Slot) > max_bytes_) clear();
    if (size_ * 2 >= slots_.size()) grow();
    put({.hash = hash,
         .begin = static_cast<uint32_t>(letters_.size()),
         .bytes = static_cast<uint32_t>(text.size()),
         .value = value});
    letters_.append(text);
    ++size_;
  }

 private:
  static constexpr size_t kFirstSlots = size_t{1} << 10;

  struct Slot {
    uint64_t hash = 0;
    uint32_t begin = 0;  // in letters_
    uint32_t bytes = 0;  // 0: empty
    uint32_t value = 0;
  };
  void put(const Slot& slot) {
    const size_t mask = slots_.size() - 1;
    size_t i = slot.hash & mask;
    while (slots_[i].bytes != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
  void grow() {
    if ((slots_.size() * 2) * sizeof(Slot) > max_bytes_ / 2) return clear();
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.bytes != 0) put(slot);
    }
  }
  void clear() {
    std::fill(slots_.begin(), slots_.end(), Slot{});
    letters_.clear();
    size_ = 0;
  }

  size_t max_bytes_;
  std::vector<Slot> slots_;  // a power of two
  std::string letters_;
  size_t size_ = 0;
};

}  // namespace cocite::ingest

#include "html/tags.h"

#include <bit>
#include <cstring>
#include <type_traits>

#include "base/ascii.h"

namespace cocite::html {
namespace {

// A name of up to 8 bytes is folded to lower case and packed into one word, so finding it is one
// multiplication and one comparison. The few longer names use a word of their first and last bytes
// and are then compared in full.
constexpr size_t kSlots = 512;

// The first byte is the lowest, on every machine.
constexpr uint64_t load(const char* bytes) {
  uint64_t word = 0;
  if (!std::is_constant_evaluated() && std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
  for (size_t i = 0; i < 8; ++i) {
    word |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[i])) << (8 * i);
  }
  return word;
}

// Eight bytes at once: adds 0x20 to those between 'A' and 'Z'.
constexpr uint64_t fold(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101U;
  const uint64_t low = word & (0x7F * kOnes);
  const uint64_t from_a = low + (0x80 - 'A') * kOnes;
  const uint64_t after_z = low + (0x80 - 'Z' - 1) * kOnes;
  const uint64_t upper = (from_a ^ after_z) & ~word & (0x80 * kOnes);
  return word | (upper >> 2);
}

constexpr uint64_t pack(std::string_view name) {
  const size_t size = name.size();
  if (size > 8) {
    return fold(load(name.data())) ^ (fold(load(name.data() + size - 8)) << 1);
  }
  uint64_t word = 0;
  for (size_t i = 0; i < size; ++i) {
    word |= static_cast<uint64_t>(static_cast<uint8_t>(name[i])) << (8 * i);
  }
  return fold(word);
}

constexpr size_t slot_of(uint64_t packed, size_t size) {
  return static_cast<size_t>(((packed + size) * 0x9E3779B97F4A7C15U) >> 55);
}
static_assert(size_t{1} << (64 - 55) == kSlots);

struct Slot {
  uint64_t packed = 0;
  uint8_t size = 0;
  Tag tag = Tag::kUnknown;
};

constexpr std::array<Slot, kSlots> make_slots() {
  std::array<Slot, kSlots> slots{};
  for (size_t i = 1; i < internal::kTagNames.size(); ++i) {
    const std::string_view name = internal::kTagNames[i];
    const uint64_t packed = pack(name);
    size_t slot = slot_of(packed, name.size());
    while (slots[slot].size != 0) slot = (slot + 1) % kSlots;
    slots[slot] = Slot{packed, static_cast<uint8_t>(name.size()), static_cast<Tag>(i)};
  }
  return slots;
}

constexpr std::array<Slot, kSlots> kSlotTable = make_slots();

}  // namespace

Tag find_tag(std::string_view name, size_t readable) {
  constexpr size_t kLongest = 14;  // annotation-xml
  if (name.size() > kLongest) return Tag::kUnknown;
  const uint64_t packed = name.size() <= 8 && readable >= 8
                              ? fold(load(name.data()) & (~uint64_t{0} >> (64 - 8 * name.size())))
                              : pack(name);
  for (size_t slot = slot_of(packed, name.size()); kSlotTable[slot].size != 0;
       slot = (slot + 1) % kSlots) {
    const Slot& candidate = kSlotTable[slot];
    if (candidate.packed != packed || candidate.size != name.size()) continue;
    if (name.size() <= 8 || equals_ignore_case(name, name_of(candidate.tag))) return candidate.tag;
  }
  return Tag::kUnknown;
}

}  // namespace cocite::html

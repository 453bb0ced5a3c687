#include "html/tags.h"

#include "html/ascii.h"

namespace cocite::html {
namespace {

// A name of up to 8 bytes is folded to lower case and packed into one word, so finding it is one
// multiplication and one comparison. The few longer names use a word of their first and last bytes
// and are then compared in full.
constexpr size_t kSlots = 512;

template <class Word>
constexpr Word load(const char* bytes) {
  Word word = 0;
  if (std::is_constant_evaluated()) {
    for (size_t i = 0; i < sizeof(Word); ++i) {
      word |= static_cast<Word>(static_cast<uint8_t>(bytes[i])) << (8 * i);
    }
  } else {
    __builtin_memcpy(&word, bytes, sizeof word);
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
  const char* bytes = name.data();
  const size_t size = name.size();
  if (size > 8) {
    return fold(load<uint64_t>(bytes)) ^ (fold(load<uint64_t>(bytes + size - 8)) << 1);
  }
  if (size >= 4) {
    return fold(load<uint32_t>(bytes) |
                (static_cast<uint64_t>(load<uint32_t>(bytes + size - 4)) << 32));
  }
  return fold(static_cast<uint64_t>(static_cast<uint8_t>(bytes[0])) |
              static_cast<uint64_t>(static_cast<uint8_t>(bytes[size / 2])) << 8 |
              static_cast<uint64_t>(static_cast<uint8_t>(bytes[size - 1])) << 16);
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

Tag find_tag(std::string_view name) {
  constexpr size_t kLongest = 14;  // annotation-xml
  if (name.size() > kLongest) return Tag::kUnknown;
  const uint64_t packed = pack(name);
  for (size_t slot = slot_of(packed, name.size()); kSlotTable[slot].size != 0;
       slot = (slot + 1) % kSlots) {
    const Slot& candidate = kSlotTable[slot];
    if (candidate.packed != packed || candidate.size != name.size()) continue;
    if (name.size() <= 8 || equals_ignore_case(name, name_of(candidate.tag))) return candidate.tag;
  }
  return Tag::kUnknown;
}

}  // namespace cocite::html

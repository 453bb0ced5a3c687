// How many terms do the fields of a document have?
//
//   COCITE_TRY(auto lengths, Lengths::open(container, documents));
//   FieldCounts counts;
//   if (!lengths.get(doc, counts)) return lengths.damage();
//
// A search for frequent words looks at the lengths of nearly every document, so that they are what
// a program just started waits for: four bytes a document. Where these are too few, they are 0,
// which no document has otherwise, and the lengths are in a list of long ones.
#pragma once

#include <cstdint>
#include <span>

#include <cocite/result.h>

#include "file/container.h"
#include "text/posting_block.h"

namespace cocite::text {

struct ShortLengths {
  static constexpr uint32_t kMaxText = (1U << 14) - 1;
  static constexpr uint32_t kMaxTitle = (1U << 8) - 1;
  static constexpr uint32_t kMaxAnchors = (1U << 10) - 1;

  // 0: too long. REQUIRES: not all are 0.
  [[nodiscard]] static uint32_t pack(const FieldCounts& counts) {
    if (counts.text > kMaxText || counts.title > kMaxTitle || counts.anchors > kMaxAnchors) {
      return 0;
    }
    return counts.text | counts.title << 14 | counts.anchors << 22;
  }
  [[nodiscard]] static FieldCounts unpack(uint32_t packed) {
    return {.title = packed >> 14 & kMaxTitle, .text = packed & kMaxText, .anchors = packed >> 22};
  }
};

struct LongLengths {
  uint32_t doc = 0;
  uint32_t title = 0;
  uint32_t text = 0;
  uint32_t anchors = 0;

  [[nodiscard]] FieldCounts counts() const {
    return {.title = title, .text = text, .anchors = anchors};
  }
};
static_assert(sizeof(LongLengths) == 16);

class Lengths {
 public:
  [[nodiscard]] static Result<Lengths> open(const file::Container& container, uint64_t documents);

  // REQUIRES: doc is one. False: damaged.
  [[nodiscard]] bool get(uint32_t doc, FieldCounts& counts) const {
    if (!is_sound(doc, doc + 1)) return false;
    counts = (*this)[doc];
    return true;
  }
  // Documents [begin, end) may be asked for without a check of each.
  [[nodiscard]] bool is_sound(uint32_t begin, uint32_t end) const {
    return short_.is_sound(uint64_t{begin} * 4, uint64_t{end} * 4) &&
           long_.is_sound(0, long_.size());
  }
  // REQUIRES: is_sound() was true for it.
  [[nodiscard]] FieldCounts operator[](uint32_t doc) const {
    const uint32_t packed = reinterpret_cast<const uint32_t*>(short_.data())[doc];
    return packed != 0 ? ShortLengths::unpack(packed) : long_of(doc);
  }
  [[nodiscard]] tl::unexpected<Error> damage() const { return short_.damage(); }

  // That long ones are in order, and only those that have to be.
  [[nodiscard]] Result<void> check() const;

 private:
  [[nodiscard]] FieldCounts long_of(uint32_t doc) const;
  [[nodiscard]] std::span<const LongLengths> long_ones() const {
    return {reinterpret_cast<const LongLengths*>(long_.data()), long_.size() / sizeof(LongLengths)};
  }

  file::Section short_;
  file::Section long_;
};

// By document, FieldCounts::packed(): the sections that open() reads.
[[nodiscard]] Result<void> write_lengths(std::span<const uint64_t> packed,
                                         file::ContainerWriter& writer);

}  // namespace cocite::text

#include "text/lengths.h"

#include <algorithm>
#include <vector>

namespace cocite::text {

Result<Lengths> Lengths::open(const file::Container& container, uint64_t documents) {
  Lengths lengths;
  COCITE_TRY(lengths.short_, container.section("lengths"));
  COCITE_TRY(lengths.long_, container.section("long-lengths"));
  if (lengths.short_.size() != documents * 4) return lengths.short_.damage();
  if (lengths.long_.size() % sizeof(LongLengths) != 0) return lengths.long_.damage();
  return lengths;
}

FieldCounts Lengths::long_of(uint32_t doc) const {
  const auto all = long_ones();
  const auto found = std::ranges::lower_bound(all, doc, {}, &LongLengths::doc);
  // One that is missing is found by check(), not here, in the midst of a search.
  return found != all.end() && found->doc == doc ? found->counts() : FieldCounts{};
}

Result<void> Lengths::check() const {
  if (!is_sound(0, static_cast<uint32_t>(short_.size() / 4))) return damage();
  const auto* const packed = reinterpret_cast<const uint32_t*>(short_.data());
  size_t next = 0;
  for (uint32_t doc = 0; doc < short_.size() / 4; ++doc) {
    if (packed[doc] != 0) continue;
    if (next == long_ones().size() || long_ones()[next].doc != doc ||
        ShortLengths::pack(long_ones()[next].counts()) != 0) {
      return long_.damage();
    }
    ++next;
  }
  if (next != long_ones().size()) return long_.damage();
  return {};
}

Result<void> write_lengths(std::span<const uint64_t> packed, file::ContainerWriter& writer) {
  constexpr size_t kAtOnce = 4096;
  std::vector<LongLengths> long_ones;
  std::vector<uint32_t> part;
  COCITE_CHECK(writer.begin("lengths"));
  for (size_t doc = 0; doc < packed.size();) {
    part.clear();
    for (; doc < packed.size() && part.size() < kAtOnce; ++doc) {
      const FieldCounts counts = FieldCounts::unpack(packed[doc]);
      part.push_back(ShortLengths::pack(counts));
      if (part.back() != 0) continue;
      long_ones.push_back({.doc = static_cast<uint32_t>(doc),
                           .title = counts.title,
                           .text = counts.text,
                           .anchors = counts.anchors});
    }
    COCITE_CHECK(writer.write_values(std::span<const uint32_t>(part)));
  }
  COCITE_CHECK(writer.begin("long-lengths"));
  return writer.write_values(std::span<const LongLengths>(long_ones));
}

}  // namespace cocite::text

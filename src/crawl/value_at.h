// Which value stands at a place of a long list, without sorting a copy of it.
//
//   value_at(priorities, priorities.size() / 10, [](size_t) { return true; })
//
// Pure function; any thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cocite::crawl {

// Of the values that counts_it(index) names: the one that has `place` greater or equal ones before it, by counting instead of sorting a copy.
// REQUIRES: none is negative, so that their bits are in the same order, and there are as many.
template <class Counts>
[[nodiscard]] float value_at(std::span<const float> values, size_t place, const Counts& counts_it) {
  constexpr size_t kKinds = size_t{1} << 16;
  std::vector<uint32_t> counts(kKinds);
  const auto find = [&](const auto& kind_of) {
    std::ranges::fill(counts, 0);
    for (size_t i = 0; i < values.size(); ++i) {
      if (!counts_it(i)) continue;
      const std::optional<uint32_t> kind = kind_of(std::bit_cast<uint32_t>(values[i]));
      if (kind) ++counts[*kind];
    }
    size_t kind = kKinds - 1;
    while (kind > 0 && counts[kind] <= place) place -= counts[kind--];
    return static_cast<uint32_t>(kind);
  };
  const uint32_t high = find([](uint32_t bits) { return std::optional<uint32_t>(bits >> 16); });
  const uint32_t low = find([&](uint32_t bits) {
    return bits >> 16 == high ? std::optional<uint32_t>(bits & 0xFFFF) : std::nullopt;
  });
  return std::bit_cast<float>(high << 16 | low);
}

}  // namespace cocite::crawl

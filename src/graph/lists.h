// Link lists of consecutive pages in memory, one after the other: what encoders read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ids.h"

namespace cocite::graph {

// Page `first + i` has the targets [offsets[i], offsets[i + 1]).
struct Lists {
  uint32_t first = 0;
  std::span<const uint64_t> offsets;  // one more than pages; offsets[0] need not be 0
  std::span<const PageId> targets;

  [[nodiscard]] size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] uint64_t links() const {
    return offsets.empty() ? 0 : offsets.back() - offsets.front();
  }
  [[nodiscard]] std::span<const PageId> operator[](size_t i) const {
    return targets.subspan(offsets[i] - offsets[0], offsets[i + 1] - offsets[i]);
  }
  // The lists of pages [begin, end) of these.
  [[nodiscard]] Lists part(size_t begin, size_t end) const {
    return {.first = first + static_cast<uint32_t>(begin),
            .offsets = offsets.subspan(begin, end - begin + 1),
            .targets = targets.subspan(offsets[begin] - offsets[0], offsets[end] - offsets[begin])};
  }
};

}  // namespace cocite::graph

// Which pages come first? The order in which every answer of ranks stands.
//
//   COCITE_TRY(auto pages, best_pages(store, scores, 10, Zeros::kDrop));
//
// Score falling; ties by in-degree falling, then by key. Scores within 1e-12 of the largest of
// their group (as a share of it) are a tie: rounding must not decide. A score below 1e-12 of the
// best counts as 0. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::rank {

enum class Zeros : uint8_t { kDrop, kKeep };

// At most `top` pages, best first.
[[nodiscard]] Result<std::vector<PageId>> best_pages(const store::Store& store,
                                                     std::span<const double> scores, uint64_t top,
                                                     Zeros zeros);

// Where each page stands among all, with ties standing together.
struct Standing {
  std::vector<uint32_t> group;  // of each page; 0 is the best
  std::vector<uint32_t> begin;  // of each group: how many pages are better; and the number of pages

  // From 1; pages of a group share the best place of the group.
  [[nodiscard]] uint64_t place(uint64_t page) const { return uint64_t{begin[group[page]]} + 1; }
  // From 1; pages of a group share the middle of its places.
  [[nodiscard]] double middle(uint64_t page) const {
    return (static_cast<double>(begin[group[page]]) + begin[group[page] + 1] + 1) / 2;
  }
};
[[nodiscard]] Standing standing_of(std::span<const double> scores);

}  // namespace cocite::rank

// Which documents of a block have a second term a fixed number of places after the first?
//
//   PairFilter filter(index, second_list, 1, budget);      // "first second"
//   DocumentBits may = ...;                                // documents to compare
//   if (!filter.narrow(cursor, positions, may)) return index.damage();
//
// For phrases of frequent words that are in most documents but rarely side by side. A whole block is
// compared at once, several times as fast as document by document. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "text/index.h"
#include "text/positions.h"

namespace cocite::text {

// A bit per document of a block, the lowest first.
using DocumentBits = std::array<uint64_t, kBlockPostings / 64>;
[[nodiscard]] uint32_t count(const DocumentBits& bits);
// The first one from `place` on; kBlockPostings: none.
[[nodiscard]] uint32_t first_from(const DocumentBits& bits, uint32_t place);

class PairFilter {
 public:
  // `distance`: where the second term stands, less where the first one does. The index stays where
  // it is.
  PairFilter(const Index& index, const TermList& second, int64_t distance, Budget* budget)
      : cursor_(index, second),
        positions_(index, second, budget),
        distance_(static_cast<uint32_t>(distance)) {}

  // Keeps those documents of the cursor's block that may have the pair. Ones with very many places
  // always may; once the budget is spent, none does. False: damaged.
  [[nodiscard]] bool narrow(Cursor& first, Positions& positions, DocumentBits& may);

 private:
  // Makes sums_ and bases_ those of the second term's block.
  [[nodiscard]] bool open_block();
  // Whether document e of the second term's block has it at one of these places of the first one.
  [[nodiscard]] bool has_pair(std::span<const uint32_t> gaps, uint32_t e) const;

  Cursor cursor_;
  Positions positions_;
  uint32_t distance_;
  bool is_open_ = false;
  uint32_t block_ = 0;
  Positions::Block places_;
  // The places of the second term in its block, counted through all its documents: those of
  // document e begin at bases_[e]. Modulo 2^32.
  std::vector<uint32_t> sums_;
  std::array<uint32_t, kBlockPostings + 1> bases_{};
};

}  // namespace cocite::text

// Where in a document does a term stand?
//
//   Positions positions(index, cursor.list());
//   std::span<const uint32_t> places;
//   if (!positions.of(cursor, places)) return index.damage();     // where cursor.doc() has the term
//
// Places are numbered as first_of_text() and first_of_anchors() say (posting_block.h), so that two
// terms are next to each other in one field, or in one anchor, exactly if their positions are.
//
//   the places of a block: gaps (place less the one before in the document, less one; the first:
//   the place itself), document after document, 128 by 128 (append_numbers)
//
// A page with millions of links to it has millions of places: once the budget is spent, there are
// none. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "text/index.h"

namespace cocite::text {

// Appends those of one block.
void append_positions(std::span<const uint32_t> gaps, std::string& out);

class Positions {
 public:
  // The index stays where it is.
  Positions(const Index& index, const TermList& list, Budget* budget = nullptr)
      : index_(&index), list_(list), budget_(budget) {}

  // Of the document that the cursor is at, rising; valid until the next call. False: damaged.
  // REQUIRES: a cursor of the same list, not at its end.
  [[nodiscard]] bool of(Cursor& cursor, std::span<const uint32_t>& places);
  // The first document of the block, from this one on, where the term occurs at `length` places in a
  // row; the block's size: none. Computed for a whole block at once, without adding up gaps.
  // REQUIRES: length is 2 to kLongestRun.
  static constexpr uint32_t kLongestRun = 255;
  [[nodiscard]] bool next_run(Cursor& cursor, uint32_t length, uint32_t& place);
  // All of the cursor's block: the gaps, and where those of posting i are: [ends[i], ends[i + 1]).
  // Valid until the next call. No gaps: the budget is spent. False: damaged.
  struct Block {
    std::span<const uint32_t> gaps;
    std::span<const uint64_t> ends;
  };
  [[nodiscard]] bool whole_block(Cursor& cursor, Block& block);
  // Whether nothing is left after the documents that were asked about.
  [[nodiscard]] bool is_at_end_of_block() const { return at_ == end_; }

 private:
  [[nodiscard]] bool open_block(Cursor& cursor);
  // Decodes until at least `count` gaps of the block are known, or the budget is spent.
  [[nodiscard]] bool decode(uint64_t count);

  const Index* index_;
  TermList list_;
  Budget* budget_;
  bool is_open_ = false;
  uint32_t block_ = 0;
  uint32_t size_ = 0;                                // of the block, in postings
  std::array<uint64_t, kBlockPostings + 1> ends_{};  // of posting i: [ends_[i], ends_[i + 1])
  const uint8_t* at_ = nullptr;                      // the next group
  const uint8_t* end_ = nullptr;
  std::vector<uint32_t> gaps_;  // of the block; the first known_, as far as they were needed
  uint64_t known_ = 0;
  std::vector<uint32_t> places_;
  bool has_runs_ = false;
  std::array<uint8_t, kBlockPostings> runs_{};  // the longest, by posting of the block
};

}  // namespace cocite::text

// The list of one term while it grows: its blocks, what each can give at most, and where the term
// stands.
//
//   ListWriter list(lengths, averages);
//   list.add(posting, gaps);                 // documents rise; gaps as in positions.h
//   if (!list.finish()) …                    // over 4 GiB
//   list.blocks(), list.skips(), list.positions(), list.position_skips()
//   list.clear();                            // for the next term
//
// One thread at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/index_format.h"
#include "text/positions.h"
#include "text/posting_block.h"
#include "text/scoring.h"

namespace cocite::text {

class ListWriter {
 public:
  ListWriter(const std::vector<uint64_t>& lengths, const AverageLengths& averages)
      : lengths_(&lengths), averages_(averages) {}

  void clear() {
    blocks_.clear();
    skips_.clear();
    positions_.clear();
    position_skips_.clear();
    count_ = 0;
    content_ = 0;
    in_block_ = 0;
    base_ = 0;
  }
  void add(const Posting& posting, std::span<const uint32_t> gaps) {
    block_[in_block_++] = posting;
    gaps_.insert(gaps_.end(), gaps.begin(), gaps.end());
    ++count_;
    content_ += posting.counts.content() > 0 ? 1 : 0;
    if (in_block_ == kBlockPostings) end_block();
  }
  [[nodiscard]] bool finish() {
    if (in_block_ > 0) end_block();
    return blocks_.size() <= ~uint32_t{0} && positions_.size() <= ~uint32_t{0};
  }
  [[nodiscard]] uint64_t count() const { return count_; }
  [[nodiscard]] uint64_t content() const { return content_; }
  [[nodiscard]] const std::string& blocks() const { return blocks_; }
  [[nodiscard]] const std::vector<SkipEntry>& skips() const { return skips_; }
  [[nodiscard]] const std::string& positions() const { return positions_; }
  [[nodiscard]] std::string_view position_skips() const {
    return {reinterpret_cast<const char*>(position_skips_.data()),
            position_skips_.size() * sizeof(uint32_t)};
  }

 private:
  void end_block() {
    double x = 0;
    for (uint32_t i = 0; i < in_block_; ++i) {
      const FieldCounts lengths = FieldCounts::unpack((*lengths_)[block_[i].doc]);
      x = std::max(x, bm25_x(block_[i].counts, lengths, averages_));
    }
    SkipEntry skip;
    skip.last_doc = block_[in_block_ - 1].doc;
    skip.offset = static_cast<uint32_t>(blocks_.size());
    skip.x = float_above(x);
    skips_.push_back(skip);
    append_block(std::span(block_).first(in_block_), base_, blocks_);
    position_skips_.push_back(static_cast<uint32_t>(positions_.size()));
    append_positions(gaps_, positions_);
    gaps_.clear();
    base_ = skip.last_doc + 1;
    in_block_ = 0;
  }

  const std::vector<uint64_t>* lengths_;
  AverageLengths averages_;
  std::string blocks_;
  std::vector<SkipEntry> skips_;
  std::string positions_;
  std::vector<uint32_t> position_skips_;
  std::vector<uint32_t> gaps_;  // of the block
  uint64_t count_ = 0;
  uint64_t content_ = 0;
  std::array<Posting, kBlockPostings> block_;
  uint32_t in_block_ = 0;
  uint32_t base_ = 0;
};

}  // namespace cocite::text

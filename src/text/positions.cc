#include "text/positions.h"

#include <algorithm>

namespace cocite::text {

void append_positions(std::span<const uint32_t> gaps, std::string& out) {
  for (size_t at = 0; at < gaps.size(); at += kBlockPostings) {
    append_numbers(gaps.subspan(at, std::min<size_t>(kBlockPostings, gaps.size() - at)), out);
  }
}

bool Positions::open_block(Cursor& cursor) {
  if (is_open_ && block_ == cursor.block_number()) return true;
  is_open_ = false;
  if (!cursor.load_counts()) return false;
  const PostingBlock& block = cursor.block();
  for (uint32_t i = 0; i < block.size; ++i) ends_[i + 1] = ends_[i] + block.counts(i).all();
  const auto bytes = index_->positions_of(list_, cursor.block_number());
  if (bytes.data() == nullptr) return false;
  block_ = cursor.block_number();
  at_ = bytes.data();
  end_ = at_ + bytes.size();
  gaps_.clear();
  is_open_ = true;
  return true;
}

bool Positions::of(Cursor& cursor, std::span<const uint32_t>& places) {
  if (!open_block(cursor)) return false;
  const uint64_t begin = ends_[cursor.place()];
  const uint64_t end = ends_[cursor.place() + 1];
  const uint64_t all = ends_[cursor.block().size];
  while (gaps_.size() < end) {
    const size_t known = gaps_.size();
    const auto count = static_cast<uint32_t>(std::min<uint64_t>(kBlockPostings, all - known));
    gaps_.resize(known + count);
    at_ = decode_numbers(at_, end_, count, gaps_.data() + known);
    if (at_ == nullptr) {
      is_open_ = false;
      return false;
    }
  }
  places_.resize(end - begin);
  uint32_t next = 0;
  for (uint64_t i = begin; i < end; ++i) {
    next += gaps_[i];
    places_[i - begin] = next++;
  }
  places = places_;
  return true;
}

}  // namespace cocite::text

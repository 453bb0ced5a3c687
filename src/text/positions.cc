#include "text/positions.h"

#include <algorithm>
#include <cstring>

#include "text/lanes.h"

namespace cocite::text {

namespace {

// Fewer places take microseconds and are not counted; few pages have more.
constexpr uint64_t kManyPlaces = 8192;

// Few are zero: sixteen are passed over by one branch.
template <class Use>
void for_each_zero(std::span<const uint32_t> values, Use&& use) {
  size_t at = 0;
  const auto each = [&](size_t end) {
    for (; at < end; ++at) {
      if (values[at] == 0) use(at);
    }
  };
  while (at + 16 <= values.size()) {
    Ints any{};
    for (size_t i = at; i < at + 16; i += 4) {
      Ints four_of_them;
      std::memcpy(&four_of_them, values.data() + i, sizeof four_of_them);
      any |= four_of_them == 0;
    }
    if (is_zero(any)) {
      at += 16;
    } else {
      each(at + 16);
    }
  }
  each(values.size());
}

}  // namespace

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
  size_ = block.size;
  at_ = bytes.data();
  end_ = at_ + bytes.size();
  known_ = 0;
  has_runs_ = false;
  is_open_ = true;
  return true;
}

bool Positions::decode(uint64_t count) {
  const uint64_t all = ends_[size_];
  while (known_ < count) {
    if (known_ >= kManyPlaces && is_spent_after(budget_, kBlockPostings)) return true;
    const auto more = static_cast<uint32_t>(std::min<uint64_t>(kBlockPostings, all - known_));
    // Grows as it is read: a damaged block may count more places than there are bytes for.
    if (gaps_.size() < known_ + more) gaps_.resize(std::max(known_ + more, 2 * gaps_.size()));
    at_ = decode_numbers(at_, end_, more, gaps_.data() + known_);
    if (at_ == nullptr) {
      is_open_ = false;
      return false;
    }
    known_ += more;
  }
  return true;
}

bool Positions::of(Cursor& cursor, std::span<const uint32_t>& places) {
  if (!open_block(cursor)) return false;
  const uint64_t begin = ends_[cursor.place()];
  const uint64_t end = ends_[cursor.place() + 1];
  if (!decode(end)) return false;
  const bool is_long = end - begin >= kManyPlaces;
  if (known_ < end || (is_long && is_spent_after(budget_, end - begin))) {
    places = {};
    return true;
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

bool Positions::whole_block(Cursor& cursor, Block& block) {
  block = {};
  if (!open_block(cursor)) return false;
  const uint64_t all = ends_[size_];
  if (!decode(all)) return false;
  if (known_ == all) block = {std::span(gaps_).first(all), std::span(ends_).first(size_ + 1)};
  return true;
}

bool Positions::next_run(Cursor& cursor, uint32_t length, uint32_t& place) {
  if (!open_block(cursor)) return false;
  const uint32_t size = cursor.block().size;
  if (!has_runs_) {
    Block block;
    if (!whole_block(cursor, block)) return false;
    if (block.gaps.empty()) {
      place = size;
      return true;
    }
    runs_.fill(1);
    uint32_t posting = 0;
    uint32_t run = 1;
    size_t last = 0;
    for_each_zero(block.gaps, [&](size_t i) {
      while (ends_[posting + 1] <= i) ++posting;
      const bool is_first = i == ends_[posting];  // the document's first place is no gap
      run = is_first ? 1 : i == last + 1 ? std::min(run + 1, kLongestRun) : 2;
      last = i;
      runs_[posting] = std::max(runs_[posting], static_cast<uint8_t>(run));
    });
    has_runs_ = true;
  }
  const auto begin = runs_.begin() + cursor.place();
  const auto end = runs_.begin() + size;
  place = static_cast<uint32_t>(
      std::find_if(begin, end, [&](uint8_t run) { return run >= length; }) - runs_.begin());
  return true;
}

}  // namespace cocite::text

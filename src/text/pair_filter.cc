#include "text/pair_filter.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "text/lanes.h"

namespace cocite::text {

namespace {

// Each place of one term is compared with each of the other. Documents where that would be more
// pairs are left to the exact check.
constexpr uint64_t kMostPairs = 4096;
// Places compared in one step: most documents have no more, so that the step is rarely repeated.
constexpr size_t kStep = 16;

// sums[i] is the place that gaps up to i lead to. A step more can be read behind the last one.
void add_up(std::span<const uint32_t> gaps, std::vector<uint32_t>& sums) {
  sums.resize(std::max(sums.size(), gaps.size() + kStep));
  Ints before = Ints{} - 1;
  size_t at = 0;
  for (; at + 4 <= gaps.size(); at += 4) {
    Ints sum;
    std::memcpy(&sum, gaps.data() + at, sizeof sum);
    sum += 1;
    sum += __builtin_shufflevector(Ints{}, sum, 0, 4, 5, 6);
    sum += __builtin_shufflevector(Ints{}, sum, 0, 1, 4, 5);
    sum += before;
    std::memcpy(sums.data() + at, &sum, sizeof sum);
    before = __builtin_shufflevector(sum, sum, 3, 3, 3, 3);
  }
  auto next = static_cast<uint32_t>(before[0]);
  for (; at < gaps.size(); ++at) sums[at] = next += gaps[at] + 1;
}

}  // namespace

uint32_t count(const DocumentBits& bits) {
  uint32_t sum = 0;
  for (const uint64_t word : bits) sum += static_cast<uint32_t>(std::popcount(word));
  return sum;
}

uint32_t first_from(const DocumentBits& bits, uint32_t place) {
  for (; place < kBlockPostings; place = (place / 64 + 1) * 64) {
    const uint64_t left = bits[place / 64] >> (place % 64);
    if (left != 0) return place + static_cast<uint32_t>(std::countr_zero(left));
  }
  return kBlockPostings;
}

bool PairFilter::open_block() {
  if (is_open_ && block_ == cursor_.block_number()) return true;
  is_open_ = false;
  if (!positions_.whole_block(cursor_, places_)) return false;
  add_up(places_.gaps, sums_);
  if (!places_.gaps.empty()) {
    for (size_t e = 1; e < places_.ends.size(); ++e) bases_[e] = sums_[places_.ends[e] - 1] + 1;
  }
  block_ = cursor_.block_number();
  is_open_ = true;
  return true;
}

bool PairFilter::has_pair(std::span<const uint32_t> gaps, uint32_t e) const {
  const uint64_t begin = places_.ends[e];
  const uint64_t end = places_.ends[e + 1];
  if (gaps.size() * (end - begin) > kMostPairs) return true;
  const uint32_t base = bases_[e];
  const uint32_t span = bases_[e + 1] - base;
  Ints any{};
  uint32_t place = distance_;
  for (const uint32_t gap : gaps) {
    place += gap;
    // Places of other documents follow: what is beyond this one matches none of them.
    const Ints wanted = Ints{} + static_cast<int32_t>(place < span ? base + place : base - 1);
    ++place;
    for (uint64_t at = begin; at < end; at += kStep) {
      std::array<Ints, kStep / 4> places;
      std::memcpy(places.data(), sums_.data() + at, sizeof places);
      Ints same{};
      for (const Ints& four_of_them : places) same |= Ints(four_of_them == wanted);
      any |= same;
    }
  }
  return !is_zero(any);
}

bool PairFilter::narrow(Cursor& first, Positions& positions, DocumentBits& may) {
  Positions::Block mine;
  if (!positions.whole_block(first, mine)) return false;
  const DocumentBits asked = may;
  may = {};
  if (mine.gaps.empty()) return true;
  const PostingBlock& block = first.block();
  uint32_t i = first_from(asked, 0);
  while (i < block.size) {
    if (!cursor_.seek(block.docs[i])) return false;
    if (cursor_.at_end()) return true;
    if (!open_block()) return false;
    if (places_.gaps.empty()) return true;
    const PostingBlock& second = cursor_.block();
    uint32_t e = cursor_.place();
    for (; i < block.size; i = first_from(asked, i + 1)) {
      const uint32_t doc = block.docs[i];
      while (e < second.size && second.docs[e] < doc) ++e;
      if (e == second.size) break;
      if (second.docs[e] != doc) continue;
      const uint64_t begin = mine.ends[i];
      const uint64_t bit = has_pair(mine.gaps.subspan(begin, mine.ends[i + 1] - begin), e) ? 1 : 0;
      may[i / 64] |= bit << (i % 64);
    }
  }
  return true;
}

}  // namespace cocite::text

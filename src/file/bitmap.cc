#include "file/bitmap.h"

#include <array>

namespace cocite::file {

Result<void> BitmapBuilder::write(ContainerWriter& writer, std::string_view section_name) const {
  COCITE_CHECK(writer.begin(section_name));
  const std::array<uint64_t, 2> head = {size_, 0};
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(head)));
  std::vector<uint64_t> ranks;
  uint64_t ones = 0;
  for (size_t i = 0; i < words_.size(); ++i) {
    if (i % 8 == 0) ranks.push_back(ones);
    ones += static_cast<uint64_t>(std::popcount(words_[i]));
  }
  ranks.push_back(ones);
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(ranks)));
  return writer.write_values(std::span<const uint64_t>(words_));
}

Result<Bitmap> Bitmap::open(const Container& container, std::string_view section_name) {
  Bitmap bitmap;
  COCITE_TRY(bitmap.section_, container.section(section_name));
  const uint64_t bytes = bitmap.section_.size();
  const auto* head = reinterpret_cast<const uint64_t*>(bitmap.section_.data());
  if (bytes < 24 || bytes % 8 != 0 || !bitmap.is_sound(head, head + 2)) {
    return bitmap.section_.damage();
  }
  bitmap.size_ = head[0];
  if (bitmap.size_ > bytes * 8) return bitmap.section_.damage();
  const uint64_t words = (bitmap.size_ + 63) / 64;
  const uint64_t ranks = (words + 7) / 8 + 1;
  if (bytes / 8 != 2 + ranks + words) return bitmap.section_.damage();
  bitmap.ranks_ = head + 2;
  bitmap.words_ = bitmap.ranks_ + ranks;
  if (!bitmap.is_sound(bitmap.words_ - 1, bitmap.words_)) return bitmap.section_.damage();
  bitmap.ones_ = bitmap.words_[-1];
  if (bitmap.ones_ > bitmap.size_) return bitmap.section_.damage();
  return bitmap;
}

Result<bool> Bitmap::get(uint64_t i) const {
  const uint64_t* word = words_ + i / 64;
  if (!is_sound(word, word + 1)) return section_.damage();
  return ((*word >> (i % 64)) & 1U) != 0;
}

Result<uint64_t> Bitmap::rank(uint64_t i) const {
  if (i == size_) return ones_;
  const uint64_t* rank = ranks_ + i / kRankBits;
  const uint64_t* word = words_ + i / kRankBits * (kRankBits / 64);
  const uint64_t* last = words_ + i / 64;
  if (!is_sound(rank, rank + 1) || !is_sound(word, last + 1)) return section_.damage();
  uint64_t ones = *rank;
  for (; word < last; ++word) ones += static_cast<uint64_t>(std::popcount(*word));
  return ones + static_cast<uint64_t>(std::popcount(*last & low_bits(i % 64)));
}

Result<uint64_t> Bitmap::select(uint64_t k) const {
  // The last stretch with at most k ones before it.
  uint64_t low = 0;
  uint64_t high = static_cast<uint64_t>(words_ - ranks_) - 1;
  while (high - low > 1) {
    const uint64_t middle = (low + high) / 2;
    if (!is_sound(ranks_ + middle, ranks_ + middle + 1)) return section_.damage();
    (ranks_[middle] <= k ? low : high) = middle;
  }
  if (!is_sound(ranks_ + low, ranks_ + low + 1) || ranks_[low] > k) return section_.damage();
  uint64_t left = k - ranks_[low];
  const uint64_t words = (size_ + 63) / 64;
  for (uint64_t w = low * (kRankBits / 64); w < words; ++w) {
    if (!is_sound(words_ + w, words_ + w + 1)) return section_.damage();
    uint64_t word = words_[w];
    const auto ones = static_cast<uint64_t>(std::popcount(word));
    if (left >= ones) {
      left -= ones;
      continue;
    }
    for (; left > 0; --left) word &= word - 1;
    return w * 64 + static_cast<uint64_t>(std::countr_zero(word));
  }
  return section_.damage();
}

Result<void> Bitmap::check() const {
  uint64_t ones = 0;
  const uint64_t words = (size_ + 63) / 64;
  for (uint64_t w = 0; w < words; ++w) {
    if (w % 8 == 0 && ranks_[w / 8] != ones) return section_.damage();
    ones += static_cast<uint64_t>(std::popcount(words_[w]));
  }
  if (ones != ones_ || (size_ % 64 != 0 && (words_[words - 1] >> (size_ % 64)) != 0)) {
    return section_.damage();
  }
  return {};
}

}  // namespace cocite::file

#include "text/resemblance.h"

#include <algorithm>

#include "base/hash.h"

namespace cocite::text {

uint64_t shingle_of(std::span<const uint64_t> words) {
  uint64_t hash = words.size();
  for (const uint64_t word : words) hash = mix(hash ^ word);
  return hash;
}

Shingles ShingleReader::read(std::string_view text) {
  hashes_.clear();
  terms_.read(text, [&](std::string_view term) { hashes_.push_back(hash64(term)); });
  Shingles shingles;
  if (hashes_.empty()) return shingles;
  const size_t run = std::min(kShingleTerms, hashes_.size());
  for (size_t begin = 0; begin + run <= hashes_.size(); ++begin) {
    shingles.push_back(shingle_of(std::span(hashes_).subspan(begin, run)));
  }
  std::ranges::sort(shingles);
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

double resemblance(const Shingles& one, const Shingles& other) {
  if (one.empty() || other.empty()) return 0;
  size_t shared = 0;
  for (size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    if (one[i] == other[j])
      ++shared, ++i, ++j;
    else if (one[i] < other[j])
      ++i;
    else
      ++j;
  }
  return static_cast<double>(shared) / static_cast<double>(one.size() + other.size() - shared);
}

}  // namespace cocite::text

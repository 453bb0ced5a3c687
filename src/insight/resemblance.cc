#include "insight/resemblance.h"

#include <algorithm>

#include "base/hash.h"

namespace cocite::insight {

Shingles ShingleReader::read(std::string_view text) {
  hashes_.clear();
  terms_.read(text, [&](std::string_view term) { hashes_.push_back(hash64(term)); });
  Shingles shingles;
  if (hashes_.empty()) return shingles;
  const size_t run = std::min(kShingleTerms, hashes_.size());
  for (size_t begin = 0; begin + run <= hashes_.size(); ++begin) {
    uint64_t hash = run;
    for (size_t i = begin; i < begin + run; ++i) hash = mix(hash ^ hashes_[i]);
    shingles.push_back(hash);
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

}  // namespace cocite::insight

#include "related/sampled_parents.h"

#include <algorithm>

#include "base/hash.h"

namespace cocite::related {

std::span<const PageId> SampledParents::from(const Query& query, PageId page,
                                             std::span<const PageId> parents, uint64_t most) {
  const bool has_stops = query.stoplist != nullptr && !query.stoplist->empty();
  chosen_.clear();
  if (parents.size() <= most || has_stops) {
    for (const PageId parent : parents) {
      if (!has_stops || !query.is_stopped(parent)) chosen_.push_back(parent);
    }
    if (chosen_.size() <= most) return chosen_;
    parents = chosen_;
  }
  if (most == 0) {
    chosen_.clear();
    return chosen_;
  }
  // A first cut by how large the B-th smallest of so many hashes is to be expected, with something
  // to spare; what it leaves is then cut exactly. Where it leaves too few, all are looked at.
  const uint64_t mixed = mix(mix(query.seed) ^ index(page));
  const double share = static_cast<double>(most) / static_cast<double>(parents.size());
  const double cut = std::min(1.0, share * 1.2 + 16.0 / static_cast<double>(parents.size()));
  for (const bool is_first : {true, false}) {
    const uint64_t limit =
        is_first && cut < 0.9 ? static_cast<uint64_t>(cut * 0x1p64) : ~uint64_t{0};
    hashed_.clear();
    for (const PageId parent : parents) {
      const uint64_t hash = mix(mixed ^ index(parent));
      if (hash <= limit) hashed_.emplace_back(hash, parent);
    }
    if (hashed_.size() >= most) break;
  }
  std::nth_element(hashed_.begin(), hashed_.begin() + static_cast<ptrdiff_t>(most - 1),
                   hashed_.end());
  chosen_.resize(most);
  std::transform(hashed_.begin(), hashed_.begin() + static_cast<ptrdiff_t>(most), chosen_.begin(),
                 [](const auto& pair) { return pair.second; });
  std::ranges::sort(chosen_);
  return chosen_;
}

Result<std::span<const PageId>> SampledParents::of(const Query& query, PageId page, uint64_t most) {
  COCITE_TRY(const uint32_t in_degree, query.web->in().degree(page));
  if (query.web->crowds().is_crowd(in_degree) && in_degree > most) {
    COCITE_TRY(const auto crowd, query.web->crowds().of(*query.web, page, query.seed));
    chosen_.clear();
    for (size_t i = 0; crowd && i < crowd->sampled.size() && chosen_.size() < most; ++i) {
      if (!query.is_stopped(crowd->sampled[i])) chosen_.push_back(crowd->sampled[i]);
    }
    if (chosen_.size() == most) {
      std::ranges::sort(chosen_);
      return chosen_;
    }
  }
  COCITE_TRY(const std::span<const PageId> parents, query.web->in().list(page, buffer_));
  return from(query, page, parents, most);
}

}  // namespace cocite::related

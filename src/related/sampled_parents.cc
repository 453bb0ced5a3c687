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
  // A first cut at the expected size of the B-th smallest hash, with a margin; the rest is then cut
  // exactly. If too few are left, all are looked at.
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
  // Those up to the B-th smallest, in the order in which they came, which rises.
  by_hash_ = hashed_;
  const auto last = by_hash_.begin() + static_cast<ptrdiff_t>(most - 1);
  std::nth_element(by_hash_.begin(), last, by_hash_.end());
  chosen_.clear();
  for (const auto& pair : hashed_) {
    if (pair <= *last) chosen_.push_back(pair.second);
  }
  return chosen_;
}

// The first `most` by hash that are not stopped; false if there are fewer.
bool SampledParents::choose(const Query& query, const ParentSample& sample, uint64_t most) {
  stopped_.clear();
  if (query.stoplist != nullptr && !query.stoplist->empty()) {
    for (size_t i = 0; i < sample.sampled.size(); ++i) {
      if (query.is_stopped(sample.sampled[i])) stopped_.push_back(sample.ranks[i]);
    }
    std::ranges::sort(stopped_);
  }
  uint64_t end = most;  // ranks below it
  for (const uint16_t rank : stopped_) end += rank < end ? 1 : 0;
  if (end > sample.sampled.size()) return false;
  // Written in any case, counted where it is taken: which ones are is a coin's toss.
  chosen_.resize(sample.sampled.size());
  size_t taken = 0;
  for (size_t i = 0; i < sample.sampled.size(); ++i) {
    chosen_[taken] = sample.sampled[i];
    const bool takes =
        sample.ranks[i] < end && (stopped_.empty() || !query.is_stopped(sample.sampled[i]));
    taken += takes ? 1 : 0;
  }
  chosen_.resize(taken);
  return true;
}

Result<std::span<const PageId>> SampledParents::of(const Query& query, PageId page, uint64_t most) {
  COCITE_TRY(const uint32_t in_degree, query.web->in().degree(page));
  if (query.web->parent_samples().has_sample(in_degree) && in_degree > most) {
    COCITE_TRY(const auto sample, query.web->parent_samples().of(*query.web, page, query.seed));
    if (sample && choose(query, *sample, most)) return chosen_;
  }
  buffer_.budget = query.budget;
  COCITE_TRY(const std::span<const PageId> parents, query.web->in().list(page, buffer_));
  return from(query, page, parents, most);
}

}  // namespace cocite::related

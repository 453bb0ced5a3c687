#include "related/parent_samples.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "related/parent_sample_notes.h"
#include "related/web.h"

namespace cocite::related {
namespace {

// The first `most` pages by (number, page).
std::vector<PageId> first_of(std::vector<std::pair<uint64_t, PageId>>& numbered, size_t most) {
  const auto end = numbered.begin() + static_cast<ptrdiff_t>(std::min(most, numbered.size()));
  std::ranges::partial_sort(numbered, end);
  std::vector<PageId> pages;
  for (auto at = numbered.begin(); at != end; ++at) pages.push_back(at->second);
  return pages;
}

}  // namespace

Result<ParentSample> read_parent_sample(const Web& web, PageId page, uint64_t seed,
                                        const ParentSampleSizes& sizes) {
  graph::ListBuffer buffer;
  COCITE_TRY(const std::span<const PageId> parents, web.in().list(page, buffer));
  const uint64_t mixed = mix(mix(seed) ^ index(page));
  std::vector<std::pair<uint64_t, PageId>> numbered;
  numbered.reserve(parents.size());
  for (const PageId parent : parents) numbered.emplace_back(mix(mixed ^ index(parent)), parent);
  ParentSample sample;
  const std::vector<PageId> sampled = first_of(numbered, sizes.sampled);
  std::vector<uint16_t> order(sampled.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<uint16_t>(i);
  std::ranges::sort(order, {}, [&](uint16_t rank) { return sampled[rank]; });
  for (const uint16_t rank : order) sample.sampled.push_back(sampled[rank]);
  sample.ranks = std::move(order);
  std::vector<uint32_t> degrees;
  COCITE_CHECK(web.in_degrees(parents, degrees));
  for (size_t i = 0; i < parents.size(); ++i) numbered[i] = {~uint64_t{degrees[i]}, parents[i]};
  sample.most_linked = first_of(numbered, sizes.most_linked);
  return sample;
}

size_t ParentSamples::Hash::operator()(const Key& key) const {
  return mix(mix(key.seed) ^ index(key.page));
}

Result<std::shared_ptr<const ParentSample>> ParentSamples::of(const Web& web, PageId page,
                                                              uint64_t seed) const {
  {
    const std::shared_lock lock(mutex_);
    const auto found = kept_.find({page, seed});
    if (found != kept_.end()) return found->second;
    if (kept_.size() >= sizes_.kept) return nullptr;
  }
  using Saved = std::shared_ptr<const ParentSampleNotes>;
  COCITE_TRY(const auto saved, web.keep<Saved>("crowds", [](const Web& all) -> Result<Saved> {
    return ParentSampleNotes::saved(all);
  }));
  std::optional<ParentSample> sample;
  if (*saved != nullptr && seed == ParentSampleNotes::kSeed) sample = (*saved)->find(page);
  if (!sample) {
    // Two threads may read the same one at the same time; they find the same.
    COCITE_TRY(sample, read_parent_sample(web, page, seed, sizes_));
  }
  const std::scoped_lock lock(mutex_);
  return kept_.try_emplace({page, seed}, std::make_shared<const ParentSample>(*std::move(sample)))
      .first->second;
}

}  // namespace cocite::related

// A bounded, repeatable sample of the parents of a page.
//
//   SampledParents sample;                                    // one per thread, reused
//   COCITE_TRY(auto parents, sample.of(query, page, 2000));   // rising; valid until the next call
//
// P(u, B): all parents that are not stopped, or the B with the smallest hash of (seed, u, parent).
// So a smaller B gives a part of what a larger one gives, and threads do not matter. All ids of a
// page's parents are read, in sequence (a few ns each), because any of them may have the smallest
// hash; where they are very many, once (parent_samples.h). All that follows sees at most B.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/method.h"

namespace cocite::related {

class SampledParents {
 public:
  [[nodiscard]] Result<std::span<const PageId>> of(const Query& query, PageId page, uint64_t most);
  // The same from a list of all parents that was read already.
  [[nodiscard]] std::span<const PageId> from(const Query& query, PageId page,
                                             std::span<const PageId> parents, uint64_t most);

 private:
  graph::ListBuffer buffer_;
  std::vector<PageId> chosen_;
  [[nodiscard]] bool choose(const Query& query, const ParentSample& sample, uint64_t most);

  std::vector<std::pair<uint64_t, PageId>> hashed_;
  std::vector<std::pair<uint64_t, PageId>> by_hash_;
  std::vector<uint16_t> stopped_;  // ranks
};

}  // namespace cocite::related

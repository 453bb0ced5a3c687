// How far does a page reach? From where its links come, region by region.
//
//   RegionTally links(regions), hosts(regions);
//   links.add(node, 3);                       // three hosts of this region link to it
//   const Scope scope = scope_of(regions, links, hosts, {});
//   scope.verdict                             // "national"
//
// power(r) = links/hosts of a region with all that is in it. spread of a region: the entropy of its
// children's powers, from 0 (all in one) to 1 (all alike). From the world down to the region whose
// children are alike, or none of which has most of the power. Children that fewer than three hosts
// link from have no power there: one host of a small country is no region. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "insight/regions.h"

namespace cocite::insight {

// A number for each region: of hosts in it, those in its children among them.
class RegionTally {
 public:
  explicit RegionTally(const Regions& regions) : regions_(&regions), counts_(regions.size()) {}
  void add(Regions::Node node, uint64_t count = 1) {
    for (;; node = regions_->parent(node)) {
      counts_[node] += count;
      if (node == Regions::kWorld) return;
    }
  }
  [[nodiscard]] uint64_t of(Regions::Node node) const { return counts_[node]; }
  void clear() { counts_.assign(counts_.size(), 0); }

 private:
  const Regions* regions_;
  std::vector<uint64_t> counts_;
};

struct ScopeRules {
  double spread_at_least = 0.5;
  double share_at_least = 0.7;  // of its siblings' powers, for a region to be gone into
  uint64_t links_at_least = 5;
  uint64_t links_of_child = 3;  // fewer linking hosts in a child region count as none
  bool by_cosine = false;       // spread: cosine of links and hosts over the children
};

struct Scope {
  bool has_evidence = false;
  Regions::Node region = Regions::kWorld;
  double spread = 0;  // of that region
  std::string verdict = {};
};

[[nodiscard]] double power(const RegionTally& links, const RegionTally& hosts, Regions::Node node);
// 0 where fewer than two children have hosts, or no link comes from any.
[[nodiscard]] double spread(const Regions& regions, const RegionTally& links,
                            const RegionTally& hosts, Regions::Node node, const ScopeRules& rules);
[[nodiscard]] Scope scope_of(const Regions& regions, const RegionTally& links,
                             const RegionTally& hosts, const ScopeRules& rules);

}  // namespace cocite::insight

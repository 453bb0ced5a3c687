// Which hosts may be mirrors of each other? Those that have rare paths in common.
//
//   COCITE_TRY(const PathCounts counts, PathCounts::make(context));
//   counts.of(page)                               // how many hosts have a page at this path
//   COCITE_TRY(const auto pairs, find_candidates(context, counts, 0.3));
//
// Most paths ("/", "/robots.txt") are on too many hosts to tell anything, and comparing all hosts
// would be quadratic. Of each host the paths are looked at that 2 to kMostHosts hosts have, and of
// those the `sketch` with the smallest hashes: two hosts with the same pages have mostly the same
// ones of these. Hosts with few rare paths have entries of pages with common ones as well, together
// with where these link to. Pairs that meet in a path are counted, and those are left out whose sketches and
// weights say that they cannot have enough in common. Time is linear in pages; keys are read in
// several passes where memory does not hold 16 bytes a page. Memory for all pages: 4 bytes each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/insight.h"

namespace cocite::insight {

// A path that more hosts have than this is not rare.
inline constexpr uint32_t kMostHosts = 64;

class PathCounts {
 public:
  [[nodiscard]] static Result<PathCounts> make(Context& context);
  [[nodiscard]] uint32_t of(PageId page) const { return counts_[index(page)]; }
  // ln(H/h): what it tells that two hosts have the path of this page.
  [[nodiscard]] double weight(PageId page) const;
  // The weight of all paths of a host, and of those that are rare, or on more hosts than that.
  struct HostWeight {
    double all = 0;
    double rare = 0;
    double common = 0;
  };
  [[nodiscard]] const HostWeight& of_host(HostId host) const { return hosts_[index(host)]; }

 private:
  [[nodiscard]] Result<void> count(Context& context);
  [[nodiscard]] Result<void> weigh_hosts(Context& context);

  std::vector<uint32_t> counts_;
  std::vector<HostWeight> hosts_;
  double log_hosts_ = 0;
  std::vector<double> logs_;  // of small counts
};

struct MirrorCandidate {
  HostId one{};  // the smaller number
  HostId other{};
  uint32_t shared = 0;  // entries of their sketches
  friend bool operator==(const MirrorCandidate&, const MirrorCandidate&) = default;
};

struct CandidateLimits {
  uint32_t sketch = 64;    // paths of a host, or fewer where memory is short
  uint32_t per_host = 64;  // candidates of a host
};

// In order of the pairs. `least_paths`: pairs are of no use that share less than this of the smaller
// host's weight.
[[nodiscard]] Result<std::vector<MirrorCandidate>> find_candidates(
    Context& context, const PathCounts& counts, double least_paths,
    const CandidateLimits& limits = {});

}  // namespace cocite::insight

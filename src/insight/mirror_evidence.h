// Evidence that two hosts are mirrors, and the score that follows from it.
//
//   EvidenceReader reader(store, counts, sites, 0.3);        // one per thread
//   COCITE_TRY(const auto pair, reader.compare(one, other));
//   if (pair) pair->score, pair->kind
//
// Pages of a host are sorted by path, so the paths of two hosts are compared in one walk over both;
// where one is far smaller, its paths are looked up in the other. Cheap evidence comes first, and
// what cannot reach the least score any more is not looked at further.
// What counts as agreeing: docs/methods/mirrors.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/hosts.h"
#include "insight/mirror_candidates.h"
#include "store/store.h"
#include "text/resemblance.h"

namespace cocite::insight {

enum class MirrorKind : uint32_t { kMirror, kPartial, kAlias };
[[nodiscard]] std::string_view word_of(MirrorKind kind);

struct MirrorPair {
  HostId one{};  // the smaller number
  HostId other{};
  uint64_t shared_paths = 0;
  uint64_t compared = 0;               // of these, both pages fetched
  double paths = 0;                    // weight of the shared paths, of all of the smaller host
  double weight = 0;                   // of the shared paths, in nats
  std::optional<double> links = {};    // share of `compared` whose child lists agree
  std::optional<double> texts = {};    // share whose texts agree
  std::optional<double> targets = {};  // cosine of the hosts that they link to
  std::optional<bool> address = {};    // whether both were fetched from the same machine
  double score = 0;
  bool is_whole = false;  // nearly all pages of the larger host are on the other
  MirrorKind kind = MirrorKind::kPartial;
};

// From the rest of the pair; `pages` of the larger host. Pure.
// `is_same_name`: but for "www.".
[[nodiscard]] double score_of(const MirrorPair& pair, bool is_same_name);
[[nodiscard]] bool is_whole(const MirrorPair& pair, uint64_t pages);

class EvidenceReader {
 public:
  // All stay while this lives.
  EvidenceReader(const store::Store& store, const PathCounts& counts, const HostSites& sites,
                 double least_score)
      : store_(&store), counts_(&counts), sites_(&sites), least_score_(least_score) {}

  // Nothing if its score is below the least.
  [[nodiscard]] Result<std::optional<MirrorPair>> compare(HostId one, HostId other);

 private:
  struct Host {
    uint64_t first = 0;
    uint64_t end = 0;
    [[nodiscard]] bool has(PageId page) const { return index(page) >= first && index(page) < end; }
  };
  // Fill same_.
  [[nodiscard]] Result<void> walk_paths(const Host& one, const Host& other);
  [[nodiscard]] Result<void> look_paths_up(const Host& from, const Host& in, HostId in_host);
  // Fills same_ and the pair's paths.
  [[nodiscard]] Result<void> compare_paths(const Host& one, const Host& other, MirrorPair& pair);
  // `best`: the score if everything agrees. False: it cannot reach `least`.
  [[nodiscard]] Result<bool> compare_contents(const Host& other, double best, double least,
                                              MirrorPair& pair);
  [[nodiscard]] Result<void> compare_targets(const Host& one, const Host& other, MirrorPair& pair);
  [[nodiscard]] Result<bool> links_agree(const Host& other, PageId a, PageId b);
  [[nodiscard]] Result<bool> texts_agree(PageId a, PageId b);
  // Whether a page of each came from the same one; nothing where that is not known of both.
  [[nodiscard]] std::optional<bool> have_same_machine(const Host& one, const Host& other) const;
  using Targets = std::vector<std::pair<uint32_t, uint32_t>>;  // host, links
  [[nodiscard]] Result<Targets> targets_of(const Host& host, HostId own, HostId without);

  const store::Store* store_;
  const PathCounts* counts_;
  const HostSites* sites_;
  double least_score_;
  std::vector<std::pair<PageId, PageId>> same_;  // pages of the two hosts with the same path
  graph::ListBuffer buffer_;
  std::vector<PageId> children_;
  std::vector<PageId> other_children_;
  text::ShingleReader shingles_;
};

}  // namespace cocite::insight

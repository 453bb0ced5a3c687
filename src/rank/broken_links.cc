// Broken links: how many links of a page lead to what is not there any more.
//
//   r(p) = number of children of p that answered 404 or 410 when a crawl asked last
//
// For those who look after a site, not for finding good pages. Reversed: how many pages that are
// gone linked to it. Cost: one look at each link.
#include <algorithm>
#include <array>
#include <vector>

#include "rank/list_pass.h"
#include "rank/weighted_sweep.h"

namespace cocite::rank::broken_links {
namespace {

constexpr std::array kRanks = {
    RankName{"broken-links", "how many of its links lead to pages that are gone"}};

Result<Scores> compute(const store::Store& store, const Options& options) {
  const Stopwatch watch;
  Numbers values(store.pages());
  std::vector<bool> is_gone(store.pages());
  if (store.has_statuses()) {
    for (const store::StatusEntry& entry : store.statuses()->entries()) {
      is_gone[entry.page] = store.status(page_id(entry.page)).is_gone();
    }
  }
  if (options.weights == LinkWeights::kOnce) {
    const graph::PackedLinks& lists = targets_of(store, options);
    COCITE_CHECK(for_each_range(
        kRanks[0].name, store, options, [&](uint64_t first, uint64_t last) -> Result<void> {
          auto scan = lists.scan(page_id(first), last);
          while (scan.next()) {
            values[index(scan.page())] = static_cast<double>(std::ranges::count_if(
                scan.list(), [&](PageId child) { return is_gone[index(child)]; }));
          }
          return scan.status();
        }));
  } else {
    COCITE_CHECK(for_each_weight(store, options, [&](uint32_t from, uint32_t to, double weight) {
      if (is_gone[options.reversed ? from : to]) values[options.reversed ? to : from] += weight;
    }));
  }
  Scores scores;
  scores.columns.emplace_back(kRanks[0].name, std::move(values));
  scores.run.seconds = watch.seconds();
  return scores;
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks, .paper = "", .compute = compute};

}  // namespace cocite::rank::broken_links

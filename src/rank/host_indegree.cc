// In-degree in hosts: how many other hosts link to it.
//
//   r(p) = number of distinct hosts, other than that of p, with a parent of p
//
// A site's links to itself do not count, and a thousand links from one other site count once: hard
// to inflate, easy to understand. Where names are no URLs every page is its own host, and this is
// the in-degree. Reversed: the hosts of its children.
//
// Paper: K. Bharat, M. Henzinger, "Improved Algorithms for Topic Distillation in a Hyperlinked
// Environment", 1998, for the idea that links of one host are one opinion. Cost: one look at each
// link, and 4 bytes a page for its host.
#include <algorithm>
#include <array>
#include <vector>

#include "rank/list_pass.h"

namespace cocite::rank::host_indegree {
namespace {

constexpr std::array kRanks = {RankName{"host-indegree", "how many other hosts link to it"}};

Result<BigArray<uint32_t>> hosts_of_pages(const store::Store& store) {
  BigArray<uint32_t> hosts(store.pages());
  for (uint64_t host = 0; host < store.hosts(); ++host) {
    COCITE_TRY(const auto range, store.pages_of(host_id(host)));
    for (uint64_t page = index(range.first); page < range.second; ++page) {
      hosts[page] = static_cast<uint32_t>(host);
    }
  }
  return hosts;
}

Result<Scores> compute(const store::Store& store, const Options& options) {
  const Stopwatch watch;
  COCITE_TRY(const BigArray<uint32_t> hosts, hosts_of_pages(store));
  Numbers values(store.pages());
  const graph::PackedLinks& lists = sources_of(store, options);
  COCITE_CHECK(for_each_range(kRanks[0].name, store, options,
                              [&](uint64_t first, uint64_t last) -> Result<void> {
                                std::vector<uint32_t> seen;
                                auto scan = lists.scan(page_id(first), last);
                                while (scan.next()) {
                                  const uint32_t own = hosts[index(scan.page())];
                                  seen.clear();
                                  for (const PageId source : scan.list()) {
                                    const uint32_t host = hosts[index(source)];
                                    if (host != own && (seen.empty() || seen.back() != host))
                                      seen.push_back(host);
                                  }
                                  // Parents stand by id, so those of a host together; children
                                  // stand as on the page.
                                  if (lists.order() == graph::ListOrder::kPage) {
                                    std::ranges::sort(seen);
                                    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
                                  }
                                  values[index(scan.page())] = static_cast<double>(seen.size());
                                }
                                return scan.status();
                              }));
  Scores scores;
  scores.columns.emplace_back(kRanks[0].name, std::move(values));
  scores.run.seconds = watch.seconds();
  return scores;
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks, .paper = "Bharat, Henzinger 1998", .compute = compute};

}  // namespace cocite::rank::host_indegree

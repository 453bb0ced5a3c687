// SALSA: where are two surfers, one who goes back and forth between authorities, one between hubs?
//
// The first goes back along a link to a page and then forward along a link of that hub; the second
// the other way round. In the long run they are, within a connected part of the graph whose nodes
// are hubs (pages with children) on one side and authorities (pages with parents) on the other, at
// a page as often as it has links, and so no iteration is needed:
//
//   authority(p) = in(p) / links of p's part · authorities of the part / all authorities
//   hub(p)       = out(p) / links of p's part · hubs of the part / all hubs
//
// Paper: R. Lempel, S. Moran, "SALSA: The Stochastic Approach for Link-Structure Analysis", 2001;
// its Proposition 6 for the closed form. Cost: one look at each link, in one pass, 44 bytes a page.
// On a graph that hangs together it is nothing but the degrees.
#include <array>
#include <atomic>
#include <cstdint>

#include "rank/components.h"
#include "rank/list_pass.h"
#include "rank/steady_sum.h"
#include "rank/weighted_sweep.h"

namespace cocite::rank::salsa {
namespace {

constexpr std::array kRanks = {
    RankName{"salsa-authority", "in-degree, weighted by the community's size"},
    RankName{"salsa-hub", "out-degree, weighted by the community's size"},
};

constexpr uint32_t kNoPage = 0xFFFFFFFF;

struct Community {
  double links;  // exact: sums of whole numbers
  uint32_t authorities;
  uint32_t hubs;
};

Result<Scores> compute(const store::Store& store, const Options& options) {
  const Stopwatch watch;
  const uint64_t pages = store.pages();
  const graph::PackedLinks& lists = sources_of(store, options);
  Components hubs(pages);           // hubs are together that link to the same authority
  BigArray<uint32_t> a_hub(pages);  // one of each authority's hubs
  BigArray<uint32_t> in(pages);
  BigArray<uint32_t> out(pages);
  COCITE_CHECK(
      for_each_range("salsa", store, options, [&](uint64_t first, uint64_t last) -> Result<void> {
        auto scan = lists.scan(page_id(first), last);
        while (scan.next()) {
          const uint32_t page = index(scan.page());
          const std::span<const PageId> sources = scan.list();
          in[page] = static_cast<uint32_t>(sources.size());
          a_hub[page] = sources.empty() ? kNoPage : index(sources.front());
          for (const PageId source : sources) {
            hubs.unite(a_hub[page], index(source));
            std::atomic_ref(out[index(source)]).fetch_add(1, std::memory_order_relaxed);
          }
        }
        return scan.status();
      }));

  // Where links have weights, their sums take the place of numbers of links.
  Numbers in_weight;
  Numbers out_weight;
  const bool has_weights = options.weights != LinkWeights::kOnce;
  if (has_weights) {
    in_weight = Numbers(pages);
    out_weight = Numbers(pages);
    COCITE_CHECK(for_each_weight(store, options, [&](uint32_t from, uint32_t to, double weight) {
      in_weight[options.reversed ? from : to] += weight;
      out_weight[options.reversed ? to : from] += weight;
    }));
  }
  const auto in_of = [&](uint64_t page) { return has_weights ? in_weight[page] : in[page]; };
  const auto out_of = [&](uint64_t page) { return has_weights ? out_weight[page] : out[page]; };

  BigArray<Community> communities(pages);  // at their smallest hub
  Community all{};
  for (uint64_t page = 0; page < pages; ++page) {
    if (in[page] > 0) {
      Community& community = communities[hubs.find(a_hub[page])];
      community.links += in_of(page);
      ++community.authorities;
      ++all.authorities;
    }
    if (out[page] > 0) {
      ++communities[hubs.find(static_cast<uint32_t>(page))].hubs;
      ++all.hubs;
    }
  }
  Numbers authority(pages);
  Numbers hub(pages);
  for_each_piece(pages, options.threads, [&](uint64_t first, uint64_t last) {
    for (uint64_t page = first; page < last; ++page) {
      if (in[page] > 0) {
        const Community& community = communities[hubs.find(a_hub[page])];
        authority[page] = in_of(page) / community.links * community.authorities / all.authorities;
      }
      if (out[page] > 0) {
        const Community& community = communities[hubs.find(static_cast<uint32_t>(page))];
        hub[page] = out_of(page) / community.links * community.hubs / all.hubs;
      }
    }
  });
  Scores scores;
  scores.columns.emplace_back(kRanks[0].name, std::move(authority));
  scores.columns.emplace_back(kRanks[1].name, std::move(hub));
  scores.run.seconds = watch.seconds();
  return scores;
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks, .paper = "Lempel, Moran 2001", .compute = compute};

}  // namespace cocite::rank::salsa

// A random walk that visits pages, and a sample of those that is nearly uniform.
//
//   COCITE_TRY(Walk walk, Walk::run(context, starts, {.steps = 20000, .seed = 7}));
//   COCITE_TRY(const auto weights, walk.weights(context, Correct::kPageRank));
//   const auto pages = draw(walk.visited(), weights, 1000, 7);
//
// Each step goes to a child chosen at random; with probability 1/7, or where there are no children,
// to a host seen so far chosen at random and a page of it seen so far. Henzinger, Heydon,
// Mitzenmacher & Najork 2000. The same seed gives the same walk. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/insight.h"
#include "insight/random.h"

namespace cocite::insight {

struct WalkOptions {
  uint64_t steps = 0;
  uint64_t seed = 0;
  double jump = 1.0 / 7;
  double uncounted = 0.1;  // of the steps, at the beginning
};

// What a visited page weighs when the sample is drawn.
enum class Correct : uint8_t { kVisits, kPageRank, kNone };

struct Visited {
  PageId page{};
  uint32_t visits = 0;
};

class Walk {
 public:
  // REQUIRES: at least one start.
  [[nodiscard]] static Result<Walk> run(Context& context, std::span<const PageId> starts,
                                        const WalkOptions& options);
  // In order of pages; visits after the uncounted steps.
  [[nodiscard]] std::span<const Visited> visited() const { return visited_; }
  [[nodiscard]] uint64_t seen_pages() const { return seen_pages_; }
  [[nodiscard]] uint64_t seen_hosts() const { return hosts_.size(); }
  // For each of visited().
  [[nodiscard]] Result<std::vector<double>> weights(Context& context, Correct correct) const;

 private:
  // What jumps could be expected, so that PageRank knows where they went: a host that is seen
  // late, or a page of a large one, was seldom jumped to. Kept by host, so that a jump costs
  // nothing: of a page it is what its host's chance grew by since it was seen.
  struct SeenPage {
    PageId page{};
    double before = 0;  // its host's chance when it was seen
  };
  struct SeenHost {
    std::vector<SeenPage> pages = {};
    double chance = 0;   // of a page that was there from the beginning
    double settled = 0;  // chances_ when that was reckoned
    [[nodiscard]] double chance_at(double chances) const;
    void settle(double chances);
  };
  void see(PageId page, HostId host);
  void forget_chances();
  // Of the visited pages, with the links between them and the walk's own jumps.
  [[nodiscard]] Result<std::vector<double>> own_pagerank(Context& context) const;

  std::vector<Visited> visited_;
  std::vector<bool> is_seen_;
  std::vector<bool> is_read_;   // whether its children were seen
  std::vector<SeenHost> seen_;  // by place in hosts_
  double chances_ = 0;          // of a host to be jumped to, summed over the counted steps
  std::unordered_map<uint32_t, uint32_t> place_of_host_;
  std::vector<uint32_t> hosts_;
  uint64_t seen_pages_ = 0;
  double jump_ = 0;
};

// One divided by the chance that a walk of `steps` steps visits a page at all, 1 - e^(-rank steps).
// A page that is visited again and again has 1: it is in the sample of visited pages for sure, and
// only what may have been missed needs correction.
[[nodiscard]] std::vector<double> inclusion_weights(std::span<const double> ranks, double steps);

// `count` of these without replacement, the likelier the larger the weight; in the order drawn.
[[nodiscard]] std::vector<PageId> draw(std::span<const Visited> from,
                                       std::span<const double> weights, uint64_t count,
                                       uint64_t seed);
// Of all pages below `pages`, each as likely. `tell(drawn)`, if any, is called periodically.
[[nodiscard]] Result<std::vector<PageId>> draw_uniform(
    uint64_t pages, uint64_t count, uint64_t seed,
    const std::function<Result<void>(uint64_t drawn)>& tell = {});

}  // namespace cocite::insight

// A random walk that visits pages, and a sample of those that is nearly uniform.
//
//   COCITE_TRY(Walk walk, Walk::run(context, starts, {.steps = 20000, .seed = 7}));
//   COCITE_TRY(const auto weights, walk.weights(store, Correct::kVisits));
//   const auto pages = draw(walk.visited(), weights, 1000, 7);
//
// Each step goes to a child chosen at random; with probability 1/7, or where there are no children,
// to a host seen so far chosen at random and a page of it seen so far. Henzinger, Heydon,
// Mitzenmacher & Najork 2000. The same seed gives the same walk. One thread.
#pragma once

#include <cstdint>
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
  [[nodiscard]] Result<std::vector<double>> weights(const store::Store& store,
                                                    Correct correct) const;

 private:
  void see(PageId page, HostId host);

  std::vector<Visited> visited_;
  std::vector<bool> is_seen_;
  std::vector<std::vector<PageId>> pages_of_host_;  // seen, by place in hosts_
  std::unordered_map<uint32_t, uint32_t> place_of_host_;
  std::vector<uint32_t> hosts_;
  uint64_t seen_pages_ = 0;
  double jump_ = 0;
};

// `count` of these without replacement, the likelier the larger the weight; in the order drawn.
[[nodiscard]] std::vector<PageId> draw(std::span<const Visited> from,
                                       std::span<const double> weights, uint64_t count,
                                       uint64_t seed);
// Of all pages below `pages`, each as likely.
[[nodiscard]] std::vector<PageId> draw_uniform(uint64_t pages, uint64_t count, uint64_t seed);

}  // namespace cocite::insight

// A surfer whose jumps end at chosen pages only, by their weights: personalised PageRank and the ranks of trust.
//
//   return seed_walk("trustrank", store, options);
//
// Any thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rank/walk.h"

namespace cocite::rank {

[[nodiscard]] inline Result<Scores> seed_walk(std::string_view rank, const store::Store& store,
                                              const Options& options) {
  double total = 0;
  for (const auto& [page, weight] : options.seeds) {
    if (!std::isfinite(weight) || weight < 0) {
      return fail(ErrorCode::kInvalidArgument, "the weight of a page is a number and not below 0");
    }
    total += weight;
  }
  if (options.seeds.empty()) {
    return fail(ErrorCode::kInvalidArgument, std::string(rank) + " needs at least one page");
  }
  if (total <= 0 || !std::isfinite(total)) {
    return fail(ErrorCode::kInvalidArgument,
                "the weights of the chosen pages are all 0, or too large to be added up");
  }
  std::vector<std::pair<PageId, double>> seeds = options.seeds;
  std::ranges::sort(seeds);
  for (auto& [page, weight] : seeds) weight /= total;
  return walk(rank, store, SeedJump(seeds), options);
}

}  // namespace cocite::rank

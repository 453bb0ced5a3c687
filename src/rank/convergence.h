// Is it good enough? When iterating ends, and why.
//
//   Convergence convergence("pagerank", options, sweep.links());
//   do residual = iterate(); while (convergence.goes_on(residual));
//   return convergence.run();
//
// Ends when the residual is at most the tolerance, at the iteration limit, or when residuals that
// are already near what doubles can tell no longer fall: no tolerance makes it go on for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include <cocite/query.h>

#include "rank/rank.h"

namespace cocite::rank {

class Convergence {
 public:
  Convergence(std::string_view rank, const Options& options, uint64_t links_per_iteration);

  // After each iteration. `residual`: L1 change as a share of the L1 norm. `is_settled`: false
  // where something else is still too far off.
  [[nodiscard]] bool goes_on(double residual, bool is_settled = true);
  // With the time since this object was made.
  [[nodiscard]] RankRun run() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string_view rank_;
  const Options* options_;
  uint64_t links_per_iteration_;
  Clock::time_point begin_ = Clock::now();
  double first_residual_ = 0;
  double least_residual_ = 0;
  unsigned idle_ = 0;  // iterations since the least residual
  RankRun run_;
};

}  // namespace cocite::rank

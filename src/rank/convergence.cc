#include "rank/convergence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace cocite::rank {
namespace {

// Residuals above this fall, if slowly; below it rounding may be all that is left.
constexpr double kNearPrecision = 1e-11;
constexpr unsigned kPatience = 8;

}  // namespace

Convergence::Convergence(std::string_view rank, const Options& options,
                         uint64_t links_per_iteration)
    : rank_(rank), options_(&options), links_per_iteration_(links_per_iteration) {}

bool Convergence::goes_on(double residual, bool is_settled) {
  ++run_.iterations;
  run_.residual = residual;
  if (run_.iterations == 1) first_residual_ = residual;
  if (run_.iterations == 1 || residual < least_residual_) {
    least_residual_ = residual;
    idle_ = 0;
  } else {
    ++idle_;
  }
  if (options_->progress) {
    // Residuals fall by about the same factor each time: their logarithm shows the progress.
    constexpr double kSteps = 1000;
    const double tolerance = std::max(options_->tolerance, 1e-16);
    const double way = std::log(std::max(first_residual_, tolerance * 2) / tolerance);
    const double rest = std::log(std::max(residual, tolerance) / tolerance);
    const double by_residual = std::clamp(1 - rest / way, 0.0, 1.0);
    const double by_count =
        static_cast<double>(run_.iterations) / static_cast<double>(options_->max_iterations);
    std::array<char, 64> detail{};
    std::snprintf(detail.data(), detail.size(), "iteration %llu, residual %.1e",
                  static_cast<unsigned long long>(run_.iterations), residual);
    Progress progress;
    progress.stage = rank_;
    progress.done = static_cast<uint64_t>(kSteps * std::max(by_residual, by_count));
    progress.total = static_cast<uint64_t>(kSteps);
    progress.links = run_.iterations * links_per_iteration_;
    progress.detail = detail.data();
    options_->progress(progress);
  }
  if (residual == 0 || (residual <= options_->tolerance && is_settled)) {
    run_.ended = RankEnded::kConverged;
    return false;
  }
  if (residual < kNearPrecision && idle_ >= kPatience) {
    // What should still settle does not: it goes up and down by a rounding.
    run_.ended = residual <= options_->tolerance ? RankEnded::kConverged : RankEnded::kPrecision;
    return false;
  }
  if (run_.iterations >= options_->max_iterations) {
    run_.ended = RankEnded::kIterationLimit;
    return false;
  }
  return true;
}

RankRun Convergence::run() const {
  RankRun run = run_;
  run.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  return run;
}

}  // namespace cocite::rank

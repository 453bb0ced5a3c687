// Harmonic centrality: how near all pages are to a page, along links.
//
//   r(p) = Σ_{q≠p} 1 / d(q, p)        d: links on the shortest way from q to p; none: nothing is added
//
// Reversed: how near p is to all others. Links of hosts and sites count as one step, whatever their weights.
//
// HyperBall: the ball of radius t around p is p with the balls of radius t - 1 around its parents. Balls are kept as
// HyperLogLog registers (hyper_log_log.h), m bytes each; each round reads all links once, and of a page whose parents'
// balls did not grow, nothing. What a ball grows by in round t is at distance t. As many registers as the memory allows,
// from 16 to 4096. Graphs where it takes less than 10^8 steps are searched from every page, which is exact.
//
// Papers: P. Boldi, S. Vigna, "Axioms for Centrality", 2014, and "In-Core Computation of Geometric Centralities with
// HyperBall", 2013. Error: a ball's size is within 1.04/√m of itself, two times of three; pages that many reach share
// most of their balls and thus their errors, so that their order is better than that (figures: docs/methods/harmonic.md).
// Memory: 2 m + 14 bytes a page. Does badly where long chains make many rounds: max_iterations ends them.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <vector>

#include "base/hash.h"
#include "rank/convergence.h"
#include "rank/hyper_log_log.h"
#include "rank/list_pass.h"
#include "rank/steady_sum.h"
#include "rank/walk.h"

namespace cocite::rank::harmonic {
namespace {

constexpr std::array kRanks = {
    RankName{"harmonic", "how near all pages are to it: the sum of 1 / distance"}};
constexpr uint64_t kExactSteps = 100'000'000;
constexpr uint64_t kFewestRegisters = 16;
constexpr uint64_t kMostRegisters = 4096;
// Of all registers that are read in a round: what takes about ten seconds.
constexpr uint64_t kRoundBytes = uint64_t{1} << 36;

uint64_t registers_for(uint64_t pages, uint64_t links, uint64_t memory_bytes) {
  uint64_t most = memory_bytes / 2 / std::max<uint64_t>(1, 2 * pages);
  most = std::min(most, kRoundBytes / std::max<uint64_t>(1, links));
  return std::clamp(std::bit_floor(most), kFewestRegisters, kMostRegisters);
}

class Balls {
 public:
  Balls(const LinkSweep& sweep, uint64_t registers, const Options& options)
      : sweep_(sweep),
        registers_(registers),
        threads_(options.threads),
        stop_(options.stop),
        now_(sweep.pages() * registers),
        next_(sweep.pages() * registers),
        has_grown_(sweep.pages()),
        grows_(sweep.pages()),
        sizes_(sweep.pages()),
        scores_(sweep.pages()) {
    for_each_piece(sweep.pages(), threads_, [&](uint64_t first, uint64_t last) {
      for (uint64_t page = first; page < last && !is_stopped(); ++page) {
        add(mix(page), of(now_, page));
        add(mix(page), of(next_, page));
        has_grown_[page] = 1;
        sizes_[page] = 1;
      }
    });
  }

  // One radius more; gives the number of pages whose balls grew.
  Result<uint64_t> grow() {
    ++radius_;
    std::vector<Result<uint64_t>> grown(sweep_.parts());
    parallel_for(sweep_.parts(), threads_, [&](size_t part) { grown[part] = grow(part); });
    uint64_t sum = 0;
    for (const Result<uint64_t>& one : grown) {
      COCITE_CHECK(one);
      sum += *one;
    }
    std::swap(now_, next_);
    std::swap(has_grown_, grows_);
    return sum;
  }

  Numbers take() { return std::move(scores_); }

 private:
  Result<uint64_t> grow(size_t part) {
    uint64_t grown = 0;
    COCITE_CHECK(sweep_.visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
      // A page takes long where it has many sources: the sweep itself looks too rarely. It ends with
      // an error.
      if (is_stopped()) return;
      const std::span<uint8_t> ball = of(next_, page);
      // What did not grow in the last round is the same in both arrays.
      if (has_grown_[page] != 0) std::ranges::copy(of(now_, page), ball.begin());
      bool grows = false;
      for (const uint32_t source : sources) {
        if (is_stopped()) return;
        if (has_grown_[source] != 0 && unite(of(now_, source), ball)) grows = true;
      }
      grows_[page] = grows ? 1 : 0;
      if (!grows) return;
      ++grown;
      const auto size = static_cast<float>(estimate(ball));
      if (size <= sizes_[page]) return;
      scores_[page] += static_cast<double>(size - sizes_[page]) / radius_;
      sizes_[page] = size;
    }));
    return grown;
  }

  [[nodiscard]] bool is_stopped() const {
    return stop_ != nullptr && stop_->load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::span<uint8_t> of(BigArray<uint8_t>& all, uint64_t page) const {
    return {all.data() + page * registers_, registers_};
  }

  const LinkSweep& sweep_;
  uint64_t registers_;
  unsigned threads_;
  const std::atomic<bool>* stop_;
  BigArray<uint8_t> now_;
  BigArray<uint8_t> next_;
  BigArray<uint8_t> has_grown_;  // in the round before
  BigArray<uint8_t> grows_;
  BigArray<float> sizes_;
  Numbers scores_;
  double radius_ = 0;
};

// A search from every page.
Result<Numbers> exact(const store::Store& store, const Options& options) {
  const graph::PackedLinks& lists = sources_of(store, options);
  std::vector<uint32_t> begins = {0};
  std::vector<uint32_t> sources;
  auto scan = lists.scan(page_id(0), lists.pages());
  while (scan.next()) {
    for (const PageId source : scan.list()) sources.push_back(index(source));
    begins.push_back(static_cast<uint32_t>(sources.size()));
  }
  COCITE_CHECK(scan.status());
  Numbers scores(store.pages());
  COCITE_CHECK(for_each_range(
      kRanks[0].name, store, options, [&](uint64_t first, uint64_t last) -> Result<void> {
        std::vector<uint32_t> seen(store.pages());  // by the page searched from, + 1
        for (uint64_t page = first; page < last; ++page) {
          const auto mark = static_cast<uint32_t>(page + 1);
          std::vector<uint32_t> layer = {static_cast<uint32_t>(page)};
          seen[page] = mark;
          for (double distance = 1; !layer.empty(); ++distance) {
            std::vector<uint32_t> next;
            for (const uint32_t at : layer) {
              for (uint32_t i = begins[at]; i < begins[at + 1]; ++i) {
                if (seen[sources[i]] == mark) continue;
                seen[sources[i]] = mark;
                next.push_back(sources[i]);
              }
            }
            scores[page] += static_cast<double>(next.size()) / distance;
            layer = std::move(next);
          }
        }
        return {};
      }));
  return scores;
}

Result<Scores> compute(const store::Store& store, const Options& options) {
  // Links are steps, however many are behind each; but where there are no weights, that is an error here too.
  if (options.weights != LinkWeights::kOnce) COCITE_CHECK(total_weight(store, options));
  Scores scores;
  const uint64_t pages = store.pages();
  if (pages * (pages + store.links()) <= kExactSteps) {
    const Stopwatch watch;
    COCITE_TRY(Numbers values, exact(store, options));
    scores.columns.emplace_back(kRanks[0].name, std::move(values));
    scores.run.seconds = watch.seconds();
    return scores;
  }
  Convergence convergence(kRanks[0].name, options, store.links());
  const uint64_t registers = registers_for(pages, store.links(), options.memory_bytes);
  COCITE_TRY(const LinkSweep sweep,
             LinkSweep::prepare(sources_of(store, options),
                                {.parts = std::max<uint64_t>(options.threads, 1) * 8,
                                 .page_bytes = 2 * registers + 14,
                                 .memory_bytes = options.memory_bytes,
                                 .scratch = scratch_folders(store),
                                 .threads = options.threads,
                                 .progress = &options.progress,
                                 .stop = options.stop}));
  Balls balls(sweep, registers, options);
  for (bool goes_on = true; goes_on;) {
    COCITE_TRY(const uint64_t grown, balls.grow());
    if (options.stop != nullptr && options.stop->load()) {
      return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    }
    goes_on = convergence.goes_on(static_cast<double>(grown) / static_cast<double>(pages));
  }
  scores.columns.emplace_back(kRanks[0].name, balls.take());
  scores.run = convergence.run();
  scores.run.is_streamed = sweep.is_streamed();
  return scores;
}

}  // namespace

extern const Kind kKind;
const Kind kKind = {.ranks = kRanks, .paper = "Boldi, Vigna 2014", .compute = compute};

}  // namespace cocite::rank::harmonic

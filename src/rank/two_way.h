// Authorities from hubs and hubs from authorities, in one go over the links.
//
// HITS and its variants compute  a(p) from Σ_{q→p} h(q)  and then  h(q) from Σ_{q→p} a(p).  As soon as a
// page's list of sources has been read its a(p) is known, and can be handed back to the same
// sources, which are still in cache: both sums for one reading of the links, and only one direction
// of the graph in memory.
//
//   TwoWay two_way(sweep, threads);
//   two_way.start([](uint64_t page) { return 1.0; });        // h(q)
//   COCITE_TRY(Sums a, two_way.pass<Sums>(receive));  // a(p), and what each source of p gets
//   Sums h = two_way.collect<Sums>(settle);           // h(q) from all that q got
//
// What a page hands out and what it gets lie beside each other: reading the one brings the other.
// Each thread has both for itself, and what pages got is added up in order: the same bits for the
// same number of threads. One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "rank/gather.h"
#include "rank/link_sweep.h"
#include "rank/rank.h"
#include "rank/steady_sum.h"

namespace cocite::rank {

// A sweep with as many parts as threads have use and memory for: each has 16 bytes a page for
// itself. `page_bytes`: what is needed beside that.
[[nodiscard]] inline SweepOptions two_way_sweep(const store::Store& store, const Options& options,
                                                uint64_t page_bytes) {
  constexpr uint64_t kMostThreads = 8;
  constexpr uint64_t kWorthAThread = 200'000;  // links
  constexpr uint64_t kPartBytes = 16;
  const uint64_t memory = options.memory_bytes / std::max<uint64_t>(store.pages(), 1);
  const uint64_t held = memory < page_bytes ? 0 : (memory - page_bytes) / kPartBytes;
  const uint64_t parts = std::max<uint64_t>(
      1, std::min({store.links() / kWorthAThread, held, uint64_t{options.threads}, kMostThreads}));
  return {.parts = parts,
          .page_bytes = page_bytes + kPartBytes * parts,
          .memory_bytes = options.memory_bytes,
          .threads = options.threads,
          .progress = &options.progress,
          .stop = options.stop};
}

template <class Sweep>
class TwoWay {
 public:
  explicit TwoWay(const Sweep& sweep, unsigned threads) : sweep_(&sweep), threads_(threads) {
    for (size_t i = 0; i < sweep.parts(); ++i) slots_.emplace_back(sweep.pages());
  }

  template <class First>
  void start(const First& first) {
    for (BigArray<Slot>& slots : slots_) {
      for (uint64_t page = 0; page < slots.size(); ++page) slots[page] = {first(page), 0};
    }
  }

  // For each page, receive(sums, page, Σ h(q), number of sources) says what each source gets; with
  // weights, the sums of what links count, and what a link of weight 1 gets.
  // `Sums` are added up over parts with +=.
  template <class Sums, class Receive>
  [[nodiscard]] Result<Sums> pass(const Receive& receive) {
    const bool asks_ahead = sweep_->pages() * sizeof(Slot) > kFitsInCache;
    std::vector<Result<Sums>> all(sweep_->parts());
    parallel_for(sweep_->parts(), threads_, [&](size_t part) {
      all[part] =
          asks_ahead ? pass_part<true, Sums>(part, receive) : pass_part<false, Sums>(part, receive);
    });
    Sums total;
    for (const Result<Sums>& sums : all) {
      COCITE_CHECK(sums);
      total += *sums;
    }
    return total;
  }

  // For each page, settle(sums, page, h(q) before, all that it got) is h(q) from now on.
  template <class Sums, class Settle>
  [[nodiscard]] Sums collect(const Settle& settle) {
    const uint64_t pages = sweep_->pages();
    constexpr uint64_t kPiece = uint64_t{1} << 16;
    std::vector<Sums> all((pages + kPiece - 1) / kPiece);
    parallel_for(all.size(), threads_, [&](size_t piece) {
      Sums sums;
      for (uint64_t page = piece * kPiece; page < std::min(pages, (piece + 1) * kPiece); ++page) {
        double got = 0;
        for (const BigArray<Slot>& slots : slots_) got += slots[page].got;
        const double value = settle(sums, page, slots_.front()[page].value, got);
        for (BigArray<Slot>& slots : slots_) slots[page] = {value, 0};
      }
      all[piece] = sums;
    });
    Sums total;
    for (const Sums& sums : all) total += sums;
    return total;
  }

  // h; this is used up.
  [[nodiscard]] BigArray<double> finish() {
    slots_.resize(1);
    BigArray<double> values(sweep_->pages());
    for (uint64_t page = 0; page < values.size(); ++page) values[page] = slots_[0][page].value;
    slots_.clear();
    return values;
  }

 private:
  struct Slot {
    double value;  // h
    double got;
  };

  template <bool kAsksAhead, class Sums, class Receive>
  Result<Sums> pass_part(size_t part, const Receive& receive) {
    Sums sums;
    Slot* const slots = slots_[part].data();
    COCITE_CHECK(sweep_->visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
      const double sum = sweep_->template sum<kAsksAhead>(
          slots, sources, [](const Slot& slot) { return slot.value; });
      const double share = receive(sums, page, sum, sweep_->in(page, sources));
      sweep_->hand_back(sources, share,
                        [&](uint32_t source, double got) { slots[source].got += got; });
    }));
    return sums;
  }

  const Sweep* sweep_;
  unsigned threads_;
  std::vector<BigArray<Slot>> slots_;  // of each part
};

}  // namespace cocite::rank

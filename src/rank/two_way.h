// Authorities from hubs and hubs from authorities, in one go over the links.
//
// HITS and its kin compute  a(p) from Σ_{q→p} h(q)  and then  h(q) from Σ_{q→p} a(p).  As soon as a
// page's list of sources has been read its a(p) is known, and can be handed back to the same
// sources, which are still at hand: both sums for one reading of the links, and only one direction
// of the graph in memory.
//
//   TwoWay two_way(sweep, threads);
//   COCITE_CHECK(two_way.pass(h.data(), receive));   // a(p), and what each source of p gets of it
//   two_way.collect(settle);                         // h(q) from all that q got
//
// Threads hand back to arrays of their own, which are then added up in order: the same bits for the
// same number of threads. One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "rank/gather.h"
#include "rank/link_sweep.h"
#include "rank/steady_sum.h"

namespace cocite::rank {

class TwoWay {
 public:
  // Each costs 8 bytes a page.
  static constexpr unsigned kMostThreads = 8;
  // Parts that a thread goes through, so that LinkSweep cuts as many as there are threads.
  [[nodiscard]] static unsigned groups_for(uint64_t links, unsigned threads) {
    constexpr uint64_t kWorthAThread = 200'000;
    return static_cast<unsigned>(
        std::clamp<uint64_t>(links / kWorthAThread, 1, std::min(threads, kMostThreads)));
  }

  explicit TwoWay(const LinkSweep& sweep, unsigned threads) : sweep_(&sweep), threads_(threads) {
    for (size_t i = 0; i < sweep.parts(); ++i) handed_.emplace_back(sweep.pages());
  }

  // For each page, receive(sums, page, Σ values[q], number of sources) says what each source gets.
  // `Sums` are added up over parts with +=.
  template <class Sums, class Receive>
  [[nodiscard]] Result<Sums> pass(const double* values, const Receive& receive) {
    std::vector<Result<Sums>> all(sweep_->parts());
    parallel_for(sweep_->parts(), threads_, [&](size_t part) {
      Sums sums;
      double* const handed = handed_[part].data();
      const Result<void> visited =
          sweep_->visit(part, [&](uint32_t page, std::span<const uint32_t> sources) {
            const double share = receive(sums, page, gather(values, sources), sources.size());
            for (const uint32_t source : sources) handed[source] += share;
          });
      if (visited) {
        all[part] = sums;
      } else {
        all[part] = tl::unexpected<Error>(visited.error());
      }
    });
    Sums total;
    for (const Result<Sums>& sums : all) {
      COCITE_CHECK(sums);
      total += *sums;
    }
    return total;
  }

  // For each page, settle(sums, page, all that it got); what it got is forgotten.
  template <class Sums, class Settle>
  [[nodiscard]] Sums collect(const Settle& settle) {
    const uint64_t pages = sweep_->pages();
    constexpr uint64_t kPiece = uint64_t{1} << 16;
    std::vector<Sums> all((pages + kPiece - 1) / kPiece);
    parallel_for(all.size(), threads_, [&](size_t piece) {
      Sums sums;
      for (uint64_t page = piece * kPiece; page < std::min(pages, (piece + 1) * kPiece); ++page) {
        double got = 0;
        for (BigArray<double>& handed : handed_) {
          got += handed[page];
          handed[page] = 0;
        }
        settle(sums, page, got);
      }
      all[piece] = sums;
    });
    Sums total;
    for (const Sums& sums : all) total += sums;
    return total;
  }

 private:
  const LinkSweep* sweep_;
  unsigned threads_;
  std::vector<BigArray<double>> handed_;  // of each part
};

}  // namespace cocite::rank

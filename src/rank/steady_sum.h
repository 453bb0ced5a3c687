// A sum that is the same on any number of threads.
//
//   const double total = steady_sum(pages, threads, [&](uint64_t page) { return scores[page]; });
//
// Blocks of fixed size are summed each by itself, then the sums of blocks in order: which thread
// took which block does not show, and millions of small numbers lose less than one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/parallel.h"

namespace cocite::rank {

inline constexpr uint64_t kSumBlock = 4096;

template <class Value>
[[nodiscard]] double steady_sum(uint64_t count, unsigned threads, const Value& value) {
  // A thread takes many blocks at once: to fetch each alone would cost more than to sum it.
  constexpr uint64_t kBlocksAtOnce = 64;
  std::vector<double> sums((count + kSumBlock - 1) / kSumBlock);
  const uint64_t pieces = (sums.size() + kBlocksAtOnce - 1) / kBlocksAtOnce;
  parallel_for(pieces, threads, [&](size_t piece) {
    const uint64_t last = std::min<uint64_t>(sums.size(), (piece + 1) * kBlocksAtOnce);
    for (uint64_t block = piece * kBlocksAtOnce; block < last; ++block) {
      const uint64_t end = std::min(count, (block + 1) * kSumBlock);
      double sum = 0;
      for (uint64_t i = block * kSumBlock; i < end; ++i) sum += value(i);
      sums[block] = sum;
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

// Calls work(first, last) for pieces of [0, count), on several threads.
template <class Work>
void for_each_piece(uint64_t count, unsigned threads, const Work& work) {
  constexpr uint64_t kPiece = uint64_t{1} << 16;
  parallel_for((count + kPiece - 1) / kPiece, threads,
               [&](size_t piece) { work(piece * kPiece, std::min(count, (piece + 1) * kPiece)); });
}

}  // namespace cocite::rank

// Sorted link lists in few bits, in the manner of WebGraph's BVGraph [Boldi & Vigna 2004].
//
// A list of page x:  degree | reference r | copy blocks | intervals | residuals
//
//   degree          0: nothing follows
//   reference       0..7: which of the lists before it is copied from; 0: none
//   copy blocks     if r > 0: their number, then lengths of runs that are copied, skipped, copied,
//   …
//                   from that list (all but the first minus 1); after them the rest is copied if
//                   their number is even
//   intervals       if something is left: number of runs of 3 or more pages that follow each other,
//                   then (where it begins, how long) for each
//   residuals       the others; the first relative to x, each next to the one before
//
// Unlike BVGraph, each of these kinds of number has a Huffman code of its own, made from the graph
// (token_code.h), and references are chosen for the whole chunk (reference_choice.h).
// Used for in-links, and for out-links when the source has no order of links.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bit_stream.h"
#include "base/ids.h"
#include "graph/reference_choice.h"
#include "graph/token_code.h"

namespace cocite::graph {

struct SortedCodec {
  enum Field : uint8_t {
    kDegree,
    kReference,
    kBlockCount,
    kFirstBlock,
    kBlock,
    kIntervalCount,
    kFirstLeft,
    kLeft,
    kIntervalLength,
    kFirstResidual,
    kResidual,
    kFields,
  };
  static constexpr uint32_t kMinInterval = 3;

  struct Codes {
    std::array<TokenCode, kFields> fields;
  };
  using Counts = std::array<TokenCounts, kFields>;

  // Tells `sink(field, value)` every number of the list in order. `reference` is list x - r.
  template <class Sink>
  void encode(uint32_t page, std::span<const PageId> list, unsigned r,
              std::span<const PageId> reference, Sink&& sink);

  // Reads the list whose degree has been read already. `reference(r, span)` fetches list x - r and
  // returns false when it cannot. False: the bits make no sense.
  // Never reads a list beyond the bit `end` (by more than one token).
  // REQUIRES: `out` has room for `degree` > 0 pages.
  template <class Fetch>
  static bool decode(const Codes& codes, BitReader& reader, uint64_t end, uint32_t page,
                     uint32_t degree, uint64_t pages, Fetch&& fetch, PageId* out);

 private:
  // Copies from the reference to `out`, which moves on behind the last copied page.
  static bool decode_copies(const Codes& codes, BitReader& reader, uint64_t end,
                            std::span<const PageId> reference, PageId*& out, const PageId* out_end);

  std::vector<uint32_t> blocks_;
  std::vector<PageId> extras_;
  std::vector<PageId> residuals_;
  struct Interval {
    uint32_t left;
    uint32_t length;
  };
  std::vector<Interval> intervals_;
};

// --- the bodies ------------------------------------------------------------------------------

template <class Sink>
void SortedCodec::encode(uint32_t page, std::span<const PageId> list, unsigned r,
                         std::span<const PageId> reference, Sink&& sink) {
  sink(kDegree, list.size());
  if (list.empty()) return;
  sink(kReference, r);

  std::span<const PageId> extras = list;
  if (r > 0) {
    blocks_.clear();
    extras_.clear();
    bool copying = true;
    uint32_t run = 0;
    size_t i = 0;
    for (const PageId target : reference) {
      while (i < list.size() && list[i] < target) extras_.push_back(list[i++]);
      const bool shared = i < list.size() && list[i] == target;
      if (shared) ++i;
      if (shared != copying) {
        blocks_.push_back(run);
        run = 0;
        copying = shared;
      }
      ++run;
    }
    extras_.insert(extras_.end(), list.begin() + static_cast<ptrdiff_t>(i), list.end());
    extras = extras_;
    // The last run goes to the end of the reference: its number is implied by the parity.
    sink(kBlockCount, blocks_.size());
    for (size_t b = 0; b < blocks_.size(); ++b) {
      b == 0 ? sink(kFirstBlock, blocks_[b]) : sink(kBlock, blocks_[b] - 1);
    }
  }
  if (extras.empty()) return;

  intervals_.clear();
  residuals_.clear();
  for (size_t i = 0; i < extras.size();) {
    size_t j = i + 1;
    while (j < extras.size() && index(extras[j]) == index(extras[j - 1]) + 1) ++j;
    if (j - i >= kMinInterval) {
      intervals_.push_back({index(extras[i]), static_cast<uint32_t>(j - i)});
    } else {
      residuals_.insert(residuals_.end(), extras.begin() + static_cast<ptrdiff_t>(i),
                        extras.begin() + static_cast<ptrdiff_t>(j));
    }
    i = j;
  }
  sink(kIntervalCount, intervals_.size());
  uint32_t after = 0;
  for (size_t i = 0; i < intervals_.size(); ++i) {
    const auto [left, length] = intervals_[i];
    i == 0 ? sink(kFirstLeft, fold_sign(int64_t{left} - int64_t{page}))
           : sink(kLeft, uint64_t{left - after - 1});
    sink(kIntervalLength, uint64_t{length - kMinInterval});
    after = left + length;
  }
  for (size_t i = 0; i < residuals_.size(); ++i) {
    i == 0 ? sink(kFirstResidual, fold_sign(int64_t{index(residuals_[i])} - int64_t{page}))
           : sink(kResidual, uint64_t{index(residuals_[i]) - index(residuals_[i - 1]) - 1});
  }
}

template <class Fetch>
bool SortedCodec::decode(const Codes& codes, BitReader& reader, uint64_t end, uint32_t page,
                         uint32_t degree, uint64_t pages, Fetch&& fetch, PageId* out) {
  const auto take = [&](Field field) { return codes.fields[field].take(reader); };
  PageId* const out_end = out + degree;

  // Copied pages move to the end of `out` and the others are merged in from the front: the gap
  // between the two is as large as the number of pages to come, so nothing is overwritten.
  PageId* copied = out_end;
  if (const uint64_t r = take(kReference); r > 0) {
    std::span<const PageId> reference;
    if (r > kWindow || r > page || !fetch(static_cast<uint32_t>(r), reference)) return false;
    PageId* copied_end = out;
    if (!decode_copies(codes, reader, end, reference, copied_end, out_end)) return false;
    if (copied_end == out_end) return reader.position() <= end;
    copied = std::move_backward(out, copied_end, out_end);
  }

  const auto extras = static_cast<uint64_t>(copied - out);
  const uint64_t interval_count = take(kIntervalCount);
  if (interval_count * kMinInterval > extras) return false;
  std::array<Interval, 32> few;
  std::vector<Interval> many;
  Interval* intervals = few.data();
  if (interval_count >= few.size()) {
    many.resize(interval_count + 1);
    intervals = many.data();
  }
  uint64_t residuals = extras;
  for (uint64_t i = 0; i < interval_count; ++i) {
    const uint64_t left = i == 0
                              ? static_cast<uint64_t>(int64_t{page} + unfold_sign(take(kFirstLeft)))
                              : intervals[i - 1].left + intervals[i - 1].length + 1 + take(kLeft);
    const uint64_t length = take(kIntervalLength) + kMinInterval;
    if (length > residuals || left + length > pages || left > pages) return false;
    if (reader.position() > end) return false;
    residuals -= length;
    intervals[i] = {static_cast<uint32_t>(left), static_cast<uint32_t>(length)};
  }
  constexpr uint64_t kNone = uint64_t{1} << 40;

  uint64_t residual = kNone;
  if (residuals > 0) {
    residual = static_cast<uint64_t>(int64_t{page} + unfold_sign(take(kFirstResidual)));
    if (residual >= pages) return false;
  }
  PageId* write = out;
  if (interval_count == 0 && copied == out_end) {  // the common case needs no merging
    *write++ = page_id(residual);
    while (--residuals > 0) {
      residual += take(kResidual) + 1;
      if (residual >= pages || reader.position() > end) return false;
      *write++ = page_id(residual);
    }
    return reader.position() <= end;
  }
  for (uint64_t i = 0; i <= interval_count; ++i) {
    const uint64_t left = i < interval_count ? intervals[i].left : kNone;
    uint64_t copy = copied < out_end ? index(*copied) : kNone;
    while (copy < left || residual < left) {
      if (copy < residual) {
        *write++ = page_id(copy);
        copy = ++copied < out_end ? index(*copied) : kNone;
        continue;
      }
      *write++ = page_id(residual);
      residual = --residuals > 0 ? residual + take(kResidual) + 1 : kNone;
      if ((residual >= pages && residual != kNone) || reader.position() > end) return false;
    }
    if (i == interval_count) break;
    for (uint32_t k = 0; k < intervals[i].length; ++k) *write++ = page_id(left + k);
  }
  return reader.position() <= end;
}

inline bool SortedCodec::decode_copies(const Codes& codes, BitReader& reader, uint64_t end,
                                       std::span<const PageId> reference, PageId*& out,
                                       const PageId* out_end) {
  const uint64_t block_count = codes.fields[kBlockCount].take(reader);
  const PageId* from = reference.data();
  const PageId* const from_end = from + reference.size();
  for (uint64_t b = 0; b <= block_count; ++b) {
    auto run = static_cast<uint64_t>(from_end - from);
    if (b < block_count) {
      const uint64_t length =
          b == 0 ? codes.fields[kFirstBlock].take(reader) : codes.fields[kBlock].take(reader) + 1;
      if (length > run || reader.position() > end) return false;
      run = length;
    }
    if (b % 2 == 0) {
      if (run > static_cast<uint64_t>(out_end - out)) return false;
      out = std::copy_n(from, run, out);
    }
    from += run;
  }
  return true;
}

}  // namespace cocite::graph

// Sorted link lists in few bits, in the manner of WebGraph's BVGraph [Boldi & Vigna 2004].
//
// A list of page x:  degree | reference r | copy blocks | intervals | residuals
//
//   degree          0: nothing follows
//   reference       0..7: which of the lists before it is copied from; 0: none
//   copy blocks     if r > 0: their number, then lengths of runs that are copied, skipped, …
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
#include "graph/lists.h"
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
  // REQUIRES: `out` has room for `degree` > 0 pages and kCopySlack more; `room` is for scratch.
  template <class Fetch>
  static bool decode(const Codes& codes, BitReader& reader, uint64_t end, uint32_t page,
                     uint32_t degree, uint64_t pages, Fetch&& fetch, PageId* out, PageRoom& room,
                     Budget* budget = nullptr);

 private:
  static constexpr PageId kLast{0xFFFFFFFF};
  [[nodiscard]] static bool merge(PageId* a, PageId* a_end, PageId* b, PageId* b_end, PageId* out,
                                  Budget* budget);
  static bool decode_extras(const Codes& codes, BitReader& reader, uint64_t end, uint32_t page,
                            uint64_t count, uint64_t pages, PageId* out, PageRoom& room,
                            Budget* budget);
  static bool decode_residuals(const Codes& codes, BitReader& reader, uint64_t end, uint32_t page,
                               uint64_t count, uint64_t pages, PageId* out, Budget* budget);
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
                         uint32_t degree, uint64_t pages, Fetch&& fetch, PageId* out,
                         PageRoom& room, Budget* budget) {
  PageId* const out_end = out + degree;
  PageId* copied = out;
  if (const uint64_t r = codes.fields[kReference].take(reader); r > 0) {
    std::span<const PageId> reference;
    if (r > kWindow || r > page || !fetch(static_cast<uint32_t>(r), reference)) return false;
    if (reference.empty()) return false;  // an empty list is never a reference
    if (!decode_copies(codes, reader, end, reference, copied, out_end)) return false;
  }
  const auto extras = static_cast<uint64_t>(out_end - copied);
  if (extras == 0) return reader.position() <= end;
  if (copied == out)
    return decode_extras(codes, reader, end, page, extras, pages, out, room, budget);
  // Both are sorted. Which of the two comes next cannot be foreseen, so it is taken without a
  // branch; the copies wait at the end of `out`, where the gap before them is as large as the
  // number of extras to come. Behind each stands a page larger than any.
  PageId* const scratch = room.at_least(2 * extras + 2);
  PageRoom inner;
  if (!decode_extras(codes, reader, end, page, extras, pages, scratch, inner, budget)) return false;
  return merge(std::move_backward(out, copied, out_end), out_end, scratch, scratch + extras, out,
               budget);
}

// The pages [a, a_end) and [b, b_end), both sorted, to `out`, which may be the room before `a`.
// False: the budget is spent. REQUIRES: both ends can be overwritten.
inline bool SortedCodec::merge(PageId* a, PageId* a_end, PageId* b, PageId* b_end, PageId* out,
                               Budget* budget) {
  const size_t count = static_cast<size_t>(a_end - a) + static_cast<size_t>(b_end - b);
  *a_end = kLast;
  *b_end = kLast;
  return in_pieces(0, count, budget, [&](uint64_t i, uint64_t piece_end) {
    for (; i < piece_end; ++i) {
      const PageId from_a = *a;
      const PageId from_b = *b;
      const bool take_a = from_a < from_b;
      out[i] = take_a ? from_a : from_b;
      a += take_a ? 1 : 0;
      b += take_a ? 0 : 1;
    }
    return true;
  });
}

// Intervals and residuals, `count` > 0 pages in all.
inline bool SortedCodec::decode_extras(const Codes& codes, BitReader& reader, uint64_t end,
                                       uint32_t page, uint64_t count, uint64_t pages, PageId* out,
                                       PageRoom& room, Budget* budget) {
  const auto take = [&](Field field) { return codes.fields[field].take(reader); };
  const uint64_t interval_count = take(kIntervalCount);
  if (interval_count == 0)
    return decode_residuals(codes, reader, end, page, count, pages, out, budget);
  if (interval_count * kMinInterval > count) return false;
  // Intervals at the end of `out`, residuals aside, then both merged.
  PageId* const out_end = out + count;
  PageId* write = out;
  uint64_t next = 0;
  for (uint64_t i = 0; i < interval_count; ++i) {
    const uint64_t left = i == 0
                              ? static_cast<uint64_t>(int64_t{page} + unfold_sign(take(kFirstLeft)))
                              : next + 1 + take(kLeft);
    const uint64_t length = take(kIntervalLength) + kMinInterval;
    if (length > static_cast<uint64_t>(out_end - write) || left > pages || length > pages - left ||
        reader.is_beyond(end)) {
      return false;
    }
    for (uint64_t k = 0; k < length; ++k) *write++ = page_id(left + k);
    next = left + length;
  }
  const auto residuals = static_cast<uint64_t>(out_end - write);
  if (residuals == 0) return reader.position() <= end;
  PageId* const scratch = room.at_least(residuals + 1);
  if (!decode_residuals(codes, reader, end, page, residuals, pages, scratch, budget)) return false;
  return merge(std::move_backward(out, write, out_end), out_end, scratch, scratch + residuals, out,
               budget);
}

inline bool SortedCodec::decode_residuals(const Codes& codes, BitReader& reader, uint64_t end,
                                          uint32_t page, uint64_t count, uint64_t pages,
                                          PageId* out, Budget* budget) {
  const TokenCode& gap = codes.fields[kResidual];
  auto target =
      static_cast<uint64_t>(int64_t{page} + unfold_sign(codes.fields[kFirstResidual].take(reader)));
  if (target >= pages) return false;
  *out = page_id(target);
  const bool is_read = in_pieces(1, count, budget, [&](uint64_t i, uint64_t piece_end) {
    for (; i < piece_end; ++i) {
      target += gap.take(reader) + 1;
      out[i] = page_id(target);
      if (reader.is_beyond(end)) return false;
    }
    return true;
  });
  return is_read && target < pages &&
         reader.position() <= end;  // they rise: the last is the largest
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
      if (length > run || reader.is_beyond(end)) return false;
      run = length;
    }
    if (b % 2 == 0) {
      if (run > static_cast<uint64_t>(out_end - out)) return false;
      copy_pages(from, run, out);
      out += run;
    }
    from += run;
  }
  return true;
}

}  // namespace cocite::graph

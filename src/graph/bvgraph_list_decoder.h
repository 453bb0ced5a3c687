// One successor list out of a BVGraph's bits, checked: the inner loop of BvGraphReader.
//
//   BvListDecoder<false, true> decoder(properties);
//   if (const char* problem = decoder.read_head(in, node)) ...
//   if (const char* problem = decoder.read_body(in, node, reference_list, out)) ...
//
// The two steps are apart because random access must know a list's reference before it can have
// the list referred to. A problem is a sentence on what is wrong, nullptr when nothing is; after
// one, nothing that was read may be used. One decoder belongs to one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "graph/bvgraph_codes.h"
#include "graph/bvgraph_properties.h"

namespace cocite::graph {

// kDefaultCodes: with the codes of an empty `compressionflags`, which are then fixed at compile
// time; nearly all graphs have them.
template <bool kLittleEndian, bool kDefaultCodes>
class BvListDecoder {
 public:
  using Reader = BvBitReader<kLittleEndian>;

  explicit BvListDecoder(const BvProperties& properties)
      : codes_(properties.codes),
        nodes_(properties.nodes),
        window_(properties.window),
        min_interval_length_(properties.min_interval_length) {}

  // Reads outdegree and reference. REQUIRES: node < nodes.
  [[nodiscard]] const char* read_head(Reader& in, uint64_t node) {
    degree_ = kDefaultCodes ? in.gamma() : in.code(codes_.outdegrees);
    reference_ = 0;
    if (degree_ > nodes_) return "its outdegree is larger than the number of nodes";
    if (degree_ > 0 && window_ > 0) {
      reference_ = kDefaultCodes ? in.unary() : in.code(codes_.references);
      if (reference_ > window_) return "its reference points beyond the window";
      if (reference_ > node) return "its reference points before node 0";
    }
    return in.failed() ? kEndsEarly : nullptr;
  }
  // How many nodes back the list stands that read_body() needs; 0: none.
  [[nodiscard]] uint64_t reference() const { return reference_; }
  [[nodiscard]] uint64_t degree() const { return degree_; }

  // Reads the rest, right after read_head() of the same node. `referred`: the list of node -
  // reference(). `out` has room for degree() successors, and receives them in increasing order.
  [[nodiscard]] const char* read_body(Reader& in, uint64_t node, std::span<const uint32_t> referred,
                                      uint32_t* out) {
    if (degree_ == 0) return nullptr;
    uint64_t copied = 0;
    if (reference_ > 0) {
      if (const char* problem = read_blocks(in, referred.size(), copied)) return problem;
      if (copied > degree_) return "it copies more successors than it has";
    }
    uint64_t extra = degree_ - copied;
    if (extra == 0) {
      copy_blocks(referred, out);
      return in.failed() ? kEndsEarly : nullptr;
    }
    uint64_t in_intervals = 0;
    if (min_interval_length_ > 0) {
      if (const char* problem = read_intervals(in, node, extra, in_intervals)) return problem;
    }
    extra -= in_intervals;
    // The last part that is merged in goes straight to `out`.
    const uint32_t* extras = intervals_.data();
    bool is_disjoint = true;
    if (extra > 0) {
      const bool is_all = extra == degree_;
      uint32_t* residuals = is_all ? out : room(residuals_, extra);
      if (const char* problem = read_residuals(in, node, extra, residuals)) return problem;
      if (is_all) return nullptr;
      extras = residuals;
      if (in_intervals > 0) {
        uint32_t* merged = copied == 0 ? out : room(merged_, in_intervals + extra);
        is_disjoint = merge(intervals_.data(), in_intervals, residuals, extra, merged);
        extras = merged;
      }
    }
    if (copied > 0) {
      uint32_t* copies = room(copies_, copied);
      copy_blocks(referred, copies);
      is_disjoint &= merge(copies, copied, extras, in_intervals + extra, out);
    } else if (extra == 0) {
      std::memcpy(out, extras, in_intervals * sizeof *out);
    }
    if (in.failed()) return kEndsEarly;
    return is_disjoint ? nullptr : "it names a successor twice";
  }

  static constexpr const char* kEndsEarly = "the stream ends inside it, or a code is spoilt";

 private:
  static constexpr const char* kOutOfRange = "a successor is not a node of the graph";

  // Scratch only grows; growing does not keep what was in it.
  static uint32_t* room(std::vector<uint32_t>& scratch, uint64_t size) {
    if (scratch.size() < size) {
      scratch.clear();
      scratch.resize(std::max<uint64_t>(size, 64));
    }
    return scratch.data();
  }

  // Lengths of copied and skipped runs in turn; afterwards blocks_ covers the whole referred list.
  const char* read_blocks(Reader& in, uint64_t referred, uint64_t& copied) {
    const uint64_t count = kDefaultCodes ? in.gamma() : in.code(codes_.block_count);
    // All but the first hold at least one successor of the list referred to.
    if (count > referred + 1) return "it has more copy blocks than the list it refers to";
    uint32_t* block = room(blocks_, count + 1);
    uint64_t left = referred;
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t length = kDefaultCodes ? in.gamma() : in.code(codes_.blocks);
      if (length > left) return "its copy blocks are longer than the list it refers to";
      if (i > 0) ++length;
      if (length > left) return "its copy blocks are longer than the list it refers to";
      *block++ = static_cast<uint32_t>(length);
      left -= length;
      if (i % 2 == 0) copied += length;
    }
    if (count % 2 == 0) {
      *block++ = static_cast<uint32_t>(left);
      copied += left;
    }
    block_count_ = static_cast<size_t>(block - blocks_.data());
    return nullptr;
  }

  // Most blocks are shorter than a call of memmove is worth.
  static uint32_t* copy(const uint32_t* from, size_t count, uint32_t* out) {
    if (count > 16) return std::copy_n(from, count, out);
    for (size_t i = 0; i < count; ++i) out[i] = from[i];
    return out + count;
  }

  void copy_blocks(std::span<const uint32_t> referred, uint32_t* out) const {
    const uint32_t* from = referred.data();
    for (size_t i = 0; i < block_count_; ++i) {
      if (i % 2 == 0) out = copy(from, blocks_[i], out);
      from += blocks_[i];
    }
  }

  const char* read_intervals(Reader& in, uint64_t node, uint64_t extra, uint64_t& total) {
    const uint64_t count = interval_code(in);
    if (count == 0) return nullptr;
    if (count > extra / min_interval_length_) return "it has more intervals than successors";
    uint32_t* out = room(intervals_, extra);
    uint64_t end = 0;  // of the interval before
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t code = interval_code(in);
      uint64_t left = 0;
      if (i == 0) {
        left = node + from_natural(code);
      } else {
        if (code >= nodes_) return kOutOfRange;
        left = end + 1 + code;
      }
      const uint64_t length_code = interval_code(in);
      if (length_code > extra) return "its intervals are longer than the list";
      const uint64_t length = length_code + min_interval_length_;
      if (length > extra - total) return "its intervals are longer than the list";
      if (left >= nodes_ || length > nodes_ - left) return kOutOfRange;
      for (uint64_t j = 0; j < length; ++j) *out++ = static_cast<uint32_t>(left + j);
      total += length;
      end = left + length;
    }
    return in.failed() ? kEndsEarly : nullptr;
  }
  uint64_t interval_code(Reader& in) {
    return kDefaultCodes ? in.gamma() : in.code(codes_.intervals);
  }

  const char* read_residuals(Reader& in, uint64_t node, uint64_t count, uint32_t* out) {
    if (count > in.bits_left()) return kEndsEarly;  // each has at least one bit
    uint64_t last = node + from_natural(residual_code(in));
    if (last >= nodes_) return in.failed() ? kEndsEarly : kOutOfRange;
    out[0] = static_cast<uint32_t>(last);
    for (uint64_t i = 1; i < count; ++i) {
      const uint64_t code = residual_code(in);
      // Both are below 2^32 here, so that the sum cannot overflow unseen.
      if (code >= nodes_) return in.failed() ? kEndsEarly : kOutOfRange;
      last += 1 + code;
      if (last >= nodes_) return in.failed() ? kEndsEarly : kOutOfRange;
      out[i] = static_cast<uint32_t>(last);
    }
    return in.failed() ? kEndsEarly : nullptr;
  }
  uint64_t residual_code(Reader& in) {
    return kDefaultCodes ? in.zeta(3) : in.code(codes_.residuals);
  }

  // False when a number is in both.
  static bool merge(const uint32_t* a, size_t a_size, const uint32_t* b, size_t b_size,
                    uint32_t* out) {
    const uint32_t* const a_end = a + a_size;
    const uint32_t* const b_end = b + b_size;
    bool is_disjoint = true;
    while (a != a_end && b != b_end) {
      const uint32_t x = *a;
      const uint32_t y = *b;
      // Arithmetic, because a branch here would be guessed wrong half of the time.
      const size_t take_a = x < y ? 1 : 0;
      is_disjoint &= x != y;
      *out++ = std::min(x, y);
      a += take_a;
      b += 1 - take_a;
    }
    out = std::copy(a, a_end, out);
    std::copy(b, b_end, out);
    return is_disjoint;
  }

  const BvCodes codes_;
  const uint64_t nodes_;
  const uint64_t window_;
  const uint64_t min_interval_length_;
  uint64_t degree_ = 0;
  uint64_t reference_ = 0;
  size_t block_count_ = 0;
  std::vector<uint32_t> blocks_;  // the first block_count_ of them
  std::vector<uint32_t> copies_;
  std::vector<uint32_t> intervals_;
  std::vector<uint32_t> residuals_;
  std::vector<uint32_t> merged_;
};

}  // namespace cocite::graph

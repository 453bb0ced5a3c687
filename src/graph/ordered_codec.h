// Link lists in page order in few bits: which links stand where on the page is kept.
//
// A list of page x:  degree | reference r | segments
//
//   degree      0: nothing follows
//   reference   0..7: which of the lists before it is copied from; 0: none, all pages are literals
//   segments    if r > 0: their number k, then  c (s l literals c) (s l literals c) … : copy c pages
//               of the reference list in its order, skip s of it, put l literals in, copy c, and so
//               on. The last c is not written: it is what the degree leaves over.
//
// A literal is a page that is not copied, written the shortest of three ways: relative to the page
// before it in the list, relative to x, or by its place in a table of pages that many link to.
//
// Pages of one site share their navigation in the same order, so copying is a longest increasing
// subsequence between the two lists. Used for out-links when the source has link order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/bit_stream.h"
#include "base/ids.h"
#include "graph/lists.h"
#include "graph/reference_choice.h"
#include "graph/token_code.h"

namespace cocite::graph {

// The code of literals: one alphabet for the three ways, so that the choice costs what it is worth.
class LiteralCode {
 public:
  static constexpr unsigned kMaxBits = 11;
  static constexpr uint32_t kFromPage = kTokens;       // tokens of "relative to x" begin here
  static constexpr uint32_t kFromTable = 2 * kTokens;  // and places in the table here
  static constexpr uint32_t kMaxTable = 240;
  static constexpr uint32_t kLiteralEscape = kFromTable + kMaxTable;  // the page follows in full
  static constexpr uint32_t kSymbolCount = kLiteralEscape + 1;
  static constexpr unsigned kPageBits = 32;

  [[nodiscard]] static bool from_lengths(std::span<const uint8_t> lengths,
                                         std::vector<PageId> table, LiteralCode& code);
  [[nodiscard]] std::span<const uint8_t> lengths() const { return lengths_; }
  [[nodiscard]] std::span<const PageId> table() const { return table_; }

  struct Choice {
    uint32_t symbol;
    unsigned extra_bits;
    uint64_t extra;
    unsigned cost;
  };
  // The shortest way to write `target`. REQUIRES: target differs from both.
  [[nodiscard]] Choice choose(uint32_t page, uint32_t previous, uint32_t target) const;
  void put(BitWriter& writer, const Choice& choice) const {
    const unsigned length = lengths_[choice.symbol];
    writer.put(codes_[choice.symbol] | (choice.extra << length), length + choice.extra_bits);
  }
  // May give anything up to 2^34 when the bits are spoilt: the caller checks the range.
  uint64_t take(BitReader& reader, uint32_t page, uint64_t previous) const {
    const uint64_t bits = reader.peek();
    const Entry entry = entries_[bits & low_bits(kMaxBits)];
    const unsigned length = entry & 15U;
    const unsigned extra_bits = (entry >> 6) & 63U;
    const unsigned way = (entry >> 4) & 3U;
    reader.skip(length + extra_bits);
    const uint64_t value =
        uint64_t{entry >> 12} << extra_bits | ((bits >> length) & low_bits(extra_bits));
    if (way >= kWayTable) [[unlikely]]
      return way == kWayTable ? index(table_[value]) : value;
    // Which of the two it is cannot be foreseen: chosen without a branch.
    const uint64_t from = way == kWayPrevious ? previous : page;
    const uint64_t size = (value >> 1) + 1;
    return from + ((value & 1) == 0 ? size : 0 - size);
  }

 private:
  enum Way : uint8_t { kWayPrevious, kWayPage, kWayTable, kWayFull };
  // length: 4 bits, way: 2, extra bits: 6, then the leading digits or the place in the table.
  using Entry = uint32_t;

  std::vector<uint8_t> lengths_;
  std::vector<uint16_t> codes_;
  std::vector<PageId> table_;
  // Where in the table a page stands: page and place + 1, 0 where there is none.
  std::vector<std::pair<uint32_t, uint32_t>> places_;
  std::array<Entry, size_t{1} << kMaxBits> entries_{};
};

struct OrderedCodec {
  enum Field : uint8_t {
    kDegree,
    kReference,
    kSegmentCount,
    kFirstCopy,
    kCopy,
    kSkip,
    kInsert,
    kFields,
  };
  struct Codes {
    std::array<TokenCode, kFields> fields;
    LiteralCode literals;
  };

  // Tells `sink(field, value)` every number, and `literal(k)` that list[k] is written as a literal.
  // REQUIRES: where r > 0, set_list(list) came before.
  template <class Sink, class Literal>
  void encode(std::span<const PageId> list, unsigned r, std::span<const PageId> reference,
              Sink&& sink, Literal&& literal);

  // What a list costs by itself is known once for all references, because a literal is written
  // relative to its page and to the page before it, copied or not.
  //
  //   codec.set_list(list);
  //   codec.match(reference);
  //   codec.copy_cost(literal_bits, field_cost)   bits of all but degree and reference
  void set_list(std::span<const PageId> list);
  void match(std::span<const PageId> reference);
  // For the reference of the last match(). `field_cost(field, value)` tells bits.
  template <class FieldCost>
  [[nodiscard]] uint64_t copy_cost(std::span<const uint32_t> literal_bits, FieldCost&& field_cost);

  template <class Fetch>
  static bool decode(const Codes& codes, BitReader& reader, uint64_t end, uint32_t page,
                     uint32_t degree, uint64_t pages, Fetch&& fetch, PageId* out, PageRoom& room,
                     Budget* budget = nullptr);

 private:
  struct Pair {
    uint32_t in_reference;
    uint32_t in_list;
  };
  struct Segment {
    uint32_t skip;
    uint32_t insert;
    uint32_t copy;
  };
  static constexpr uint32_t kAbsent = 0xFFFFFFFF;

  [[nodiscard]] uint32_t place(PageId target) const {
    size_t slot = (index(target) * 0x9E3779B1U) >> shift_;
    while (slots_[slot].place != kAbsent && slots_[slot].target != index(target)) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slots_[slot].place;
  }
  // Longest common subsequence of the prepared list and the matched reference (all pages differ, so
  // it is the longest increasing subsequence of places), as segments.
  void align(size_t list_size);
  template <class Sink, class Literals>
  void tell_segments(Sink&& sink, Literals&& literals) const;

  struct Slot {
    uint32_t target = 0;
    uint32_t place = kAbsent;
  };
  std::vector<Slot> slots_ = std::vector<Slot>(2);
  unsigned shift_ = 31;
  std::vector<Pair> matches_;
  std::vector<uint32_t> tails_;
  std::vector<uint32_t> before_;
  std::vector<Pair> aligned_;
  std::vector<Segment> segments_;
};

// --- the bodies ------------------------------------------------------------------------------

template <class Sink, class Literal>
void OrderedCodec::encode(std::span<const PageId> list, unsigned r,
                          std::span<const PageId> reference, Sink&& sink, Literal&& literal) {
  sink(kDegree, list.size());
  if (list.empty()) return;
  sink(kReference, r);
  const auto literals = [&](size_t begin, size_t count) {
    for (size_t k = begin; k < begin + count; ++k) literal(k);
  };
  if (r == 0) return literals(0, list.size());
  match(reference);
  align(list.size());
  tell_segments(sink, literals);
}

// Tells `literals(begin, count)` where literals stand between the numbers.
template <class Sink, class Literals>
void OrderedCodec::tell_segments(Sink&& sink, Literals&& literals) const {
  const size_t last = segments_.size() - 1;
  sink(kSegmentCount, last);
  uint32_t list_at = 0;
  for (size_t i = 0; i <= last; ++i) {
    const Segment& segment = segments_[i];
    if (i > 0) {
      sink(kSkip, segment.skip);
      sink(kInsert, segment.insert);
      literals(list_at, segment.insert);
    }
    if (i < last) i == 0 ? sink(kFirstCopy, segment.copy) : sink(kCopy, segment.copy - 1);
    list_at += segment.insert + segment.copy;
  }
}

template <class FieldCost>
uint64_t OrderedCodec::copy_cost(std::span<const uint32_t> literal_bits, FieldCost&& field_cost) {
  align(literal_bits.size());
  uint64_t cost = 0;
  tell_segments([&](Field field, uint64_t value) { cost += field_cost(field, value); },
                [&](uint32_t begin, uint32_t count) {
                  for (const uint32_t bits : literal_bits.subspan(begin, count)) cost += bits;
                });
  return cost;
}

template <class Fetch>
bool OrderedCodec::decode(const Codes& codes, BitReader& reader, uint64_t end, uint32_t page,
                          uint32_t degree, uint64_t pages, Fetch&& fetch, PageId* out,
                          PageRoom& /*room*/, Budget* budget) {
  const auto take = [&](Field field) { return codes.fields[field].take(reader); };
  PageId* const out_end = out + degree;
  uint64_t previous = page;
  const auto literals = [&](uint64_t count) {
    if (count > static_cast<uint64_t>(out_end - out)) return false;
    return in_pieces(0, count, budget, [&](uint64_t i, uint64_t piece_end) {
      for (; i < piece_end; ++i) {
        previous = codes.literals.take(reader, page, previous);
        if (previous >= pages || reader.is_beyond(end)) return false;
        *out++ = page_id(previous);
      }
      return true;
    });
  };
  const uint64_t r = take(kReference);
  if (r == 0) return literals(degree) && reader.position() <= end;

  std::span<const PageId> reference;
  if (r > kWindow || r > page || !fetch(static_cast<uint32_t>(r), reference)) return false;
  const PageId* from = reference.data();
  const PageId* const from_end = from + reference.size();
  const auto copy = [&](uint64_t count) {
    if (count > static_cast<uint64_t>(from_end - from) ||
        count > static_cast<uint64_t>(out_end - out)) {
      return false;
    }
    if (count == 0) return true;
    copy_pages(from, count, out);
    from += count;
    out += count;
    previous = index(out[-1]);
    return true;
  };
  const uint64_t last = take(kSegmentCount);
  for (uint64_t i = 0; i <= last; ++i) {
    if (i > 0) {
      const uint64_t skip = take(kSkip);
      if (skip > static_cast<uint64_t>(from_end - from)) return false;
      from += skip;
      if (!literals(take(kInsert))) return false;
    }
    const uint64_t left_over = static_cast<uint64_t>(out_end - out);
    if (!copy(i == last ? left_over : i == 0 ? take(kFirstCopy) : take(kCopy) + 1)) return false;
    if (reader.is_beyond(end)) return false;
  }
  return reader.position() <= end;
}

}  // namespace cocite::graph

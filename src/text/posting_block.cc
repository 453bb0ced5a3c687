#include "text/posting_block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/assert.h"

namespace cocite::text {

namespace {

constexpr size_t kHeaderBytes = 4;
constexpr unsigned kTextWidthMask = 0x1F;
constexpr unsigned kLessOne = 0x20;
constexpr unsigned kHasTitle = 0x40;
constexpr unsigned kHasAnchors = 0x80;
constexpr unsigned kMaxWidth = 32;

using Lanes = uint32_t __attribute__((vector_size(16)));

[[nodiscard]] size_t packed_bytes(unsigned width, uint32_t count) {
  return (size_t{width} * count + 7) / 8;
}

// 32 rows of four numbers of kWidth bits.
template <unsigned kWidth>
void unpack_lanes(const uint8_t* in, uint32_t* out) {
  if constexpr (kWidth == 0) {
    std::memset(out, 0, kBlockPostings * sizeof(uint32_t));
  } else {
    constexpr uint32_t kMask = kWidth == 32 ? ~uint32_t{0} : (uint32_t{1} << (kWidth % 32)) - 1;
    const auto word = [&](unsigned i) {
      Lanes lanes;
      std::memcpy(&lanes, in + i * sizeof(Lanes), sizeof lanes);
      return lanes;
    };
    const auto row = [&](auto r) {
      constexpr unsigned kBit = decltype(r)::value * kWidth;
      constexpr unsigned kShift = kBit % 32;
      Lanes lanes = word(kBit / 32) >> kShift;
      if constexpr (kShift + kWidth > 32) lanes |= word(kBit / 32 + 1) << (32 - kShift);
      lanes &= kMask;
      std::memcpy(out + decltype(r)::value * 4, &lanes, sizeof lanes);
    };
    [&]<unsigned... kRows>(std::integer_sequence<unsigned, kRows...>) {
      (row(std::integral_constant<unsigned, kRows>{}), ...);
    }
    (std::make_integer_sequence<unsigned, 32>{});
  }
}

using Unpack = void (*)(const uint8_t*, uint32_t*);
template <unsigned... kWidths>
constexpr std::array<Unpack, sizeof...(kWidths)> unpackers(
    std::integer_sequence<unsigned, kWidths...>) {
  return {&unpack_lanes<kWidths>...};
}
constexpr auto kUnpack = unpackers(std::make_integer_sequence<unsigned, kMaxWidth + 1>{});

// Fewer than 128, one after the other. May look at up to 8 bytes beyond `in`'s last: those are
// copied first where they could lie beyond `end`.
void unpack_few(const uint8_t* in, unsigned width, uint32_t count, const uint8_t* end,
                uint32_t* out) {
  std::array<uint8_t, kBlockPostings * 4 + 8> copy;
  const size_t bytes = packed_bytes(width, count);
  if (static_cast<size_t>(end - in) < bytes + 8) {
    std::memcpy(copy.data(), in, bytes);
    std::memset(copy.data() + bytes, 0, 8);
    in = copy.data();
  }
  const uint64_t mask = width == 0 ? 0 : ~uint64_t{0} >> (64 - width);
  for (uint32_t i = 0; i < count; ++i) {
    const size_t bit = size_t{i} * width;
    uint64_t word = 0;
    std::memcpy(&word, in + bit / 8, sizeof word);
    out[i] = static_cast<uint32_t>((word >> (bit % 8)) & mask);
  }
}

void pack_lanes(const uint32_t* values, unsigned width, std::string& out) {
  std::array<uint32_t, kBlockPostings> words{};  // word w of lane j at 4 w + j
  for (uint32_t i = 0; i < kBlockPostings; ++i) {
    const unsigned bit = i / 4 * width;
    const size_t at = bit / 32 * 4 + i % 4;
    const uint64_t bits = uint64_t{values[i]} << (bit % 32);
    words[at] |= static_cast<uint32_t>(bits);
    if (bit % 32 + width > 32) words[at + 4] |= static_cast<uint32_t>(bits >> 32);
  }
  out.append(reinterpret_cast<const char*>(words.data()), packed_bytes(width, kBlockPostings));
}

void pack_few(const uint32_t* values, unsigned width, uint32_t count, std::string& out) {
  uint64_t word = 0;
  unsigned used = 0;
  for (uint32_t i = 0; i < count; ++i) {
    word |= uint64_t{values[i]} << used;
    for (used += width; used >= 8; used -= 8) {
      out.push_back(static_cast<char>(word & 0xFF));
      word >>= 8;
    }
  }
  if (used > 0) out.push_back(static_cast<char>(word));
}

// The width at which `count` numbers and their exceptions take the fewest bytes.
[[nodiscard]] unsigned best_width(std::span<const uint32_t> values) {
  std::array<uint32_t, kMaxWidth + 1> of_width{};
  for (const uint32_t value : values) ++of_width[static_cast<unsigned>(std::bit_width(value))];
  unsigned widest = kMaxWidth;
  while (widest > 0 && of_width[widest] == 0) --widest;
  unsigned best = 0;
  size_t best_bytes = ~size_t{0};
  for (unsigned width = 0; width <= widest; ++width) {
    size_t bytes = packed_bytes(width, static_cast<uint32_t>(values.size()));
    for (unsigned wider = width + 1; wider <= widest; ++wider) {
      bytes += of_width[wider] * (1 + size_t{(wider - width + 6) / 7});
    }
    if (bytes < best_bytes) {
      best = width;
      best_bytes = bytes;
    }
  }
  return best;
}

struct Exceptions {
  uint32_t count = 0;
  std::array<uint8_t, kBlockPostings> places;
  std::array<uint32_t, kBlockPostings> high;

  void append(std::string& out) const {
    out.append(reinterpret_cast<const char*>(places.data()), count);
    for (uint32_t i = 0; i < count; ++i) append_number(high[i], out);
  }
};

// Cuts the values down to `width` bits and keeps what was cut off.
void take_high_bits(std::span<uint32_t> values, unsigned width, Exceptions& exceptions) {
  if (width >= 32) return;
  for (uint32_t i = 0; i < values.size(); ++i) {
    const uint32_t high = values[i] >> width;
    if (high == 0) continue;
    exceptions.places[exceptions.count] = static_cast<uint8_t>(i);
    exceptions.high[exceptions.count++] = high;
    values[i] &= (uint32_t{1} << width) - 1;
  }
}

void append_packed(std::span<const uint32_t> values, unsigned width, std::string& out) {
  if (values.size() == kBlockPostings) {
    pack_lanes(values.data(), width, out);
  } else {
    pack_few(values.data(), width, static_cast<uint32_t>(values.size()), out);
  }
}

void append_field(std::span<const Posting> postings, uint32_t FieldCounts::*field,
                  std::string& out) {
  std::array<uint8_t, kBlockPostings / 8> bits{};
  for (size_t i = 0; i < postings.size(); ++i) {
    if (postings[i].counts.*field > 0) bits[i / 8] |= static_cast<uint8_t>(1U << (i % 8));
  }
  out.append(reinterpret_cast<const char*>(bits.data()), (postings.size() + 7) / 8);
  for (const Posting& posting : postings) {
    const uint32_t count = posting.counts.*field;
    if (count > 0) append_number(count - 1, out);
  }
}

[[nodiscard]] const uint8_t* read_field(const uint8_t* at, const uint8_t* end, uint32_t count,
                                        std::array<uint32_t, kBlockPostings>& out) {
  const size_t bytes = (count + 7) / 8;
  if (static_cast<size_t>(end - at) < bytes) return nullptr;
  std::array<uint64_t, kBlockPostings / 64> words{};
  std::memcpy(words.data(), at, bytes);
  at += bytes;
  std::memset(out.data(), 0, count * sizeof(uint32_t));
  for (uint32_t word = 0; word < words.size(); ++word) {
    for (uint64_t bits = words[word]; bits != 0; bits &= bits - 1) {
      const uint32_t i = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
      if (i >= count) return nullptr;
      if (at < end && *at < 0x80) {  // nearly always
        out[i] = uint32_t{*at++} + 1;
        continue;
      }
      uint64_t value = 0;
      at = take_number(at, end, value);
      if (at == nullptr || value >= ~uint32_t{0}) return nullptr;
      out[i] = static_cast<uint32_t>(value + 1);
    }
  }
  return at;
}

// Adds the high bits to what was unpacked. nullptr: not such a list.
[[nodiscard]] const uint8_t* read_exceptions(const uint8_t* at, const uint8_t* end,
                                             uint32_t exceptions, unsigned width, uint32_t count,
                                             uint32_t* values) {
  if (exceptions == 0) return at;
  if (exceptions > count || static_cast<size_t>(end - at) < exceptions) return nullptr;
  const uint8_t* const places = at;
  at += exceptions;
  for (uint32_t i = 0; i < exceptions; ++i) {
    uint64_t high = 0;
    at = take_number(at, end, high);
    if (at == nullptr || places[i] >= count || width >= 32 || high >> (32 - width) != 0) {
      return nullptr;
    }
    values[places[i]] |= static_cast<uint32_t>(high << width);
  }
  return at;
}

[[nodiscard]] bool unpack(const uint8_t* in, const uint8_t* end, unsigned width, uint32_t count,
                          uint32_t* out) {
  if (width > kMaxWidth || static_cast<size_t>(end - in) < packed_bytes(width, count)) return false;
  if (count == kBlockPostings) {
    kUnpack[width](in, out);
  } else {
    unpack_few(in, width, count, end, out);
  }
  return true;
}

// 128 gaps become documents, four at a time. False where the last one would be `limit` or above: no sum before it wraps unless
// the last one does.
[[nodiscard]] bool add_up_gaps(uint32_t base, uint64_t limit, uint32_t* docs) {
  Lanes before = Lanes{} + (base - 1);
  Lanes low_halves{};
  Lanes high_halves{};
  for (uint32_t i = 0; i < kBlockPostings; i += 4) {
    Lanes gaps;
    std::memcpy(&gaps, docs + i, sizeof gaps);
    low_halves += gaps & 0xFFFF;
    high_halves += gaps >> 16;
    gaps += 1;
    gaps += __builtin_shufflevector(Lanes{}, gaps, 0, 4, 5, 6);
    gaps += __builtin_shufflevector(Lanes{}, gaps, 0, 1, 4, 5);
    gaps += before;
    std::memcpy(docs + i, &gaps, sizeof gaps);
    before = __builtin_shufflevector(gaps, gaps, 3, 3, 3, 3);
  }
  uint64_t last = uint64_t{base} + kBlockPostings;
  for (int lane = 0; lane < 4; ++lane) {
    last += low_halves[lane] + (uint64_t{high_halves[lane]} << 16);
  }
  return last <= limit;
}

}  // namespace

void append_number(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

const uint8_t* take_number(const uint8_t* at, const uint8_t* end, uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
    const uint8_t byte = *at++;
    if (shift == 63 && byte > 1) return nullptr;
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return at;
  }
  return nullptr;
}

void append_block(std::span<const Posting> postings, uint32_t base, std::string& out) {
  COCITE_ASSERT(!postings.empty() && postings.size() <= kBlockPostings,
                "a block has 1 to 128 postings");
  const size_t count = postings.size();
  std::array<uint32_t, kBlockPostings> docs;
  std::array<uint32_t, kBlockPostings> texts;
  uint32_t next = base;
  uint32_t least_text = ~uint32_t{0};
  bool has_title = false;
  bool has_anchors = false;
  for (size_t i = 0; i < count; ++i) {
    docs[i] = postings[i].doc - next;
    next = postings[i].doc + 1;
    texts[i] = postings[i].counts.text;
    least_text = std::min(least_text, texts[i]);
    has_title = has_title || postings[i].counts.title > 0;
    has_anchors = has_anchors || postings[i].counts.anchors > 0;
  }
  if (least_text > 0) {
    for (size_t i = 0; i < count; ++i) --texts[i];
  }
  const std::span doc_span(docs.data(), count);
  const std::span text_span(texts.data(), count);
  const unsigned doc_width = best_width(doc_span);
  const unsigned text_width = std::min(best_width(text_span), kTextWidthMask);
  Exceptions doc_exceptions;
  Exceptions text_exceptions;
  take_high_bits(doc_span, doc_width, doc_exceptions);
  take_high_bits(text_span, text_width, text_exceptions);
  out.push_back(static_cast<char>(doc_width));
  out.push_back(static_cast<char>(text_width | (least_text > 0 ? kLessOne : 0) |
                                  (has_title ? kHasTitle : 0) | (has_anchors ? kHasAnchors : 0)));
  out.push_back(static_cast<char>(doc_exceptions.count));
  out.push_back(static_cast<char>(text_exceptions.count));
  append_packed(doc_span, doc_width, out);
  append_packed(text_span, text_width, out);
  doc_exceptions.append(out);
  text_exceptions.append(out);
  if (has_title) append_field(postings, &FieldCounts::title, out);
  if (has_anchors) append_field(postings, &FieldCounts::anchors, out);
}

bool decode_docs(const uint8_t* begin, const uint8_t* end, uint32_t base, uint32_t count,
                 uint64_t limit, PostingBlock& block) {
  if (end - begin < static_cast<ptrdiff_t>(kHeaderBytes) || count > kBlockPostings) return false;
  const unsigned width = begin[0];
  const uint8_t* at = begin + kHeaderBytes;
  if (!unpack(at, end, width, count, block.docs.data())) return false;
  if (begin[2] != 0) {
    at += packed_bytes(width, count) + packed_bytes(begin[1] & kTextWidthMask, count);
    if (at > end ||
        read_exceptions(at, end, begin[2], width, count, block.docs.data()) == nullptr) {
      return false;
    }
  }
  block.size = count;
  if (count == kBlockPostings) return add_up_gaps(base, limit, block.docs.data());
  // In 64 bits, so that nothing wraps: all rise, and the last one is the largest.
  uint64_t next = base;
  for (uint32_t i = 0; i < count; ++i) {
    next += block.docs[i];
    block.docs[i] = static_cast<uint32_t>(next++);
  }
  return next <= limit;
}

bool decode_counts(const uint8_t* begin, const uint8_t* end, PostingBlock& block) {
  const uint32_t count = block.size;
  const unsigned doc_width = begin[0];
  const unsigned text_width = begin[1] & kTextWidthMask;
  const uint8_t* at = begin + kHeaderBytes + packed_bytes(doc_width, count);
  if (at > end || !unpack(at, end, text_width, count, block.text.data())) return false;
  at += packed_bytes(text_width, count);
  if (begin[2] != 0) {  // over the exceptions of documents, read before
    if (end - at < begin[2]) return false;
    at += begin[2];
    for (uint32_t i = 0; i < begin[2]; ++i) {
      uint64_t ignored = 0;
      at = take_number(at, end, ignored);
      if (at == nullptr) return false;
    }
  }
  at = read_exceptions(at, end, begin[3], text_width, count, block.text.data());
  if (at == nullptr) return false;
  if ((begin[1] & kLessOne) != 0) {
    for (uint32_t i = 0; i < count; ++i) ++block.text[i];
  }
  block.has_title = (begin[1] & kHasTitle) != 0;
  block.has_anchors = (begin[1] & kHasAnchors) != 0;
  if (block.has_title) {
    at = read_field(at, end, count, block.title);
    if (at == nullptr) return false;
  }
  if (block.has_anchors) {
    at = read_field(at, end, count, block.anchors);
    if (at == nullptr) return false;
  }
  return true;
}

void append_numbers(std::span<const uint32_t> numbers, std::string& out) {
  COCITE_ASSERT(numbers.size() <= kBlockPostings, "at most 128 numbers are packed together");
  std::array<uint32_t, kBlockPostings> low;
  std::ranges::copy(numbers, low.begin());
  const std::span low_bits(low.data(), numbers.size());
  const unsigned width = best_width(low_bits);
  Exceptions exceptions;
  take_high_bits(low_bits, width, exceptions);
  out.push_back(static_cast<char>(width));
  out.push_back(static_cast<char>(exceptions.count));
  append_packed(low_bits, width, out);
  exceptions.append(out);
}

const uint8_t* decode_numbers(const uint8_t* at, const uint8_t* end, uint32_t count,
                              uint32_t* out) {
  if (end - at < 2 || count > kBlockPostings) return nullptr;
  const unsigned width = at[0];
  const uint32_t exceptions = at[1];
  at += 2;
  if (!unpack(at, end, width, count, out)) return nullptr;
  return read_exceptions(at + packed_bytes(width, count), end, exceptions, width, count, out);
}

}  // namespace cocite::text

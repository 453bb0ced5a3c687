// Up to 128 postings of a term: in which documents it stands, how often in which field.
//
//   block: doc width u8 | text width and flags u8 | doc exceptions u8 | text exceptions u8 |
//          docs | texts | exceptions of docs | exceptions of texts | titles | anchors
//
// docs are gaps (document less the one before, less one), texts the counts in the text, both in
// `width` bits each; a number that is too wide leaves its low bits there and its high ones with the
// exceptions (place u8 ..., then high bits as LEB128 ...). 128 numbers lie in four lanes, number i
// in lane i % 4, the 32-bit words of the lanes in turn, so that four are unpacked at once; fewer
// lie one after the other, lowest bit first. Flags of the second byte: 0x20 one was taken off every
// count, 0x40 titles, 0x80 anchors follow: a bit per posting (bytes), and for each one the count
// less one as LEB128. Byte by byte: docs/formats/words.md.
//
// Pure functions on bytes; any thread. Reading never goes beyond `end`, whatever the bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cocite::text {

inline constexpr uint32_t kBlockPostings = 128;
inline constexpr uint32_t kMaxTitleTerms = (1U << 12) - 1;
inline constexpr uint32_t kMaxTextTerms = (1U << 20) - 1;

// How often a term occurs in each field of a document; also how many terms a document's fields
// have. In 64 bits: text 20, title 12, anchors 32, lowest first.
struct FieldCounts {
  uint32_t title = 0;
  uint32_t text = 0;
  uint32_t anchors = 0;

  [[nodiscard]] uint32_t content() const { return title + text; }
  [[nodiscard]] uint64_t packed() const {
    return uint64_t{text} | uint64_t{title} << 20 | uint64_t{anchors} << 32;
  }
  [[nodiscard]] static FieldCounts unpack(uint64_t packed) {
    return {.title = static_cast<uint32_t>(packed >> 20) & kMaxTitleTerms,
            .text = static_cast<uint32_t>(packed) & kMaxTextTerms,
            .anchors = static_cast<uint32_t>(packed >> 32)};
  }
  // In any field.
  [[nodiscard]] uint64_t all() const { return uint64_t{title} + text + anchors; }
  friend bool operator==(const FieldCounts&, const FieldCounts&) = default;
};

// Where the terms of a document stand: title, text and anchors are counted through, with one place
// left free after the title, the text and each anchor.
[[nodiscard]] inline uint32_t first_of_text(const FieldCounts& lengths) {
  return lengths.title + 1;
}
[[nodiscard]] inline uint32_t first_of_anchors(const FieldCounts& lengths) {
  return first_of_text(lengths) + lengths.text + 1;
}

struct Posting {
  uint32_t doc = 0;
  FieldCounts counts;
  friend bool operator==(const Posting&, const Posting&) = default;
};

// A block taken apart. title and anchors are filled only where the flag says so.
struct PostingBlock {
  uint32_t size = 0;
  bool has_title = false;
  bool has_anchors = false;
  alignas(64) std::array<uint32_t, kBlockPostings> docs;
  alignas(64) std::array<uint32_t, kBlockPostings> text;
  alignas(64) std::array<uint32_t, kBlockPostings> title;
  alignas(64) std::array<uint32_t, kBlockPostings> anchors;

  [[nodiscard]] FieldCounts counts(uint32_t i) const {
    return {.title = has_title ? title[i] : 0,
            .text = text[i],
            .anchors = has_anchors ? anchors[i] : 0};
  }
};

// Appends the block. `base`: the first document that could come, the last one before plus one.
// REQUIRES: 1 to 128 postings, documents rising from `base` on, no posting without a count.
void append_block(std::span<const Posting> postings, uint32_t base, std::string& out);

// The documents of a block of `count` postings. False if these bytes are not valid, or if a document
// would be `limit` or above.
[[nodiscard]] bool decode_docs(const uint8_t* begin, const uint8_t* end, uint32_t base,
                               uint32_t count, uint64_t limit, PostingBlock& block);
// The counts of the same block. REQUIRES: decode_docs() of the same bytes was true.
[[nodiscard]] bool decode_counts(const uint8_t* begin, const uint8_t* end, PostingBlock& block);

// Up to 128 numbers: width u8 | exceptions u8 | numbers | exceptions, as above.
void append_numbers(std::span<const uint32_t> numbers, std::string& out);
// `count` of them into `out`; what is behind them, or nullptr if these bytes are not valid.
[[nodiscard]] const uint8_t* decode_numbers(const uint8_t* at, const uint8_t* end, uint32_t count,
                                            uint32_t* out);

// LEB128. take_number returns nullptr when it does not end before `end` or is over 64 bits.
void append_number(uint64_t value, std::string& out);
[[nodiscard]] const uint8_t* take_number(const uint8_t* at, const uint8_t* end, uint64_t& value);

}  // namespace cocite::text

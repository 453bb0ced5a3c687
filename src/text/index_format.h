// What the sections of an index hold; byte by byte in docs/formats/words.md.
//
//   meta      one IndexMeta
//   terms.*   the terms, sorted (file/string_table.h); number in it = number of the term
//   lists     per term: documents df | less: those without title and text | [first skip] | blocks
//   offsets   where each list begins (Elias-Fano), and the last one ends
//   skips     per block of a list with more than 128 postings: a SkipEntry
//   docs      the page of each document (Elias-Fano): a page without words is not a document
//   lengths, long-lengths   per document: how many terms each field has (lengths.h)
//   positions where each term occurs in each document, term by term, block by block (positions.h)
//   position-offsets  where those of each term begin (Elias-Fano), and the last ones end
//   position-skips    per SkipEntry: where those of the block begin, from the first of the term, u32
//   content   a bit per document: has it title or text?
//   frequent  per class of frequent terms, per document: how much of its vector (log) they are, u8
//   norms     per document with content: lengths of its two tf idf vectors (count, log), f64
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "text/scoring.h"

namespace cocite::text {

inline constexpr const char* kIndexKind = "word";
inline constexpr uint64_t kIndexVersion = 3;

// Classes of frequent terms, each with those before it: idf below 2, 3, 4, 5 (in more than
// 13.5, 5, 1.8, 0.7 % of the pages). A page's vector is mostly the other terms, its postings mostly
// these.
inline constexpr std::array<double, 4> kFrequentIdf = {2, 3, 4, 5};
// A share from 0 to 1 in a byte, rounded up.
inline constexpr double kShareUnit = 255;

struct IndexMeta {
  uint64_t version = kIndexVersion;
  uint64_t pages = 0;          // of the store
  uint64_t documents = 0;      // pages with any field
  uint64_t content_pages = 0;  // pages with title or text
  uint64_t terms = 0;
  uint64_t postings = 0;
  std::array<uint64_t, 3> field_pages{};  // that have title, text, anchors
  std::array<uint64_t, 3> field_terms{};  // terms of all of them
  std::array<char, 32> stem{};            // "english"; zeros behind
};
static_assert(sizeof(IndexMeta) == 12 * 8 + 32);

[[nodiscard]] inline AverageLengths average_lengths(const IndexMeta& meta) {
  const auto average = [&](size_t field) {
    return meta.field_pages[field] == 0 ? 1.0
                                        : static_cast<double>(meta.field_terms[field]) /
                                              static_cast<double>(meta.field_pages[field]);
  };
  return {.title = average(0), .text = average(1), .anchors = average(2)};
}

// What a block can give at most, and where it is.
struct SkipEntry {
  uint32_t last_doc = 0;
  uint32_t offset = 0;       // of the block, from the first block of the list
  float x = 0;               // at least every bm25 x
  uint16_t count_share = 0;  // at least every tf / norm, as the upper half of a float
  uint16_t log_share = 0;    // at least every (1 + ln tf) / norm
};
static_assert(sizeof(SkipEntry) == 16);

// The least float that is not below.
[[nodiscard]] inline float float_above(double value) {
  auto result = static_cast<float>(value);
  if (static_cast<double>(result) < value) {
    result = std::nextafter(result, std::numeric_limits<float>::infinity());
  }
  return result;
}

// The upper 16 bits of the least such float that is not below. REQUIRES: value >= 0.
[[nodiscard]] inline uint16_t half_above(double value) {
  const auto bits = std::bit_cast<uint32_t>(float_above(value));
  return static_cast<uint16_t>((bits >> 16) + ((bits & 0xFFFFU) != 0 ? 1 : 0));
}

[[nodiscard]] inline float from_half(uint16_t half) {
  return std::bit_cast<float>(uint32_t{half} << 16);
}

}  // namespace cocite::text

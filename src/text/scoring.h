// The numbers of the two models, by the letter of their formulas, in one place: what the index's
// bounds are made from and what answers are scored with.
//
//   bm25:   x(t,d) = sum over fields of w tf / (1 - b + b len / avglen)
//           score  = sum over t of ln(1 + (N - df + 0.5) / (df + 0.5)) x / (1.2 + x)
//   vector: cosine of the tf idf vectors of title and text together; idf = ln(N / df), tf the count
//           or 1 + ln(count)
#pragma once

#include <cmath>
#include <cstdint>

#include "text/posting_block.h"

namespace cocite::text {

enum class TfKind : uint8_t { kCount, kLog };

struct FieldWeight {
  double weight;
  double b;
};
inline constexpr FieldWeight kTitleWeight{3, 0.4};
inline constexpr FieldWeight kTextWeight{1, 0.75};
inline constexpr FieldWeight kAnchorsWeight{2, 0.75};
inline constexpr double kSaturation = 1.2;

// How long a field is on average, over the pages that have it.
struct AverageLengths {
  double title = 1;
  double text = 1;
  double anchors = 1;
};

[[nodiscard]] inline double field_share(FieldWeight field, uint32_t count, uint32_t length,
                                        double average) {
  return field.weight * count / (1 - field.b + field.b * length / average);
}

[[nodiscard]] inline double bm25_x(const FieldCounts& counts, const FieldCounts& lengths,
                                   const AverageLengths& averages) {
  double x = 0;
  if (counts.title > 0) {
    x += field_share(kTitleWeight, counts.title, lengths.title, averages.title);
  }
  if (counts.text > 0) {
    x += field_share(kTextWeight, counts.text, lengths.text, averages.text);
  }
  if (counts.anchors > 0) {
    x += field_share(kAnchorsWeight, counts.anchors, lengths.anchors, averages.anchors);
  }
  return x;
}

[[nodiscard]] inline double bm25_idf(uint64_t pages, uint64_t df) {
  return std::log(1 + (static_cast<double>(pages - df) + 0.5) / (static_cast<double>(df) + 0.5));
}

// REQUIRES: 0 < df <= pages.
[[nodiscard]] inline double vector_idf(uint64_t pages, uint64_t df) {
  return std::log(static_cast<double>(pages) / static_cast<double>(df));
}

[[nodiscard]] inline double tf_weight(TfKind kind, uint32_t count) {
  if (count == 0) return 0;
  return kind == TfKind::kCount ? static_cast<double>(count) : 1 + std::log(count);
}

}  // namespace cocite::text

// What a posting adds to the score of a document, in floats: near enough to tell which documents
// are out of the race (search.cc); those left are scored exactly. And what a list, or several, can
// give at most.
//
//   Bm25 scorer(index, request);
//   if (!scorer.begin(first, last)) return index.damage();  // documents [first, last) of a window
//   scorer.for_each(block, 0, block.size, weight, [&](uint32_t doc, float share) { … });
//
// Bm25 and Cosine have the same functions; search takes either as a template parameter, so that
// nothing is called through a pointer per posting. One thread at a time.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "text/index.h"
#include "text/scoring.h"
#include "text/search.h"

namespace cocite::text {

// Documents that are looked at together.
inline constexpr uint32_t kWindow = 4096;
// Sums of floats may be off by this much; bounds are taken that much larger.
inline constexpr double kFloatError = 1e-4;

// What a term that occurs once in a field of some length gives to x. Of the lengths that nearly all
// fields have it is known beforehand: a division takes longer than all the rest of a posting.
class FieldShares {
 public:
  FieldShares(FieldWeight field, double average) : field_(field), average_(average) {
    for (uint32_t length = 0; length < known_.size(); ++length) known_[length] = compute(length);
  }
  [[nodiscard]] float operator[](uint32_t length) const {
    return length < known_.size() ? known_[length] : compute(length);
  }

 private:
  [[nodiscard]] float compute(uint32_t length) const {
    return static_cast<float>(field_share(field_, 1, length, average_));
  }
  FieldWeight field_;
  double average_;
  std::array<float, 1024> known_;
};

class Bm25 {
 public:
  static constexpr bool kOrderByIdf = false;
  Bm25(const Index& index, const Request& /*request*/)
      : lengths_(&index.lengths()),
        title_(kTitleWeight, index.averages().title),
        text_(kTextWeight, index.averages().text),
        anchors_(kAnchorsWeight, index.averages().anchors) {}
  // Documents [first, last) will be asked for.
  [[nodiscard]] bool look_at(uint32_t first, uint32_t last) const {
    return lengths_->is_sound(first, last);
  }
  // The same, of a window.
  [[nodiscard]] bool begin(uint32_t first, uint32_t last) const { return look_at(first, last); }
  template <class Use>
  void for_each(const PostingBlock& block, uint32_t from, uint32_t to, float weight,
                Use&& use) const {
    const auto each = [&](auto&& x_of) {
      for (uint32_t i = from; i < to; ++i) {
        const uint32_t doc = block.docs[i];
        const float x = x_of(i, (*lengths_)[doc]);
        use(doc, weight * x / (static_cast<float>(kSaturation) + x));
      }
    };
    const auto text = [&](uint32_t i, const FieldCounts& lengths) {
      return static_cast<float>(block.text[i]) * text_[lengths.text];
    };
    const auto title = [&](uint32_t i, const FieldCounts& lengths) {
      return static_cast<float>(block.title[i]) * title_[lengths.title];
    };
    const auto anchors = [&](uint32_t i, const FieldCounts& lengths) {
      return static_cast<float>(block.anchors[i]) * anchors_[lengths.anchors];
    };
    // The text is in nearly all blocks, the title in many of a frequent word, anchors in few.
    if (block.has_title && block.has_anchors) {
      each([&](uint32_t i, const FieldCounts& lengths) {
        return text(i, lengths) + title(i, lengths) + anchors(i, lengths);
      });
    } else if (block.has_title) {
      each([&](uint32_t i, const FieldCounts& lengths) {
        return text(i, lengths) + title(i, lengths);
      });
    } else if (block.has_anchors) {
      each([&](uint32_t i, const FieldCounts& lengths) {
        return text(i, lengths) + anchors(i, lengths);
      });
    } else {
      each(text);
    }
  }
  // What is summed is the score.
  [[nodiscard]] static bool factor(uint32_t /*doc*/, float& factor) {
    factor = 1;
    return true;
  }
  [[nodiscard]] static const float* factors() { return nullptr; }
  [[nodiscard]] static float bound(float weight, const SkipEntry& skip) {
    return weight * skip.x / (static_cast<float>(kSaturation) + skip.x);
  }
  // Without looking at any posting: x / (1.2 + x) is below 1.
  [[nodiscard]] static float bound(float weight, double /*idf*/) { return weight; }
  // What several lists can give together, besides the sum of what each can.
  [[nodiscard]] static float together(double /*squares*/) {
    return std::numeric_limits<float>::infinity();
  }
  [[nodiscard]] static bool has_shares() { return false; }

 private:
  const Lengths* lengths_;
  FieldShares title_;
  FieldShares text_;
  FieldShares anchors_;
};

class Cosine {
 public:
  static constexpr bool kOrderByIdf = true;
  Cosine(const Index& index, const Request& request) : index_(&index), kind_(request.tf) {
    for (uint32_t i = 0; i < tf_.size(); ++i) tf_[i] = static_cast<float>(tf_weight(kind_, i));
  }
  [[nodiscard]] static bool look_at(uint32_t /*first*/, uint32_t /*last*/) { return true; }
  [[nodiscard]] bool begin(uint32_t first, uint32_t last) {
    return index_->inverse_norms(first, last, kind_, factors_.data());
  }
  // By document, from the first one of begin() on.
  [[nodiscard]] const float* factors() const { return factors_.data(); }
  template <class Use>
  void for_each(const PostingBlock& block, uint32_t from, uint32_t to, float weight,
                Use&& use) const {
    if (!block.has_title) {
      for (uint32_t i = from; i < to; ++i) use(block.docs[i], weight * tf(block.text[i]));
      return;
    }
    for (uint32_t i = from; i < to; ++i) {
      use(block.docs[i], weight * tf(block.text[i] + block.title[i]));
    }
  }
  // What is summed is to be divided by the length of the document's vector.
  [[nodiscard]] bool factor(uint32_t doc, float& factor) const {
    double norm = 0;
    if (!index_->norm(doc, kind_, norm)) return false;
    factor = norm > 0 ? static_cast<float>(1 / norm) : 0;
    return true;
  }
  [[nodiscard]] float bound(float weight, const SkipEntry& skip) const {
    return weight * from_half(kind_ == TfKind::kLog ? skip.log_share : skip.count_share);
  }
  // A vector is at least as long as this one part of it, tf idf.
  [[nodiscard]] static float bound(float weight, double idf) {
    return weight / static_cast<float>(idf);
  }
  // The part of the query's vector, of length 1, that these terms are, times a part of the
  // document's, which is no longer than 1 (Cauchy and Schwarz). Of a long query this says far more
  // than the sum of what each list can give: of 250 terms of a page, the 150 most frequent, with
  // nearly all postings, are a tenth of its vector.
  [[nodiscard]] static float together(double squares) {
    return static_cast<float>(std::sqrt(squares) * (1 + kFloatError));
  }
  // Of frequent terms it is known how long that part of the document's vector is.
  [[nodiscard]] bool has_shares() const { return kind_ == TfKind::kLog; }

 private:
  [[nodiscard]] float tf(uint32_t count) const {
    return count < tf_.size() ? tf_[count] : static_cast<float>(tf_weight(kind_, count));
  }
  const Index* index_;
  TfKind kind_;
  std::array<float, 256> tf_;
  std::array<float, kWindow> factors_{};
};

}  // namespace cocite::text

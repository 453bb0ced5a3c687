// Which words stand in this text?
//
//   TermReader reader;
//   reader.read("Größe von Café-Tischen", [&](std::string_view term) { use(term); });
//   // "grösse" "von" "café" "tischen"
//
// Text is folded by Unicode's NFKC_Casefold; a term is a longest run of letters, marks and numbers
// (general categories L, M, N), all else separates. Within a run, characters of scripts that are
// written without spaces (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar; by the property
// Script) give their overlapping pairs, and one alone itself; other characters next to them in the run are
// a term of their own. Terms over 64 bytes are dropped. Broken UTF-8 separates.
//
// ASCII is folded and cut 16 bytes at a time; only what touches another character goes through ICU.
// A reader keeps room to work in: one thread at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::text {

inline constexpr size_t kMaxTermBytes = 64;

// The next longest run of letters, marks and numbers from `at` on, as in the text: terms
// come from within runs. Empty: there is none.
struct TextRun {
  size_t begin = 0;
  size_t end = 0;
};
[[nodiscard]] TextRun next_run(std::string_view text, size_t at);

class TermReader {
 public:
  // Calls use(term) for each term, in order. At least 16 readable bytes follow each term, which is
  // valid until use() returns.
  template <class Use>
  void read(std::string_view text, Use&& use) {
    const bool is_ascii = fold_ascii(text);
    if (is_ascii) {
      cut(0, text.size(), use);
      return;
    }
    for (size_t at = 0; at < text.size();) {
      const Stretch stretch = next_stretch(text, at);
      cut(at, stretch.begin, use);
      if (stretch.begin == stretch.end) break;
      fold_stretch(text.substr(stretch.begin, stretch.end - stretch.begin));
      for (const Piece piece : pieces_) {
        use(std::string_view(wide_.data() + piece.begin, piece.bytes));
      }
      at = stretch.end;
    }
  }

 private:
  // What ICU has to look at: [begin, end); empty: nothing more.
  struct Stretch {
    size_t begin = 0;
    size_t end = 0;
  };
  struct Piece {
    uint32_t begin = 0;
    uint32_t bytes = 0;
  };
  static constexpr size_t kWordBits = 64;

  // Fills folded_, in_term_ and beyond_ascii_; whether all of it is ASCII.
  bool fold_ascii(std::string_view text);
  [[nodiscard]] Stretch next_stretch(std::string_view text, size_t at) const;
  // Fills wide_ and pieces_.
  void fold_stretch(std::string_view stretch);
  void add_run(size_t begin, size_t end);
  void add_piece(size_t begin, size_t end);

  // The terms of folded_[begin, end), all ASCII.
  template <class Use>
  void cut(size_t begin, size_t end, Use& use) const {
    while (begin < end) {
      begin = next_bit(begin, end, 0);
      if (begin >= end) return;
      const size_t stop = next_bit(begin, end, ~uint64_t{0});
      if (stop - begin <= kMaxTermBytes) {
        use(std::string_view(folded_.data() + begin, stop - begin));
      }
      begin = stop;
    }
  }
  // The first place from `at` on whose bit of in_term_ is set (flip = 0) or not (all ones).
  [[nodiscard]] size_t next_bit(size_t at, size_t end, uint64_t flip) const {
    size_t word = at / kWordBits;
    uint64_t bits = (in_term_[word] ^ flip) >> (at % kWordBits);
    if (bits != 0) {
      at += static_cast<size_t>(std::countr_zero(bits));
      return at < end ? at : end;
    }
    for (++word; word * kWordBits < end; ++word) {
      bits = in_term_[word] ^ flip;
      if (bits != 0) {
        at = word * kWordBits + static_cast<size_t>(std::countr_zero(bits));
        return at < end ? at : end;
      }
    }
    return end;
  }

  std::vector<char> folded_;            // the text with A-Z made small
  std::vector<uint64_t> in_term_;       // a bit a byte: an ASCII letter or digit
  std::vector<uint64_t> beyond_ascii_;  // a bit a byte
  std::string wide_;                    // a stretch after NFKC_Casefold
  std::vector<Piece> pieces_;           // terms in wide_
};

}  // namespace cocite::text

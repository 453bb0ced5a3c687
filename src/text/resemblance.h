// How alike are two texts? By the runs of four words that both have.
//
//   ShingleReader reader;
//   const Shingles one = reader.read(text), other = reader.read(text2);
//   resemblance(one, other)          // 1: the same; 0: nothing in common
//
// Broder's resemblance: runs in both, of those in either, each run once. A text of fewer than four
// terms is one run; one without terms has none. A reader is for one thread; the rest for any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/terms.h"

namespace cocite::text {

using Shingles = std::vector<uint64_t>;  // hashes of runs, rising, each once

inline constexpr size_t kShingleTerms = 4;

// The hash of a run of words, from the hashes of its words.
[[nodiscard]] uint64_t shingle_of(std::span<const uint64_t> words);

class ShingleReader {
 public:
  [[nodiscard]] Shingles read(std::string_view text);

 private:
  TermReader terms_;
  std::vector<uint64_t> hashes_;
};

// 0 where one has none.
[[nodiscard]] double resemblance(const Shingles& one, const Shingles& other);

}  // namespace cocite::text

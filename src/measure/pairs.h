// Of two answers to the same page the good one should score more: what learning starts from.
//
//   const Pairs pairs(table, pages);                        // pages: numbers of query pages
//   for (const Pair& pair : pairs.all()) …                  // rows of the table, with a weight
//
// Every query page has the same weight, however many answers it has. Of the wrong answers the first
// kMostWrong count, and of all pairs of a page kMostPairs, drawn by the page's name. Pages without a
// good answer, or without a wrong one, teach nothing. Never changes once made; any number of
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "measure/table.h"

namespace cocite::measure {

struct Pair {
  uint32_t good = 0;  // rows
  uint32_t wrong = 0;
  double weight = 0;
};

class Pairs {
 public:
  static constexpr size_t kMostWrong = 100;
  static constexpr size_t kMostPairs = 2000;

  Pairs(const Table& table, std::span<const size_t> pages);

  [[nodiscard]] std::span<const Pair> all() const { return pairs_; }
  // Query pages that have any.
  [[nodiscard]] size_t pages() const { return pages_; }

 private:
  std::vector<Pair> pairs_;
  size_t pages_ = 0;
};

}  // namespace cocite::measure

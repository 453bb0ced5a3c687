// What pages say apart from what most pages of the site say: text without menus.
//
//   COCITE_TRY(const OwnTexts texts, OwnTexts::make(store, pages, threads, budget));
//   texts.words(3)                     // words of pages[3] that are in no menu
//   texts.groups(0.9)                  // copies: positions of pages, each group with two or more
//
// Runs of four words that are part of a menu do not count. How alike two pages are is the share of their other runs
// that both have (text/resemblance.h). Pairs are found by MinHash: 60 minima of each page in bands of
// six, so that a pair at 0.9 is missed once in 2,000; each pair found is compared exactly. One thread
// makes it with several; then any may read.
//
// Broder, "On the resemblance and containment of documents", 1997; Li, Owen & Zhang, "One Permutation
// Hashing", NIPS 2012; empty bins as in Shrivastava & Li, ICML 2014.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "store/store.h"
#include "text/resemblance.h"

namespace cocite::words {

// Runs of four words that are part of a menu, header or footer: those on more than a fifth of these
// pages that have words, and on at least five of them. Of more than `most` pages, of that many evenly
// among them. Rising. kCancelled once the budget is spent.
[[nodiscard]] Result<text::Shingles> menu_runs(const store::Store& store,
                                               std::span<const PageId> pages, size_t most,
                                               Budget* budget);

// The runs of a page of its host, without those of the host's menus.
[[nodiscard]] text::Shingles without_menus(text::Shingles runs, const text::Shingles& menus);

struct SameTexts {
  std::vector<uint32_t> pages = {};  // positions, rising
  double resemblance = 1;            // the least of a page and the first
};

class OwnTexts {
 public:
  // kCancelled once the budget is spent. REQUIRES: the store has texts.
  [[nodiscard]] static Result<OwnTexts> make(const store::Store& store,
                                             std::span<const PageId> pages, unsigned threads,
                                             Budget* budget);

  [[nodiscard]] uint32_t words(uint32_t position) const { return words_[position]; }
  // Pages that are alike at least this much; pages of fewer than eight words count nowhere.
  [[nodiscard]] Result<std::vector<SameTexts>> groups(double least, Budget* budget) const;

 private:
  static constexpr size_t kBands = 10;
  static constexpr size_t kRows = 6;
  static constexpr size_t kBins = kBands * kRows;
  using Sketch = std::array<uint32_t, kBins>;

  // Whether half of the minima are equal: far fewer than pages have that are alike.
  [[nodiscard]] static bool may_be_alike(const Sketch& one, const Sketch& other);
  [[nodiscard]] Result<double> resemblance(uint32_t one, uint32_t other) const;
  [[nodiscard]] static Sketch sketch_of(const text::Shingles& shingles);

  const store::Store* store_ = nullptr;
  std::span<const PageId> pages_;
  text::Shingles menus_;  // rising
  std::vector<uint32_t> words_;
  std::vector<Sketch> sketches_;
};

}  // namespace cocite::words

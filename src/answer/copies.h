// Which pages say the same as pages before them?
//
//   CopyFinder finder(web, budget);
//   COCITE_TRY(const size_t first, finder.add(page));     // its own number, or that of the page it copies
//
// A copy has the same text: of the runs of four words that are in no menu of their hosts, nine in ten
// are on both pages, which have at least 20 of them (words/own_texts.h). Links never make a copy, since
// pages with one navigation box share most of theirs; pages without text have none. Redirects and
// other aliases of a page are no pages of their own in a store. If many questions are to come, the web
// keeps a sketch of each page, so that most texts are read once. One thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "related/web.h"
#include "text/resemblance.h"

namespace cocite::answer {

// The least runs of a text, enough to tell most texts apart.
struct RunsSketch {
  static constexpr size_t kLeast = 16;
  uint32_t runs = 0;  // of the text; 0: too few to be a copy
  std::array<uint64_t, kLeast> least = {};
};

class CopyFinder {
 public:
  // Both stay while this is used. Once the budget is spent, no more copies are found.
  CopyFinder(const related::Web& web, Budget& budget) : web_(&web), budget_(&budget) {}

  // The page gets the next number, from 0.
  [[nodiscard]] Result<size_t> add(PageId page);

 private:
  class Sketches;
  struct Known {
    PageId page{};
    size_t number = 0;
    RunsSketch sketch = {};
    text::Shingles runs = {};  // empty: not read yet
  };
  [[nodiscard]] Result<text::Shingles> own_runs(PageId page);
  [[nodiscard]] Result<Known> know(PageId page);
  [[nodiscard]] Result<double> resemblance(Known& one, Known& other);

  const related::Web* web_;
  Budget* budget_;
  size_t added_ = 0;
  text::ShingleReader reader_;
  std::shared_ptr<const Sketches> sketches_;  // null: few questions are to come
  std::vector<Known> known_;                  // pages that are no copies
};

}  // namespace cocite::answer

// Which pages say the same as pages before them?
//
//   CopyFinder finder(web, budget);
//   COCITE_TRY(const size_t first, finder.add(page));     // its own number, or that of the page it copies
//
// A copy has the same text: of the runs of four words that are in no menu of their hosts, nine in ten
// are on both pages, which have at least 20 of them (words/own_texts.h). Links never make a copy, since
// pages with one navigation box share most of theirs; pages without text have none. Redirects and
// other aliases of a page are no pages of their own in a store. One thread.
#pragma once

#include <cstddef>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "related/web.h"
#include "text/resemblance.h"

namespace cocite::answer {

class CopyFinder {
 public:
  // Both stay while this is used. Once the budget is spent, no more copies are found.
  CopyFinder(const related::Web& web, Budget& budget) : web_(&web), budget_(&budget) {}

  // The page gets the next number, from 0.
  [[nodiscard]] Result<size_t> add(PageId page);

 private:
  struct Known {
    size_t number;
    text::Shingles runs;
  };
  [[nodiscard]] Result<text::Shingles> own_runs(PageId page);

  const related::Web* web_;
  Budget* budget_;
  size_t added_ = 0;
  text::ShingleReader reader_;
  std::vector<Known> known_;  // pages that are no copies
};

}  // namespace cocite::answer

// HubFinder step by step, for the method and for its trace.
//
//   COCITE_TRY(const HubFinderRun run, run_hub_finder(query));
//   run.steps[1].kept
//
// Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/method.h"

namespace cocite::related {

// How many of n new pages are kept at distance D.
[[nodiscard]] uint64_t hub_finder_keeps(uint64_t n, uint64_t distance, double alpha);

struct HubFinderStep {
  uint64_t discovered = 0;  // in this extension; the first one leaves out the query pages
  uint64_t fresh = 0;       // of these, not in the set before
  uint64_t kept = 0;        // of these, after the trim
  uint64_t total = 0;       // pages in the set after it
};

struct HubFinderRun {
  struct Page {
    PageId page{};
    uint32_t step = 0;  // in which extension it was found; 0: a query page
    double criterion = 0;
    bool is_answer = true;     // false: it is about something else
    bool is_unjudged = false;  // it has no words to judge it by
    double lift = 0;           // its share of links with `first`, where the last trim is by lift
  };
  std::vector<Page> pages;
  std::vector<PageId> first;  // what the first extension found, rising
  std::vector<HubFinderStep> steps;
};

// Ends early, after a whole step, where more would change nothing that is asked for: once `until`
// is in the set, or once query.wanted pages stand before all that later steps can find.
struct HubFinderEnd {
  bool when_wanted_are_found = false;
  const PageId* until = nullptr;
};
[[nodiscard]] Result<HubFinderRun> run_hub_finder(const Query& query, HubFinderEnd end = {});

}  // namespace cocite::related

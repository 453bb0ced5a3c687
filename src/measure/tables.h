// From answers and judgements to the tables of an evaluation.
//
//   Run run{.by = {"blend"}, .queries = {...}, .answers = {{...}}};
//   EvalAnswer answer = make_tables(run, *judge, {.top = 10});
//
// Where the answers come from does not matter: asked for now, or kept from a study. Pure functions;
// any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/eval.h>

#include "base/ids.h"
#include "measure/bootstrap.h"
#include "measure/judge.h"

namespace cocite::measure {

// A method's answer to one query page, best first.
struct Answered {
  std::vector<PageId> pages = {};
  // The first answers as shown, if `pages` lacks the unjudged ones; else empty.
  std::vector<PageId> shown = {};
  double ms = 0;
  std::string used = {};
  std::string why_none = {};
};

struct Run {
  std::vector<std::string> by = {};
  std::vector<PageId> queries = {};
  std::vector<std::vector<Answered>> answers = {};  // [method][query page]
};

struct TableOptions {
  uint64_t top = 10;
  bool skip_unjudged = false;
  Bootstrap::Options bootstrap = {};
};

// Fills by, top, queries (without names and sizes), groups and overlaps.
[[nodiscard]] EvalAnswer make_tables(const Run& run, const Judge& judge,
                                     const TableOptions& options);

// Cohen's kappa of each two raters that have rated an answer both, and Fleiss' of all. `ratings`:
// each rater's last word on each answer (last_words).
[[nodiscard]] std::vector<EvalAgreement> agreements(std::span<const PageRating> ratings,
                                                    std::span<const std::string> raters);

}  // namespace cocite::measure

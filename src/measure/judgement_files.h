// Gold pairs, labels and ratings as people write them down.
//
//   COCITE_TRY(auto pairs, read_gold(text, "gold.tsv"));        // page<TAB>page[<TAB>1|0]
//   COCITE_TRY(auto labels, read_labels(text, "labels.tsv"));   // page<TAB>label
//   COCITE_TRY(auto ratings, read_ratings(text, "mine.tsv"));
//       // query<TAB>answer<TAB>1|0|-[<TAB>rater], or query<TAB>?
//   COCITE_TRY(auto pages, read_pages(text, "queries.txt"));    // a page a line
//
// Empty lines and lines that begin with # are nothing. A line that is not as above ends it all with
// its number and what is wrong: half a judgement file gives wrong figures, not fewer. Whether pages
// exist is for others to find out. Everything points into `text`. See docs/formats/judgements.md.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "measure/rating.h"

namespace cocite::measure {

struct GoldLine {
  std::string_view one;
  std::string_view other;
  bool is_good = true;
  uint64_t line = 0;
};

struct LabelLine {
  std::string_view page;
  std::string_view label;
  uint64_t line = 0;
};

struct RatingLine {
  std::string_view query = {};
  std::string_view answer = {};  // empty: the page is a query page, with or without answers
  Rating rating = Rating::kWrong;
  std::string_view rater = {};  // empty: there is but one
  uint64_t line = 0;
};

struct PageLine {
  std::string_view page;
  uint64_t line = 0;
};

// kInvalidArgument, with `name`, line and reason. A file that says nothing is an error too.
[[nodiscard]] Result<std::vector<GoldLine>> read_gold(std::string_view text,
                                                      const std::string& name);
[[nodiscard]] Result<std::vector<LabelLine>> read_labels(std::string_view text,
                                                         const std::string& name);
[[nodiscard]] Result<std::vector<RatingLine>> read_ratings(std::string_view text,
                                                           const std::string& name);
[[nodiscard]] Result<std::vector<PageLine>> read_pages(std::string_view text,
                                                       const std::string& name);

// A line that says that a page was asked about, with its end: a query page without any answer
// counts too, and no rating could tell of it.
[[nodiscard]] std::string query_line(std::string_view query);

// A line of a ratings file, with its end; "-" for a page that could not be reached.
[[nodiscard]] std::string rating_line(std::string_view query, std::string_view answer,
                                      Rating rating, std::string_view rater);

}  // namespace cocite::measure

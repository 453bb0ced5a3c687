// A blind study as plain data: who asked what, which answers there are, who thinks what of them.
//
//   NewStudy study{.title = "Fruit", .store = "web", .by = {"blend", "lli"}, .queries = {...}};
//   COCITE_TRY(const std::string id, file.add(study));
//
// What raters get to see (Task) knows no method, rank or score: it cannot give away what it does
// not have. Values; each thread its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/rating.h"

namespace cocite::study {

// A page as it is shown; `page` is what identifies it: its key, or what was typed where the store
// does not have it.
struct ShownPage {
  std::string page = {};
  std::string url = {};
  std::string title = {};
};

// What one method said about one query page.
struct MethodAnswer {
  std::vector<ShownPage> pages = {};  // best first; empty: `why_none` says why
  double ms = 0;
  std::string why_none = {};
};

struct QueryPage {
  ShownPage page = {};
  std::vector<MethodAnswer> answers = {};  // in the order of the methods
};

struct NewStudy {
  std::string title = {};
  std::string store = {};
  std::vector<std::string> by = {};
  uint64_t top = 10;
  std::vector<QueryPage> queries = {};
  uint64_t unknown = 0;   // pages left out: not in the graph, and without answers
  uint64_t repeated = 0;  // pages that were named again
  std::vector<std::string> raters = {};
};

// What the owner sees.
struct RaterState {
  std::string name = {};
  std::string secret = {};  // of the link
  uint64_t rated = 0;
};

struct StudyState {
  std::string id = {};
  std::string title = {};
  std::string store = {};
  std::vector<std::string> by = {};
  uint64_t top = 0;
  uint64_t created = 0;  // seconds since 1970
  bool is_closed = false;
  uint64_t queries = 0;
  uint64_t unanswered = 0;  // of these, by every method
  uint64_t items = 0;       // different answers to be rated
  uint64_t unknown = 0;
  uint64_t repeated = 0;
  std::vector<RaterState> raters = {};
};

// The holder of a link's secret.
struct Rater {
  int64_t id = 0;
  int64_t study = 0;
  std::string name = {};
  std::string secret = {};
  std::string title = {};  // of the study
  bool is_closed = false;
};

struct Progress {
  uint64_t items = 0;
  uint64_t rated = 0;
  uint64_t queries = 0;  // that have answers
  uint64_t finished = 0;
};

// A query page and all its answers, in an order that is the rater's own.
struct Task {
  struct Item {
    std::string id = {};
    std::string page = {};  // its key: all there is where names are no addresses
    std::string url = {};
    std::string title = {};
    measure::Rating rating = measure::Rating::kUnjudged;
  };
  Progress progress = {};
  uint64_t place = 0;  // of the query page among the rater's, from 1; 0: everything is rated
  ShownPage query = {};
  std::vector<Item> items = {};
};

// Everything, for results.
struct KeptRating {
  size_t query = 0;  // its place among the queries
  std::string page = {};
  measure::Rating rating = measure::Rating::kWrong;
  std::string rater = {};
};

struct KeptStudy {
  StudyState state = {};
  std::vector<QueryPage> queries = {};
  std::vector<KeptRating> ratings = {};  // by rater, then query page, then page
};

}  // namespace cocite::study

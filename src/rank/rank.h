// How important is each page, whatever is asked? One file per kind of rank, one line in ranks.def.
//
//   COCITE_TRY(const Kind* kind, find_kind("hits-hub"));
//   COCITE_TRY(Scores scores, kind->compute(store, {.threads = 2}));
//   scores.of("hits-hub")[index(page)]
//
// A kind computes one rank, or the two that come from one iteration (authorities and hubs). The
// same store, options and number of threads give the same bits; another number of threads gives the
// same scores up to rounding. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "base/ids.h"
#include "rank/big_array.h"
#include "store/store.h"

namespace cocite::rank {

struct Options {
  double epsilon = 0.15;           // how often the surfer jumps instead of following a link
  double tolerance = 1e-9;         // iterate until the L1 change is below this share of the L1 norm
  uint64_t max_iterations = 1000;  // or for so long
  bool reversed = false;           // the rank of the graph with all links turned round
  LinkWeights weights = LinkWeights::kOnce;           // other than this: graphs of hosts or sites
  std::vector<std::pair<PageId, double>> seeds = {};  // pages and weights; each page at most once
  uint64_t memory_bytes = uint64_t{1} << 32;          // what may be used to hold links unpacked
  unsigned threads = 1;
  std::function<void(const Progress&)> progress = {};  // after each iteration, from one thread
  const std::atomic<bool>* stop = nullptr;             // set it to cancel
};

using Numbers = BigArray<double>;

struct Scores {
  std::vector<std::pair<std::string_view, Numbers>> columns;  // rank and a score for each page
  RankRun run;

  // REQUIRES: the kind has this rank.
  [[nodiscard]] const Numbers& of(std::string_view rank) const;
};

struct RankName {
  std::string_view name;     // as a request has it
  std::string_view summary;  // one line for the help
};

struct Kind {
  std::span<const RankName> ranks;
  std::string_view paper;
  bool is_iterated = false;  // tolerance and max_iterations count
  bool has_epsilon = false;  // epsilon counts
  bool needs_seeds = false;  // it is about chosen pages
  Result<Scores> (*compute)(const store::Store& store, const Options& options) = nullptr;
};

// All of ranks.def, in that order.
[[nodiscard]] std::span<const Kind* const> kinds();
// The kind that has a rank of this name; an unknown one is an error that lists the known ones.
[[nodiscard]] Result<const Kind*> find_kind(std::string_view rank);

// kInvalidArgument where an option makes no sense, whatever the graph.
[[nodiscard]] Result<void> check(const Options& options);

// For each page the lists that scores flow in along: its parents, or its children when reversed.
[[nodiscard]] inline const graph::PackedLinks& sources_of(const store::Store& store,
                                                          const Options& options) {
  return options.reversed ? store.out() : store.in();
}

// For each page the lists that its score flows out along.
[[nodiscard]] inline const graph::PackedLinks& targets_of(const store::Store& store,
                                                          const Options& options) {
  return options.reversed ? store.in() : store.out();
}

}  // namespace cocite::rank

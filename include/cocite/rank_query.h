// How important pages are: requests and answers as plain data.
//
//   RankRequest request{.by = {"pagerank", "hubrank"}, .top = 20};
//
// Part of query.h, where everything of this kind is. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <cocite/page_ref.h>
#include <cocite/progress.h>
#include <cocite/which_pages.h>

namespace cocite {

// A page that personalised PageRank is about.
struct SeedPage {
  std::string page;                   // as in Engine::page
  std::optional<double> weight = {};  // 1 without; a page that comes twice has the sum of its
                                      // weights, and without weights counts once
};

// What a link between hosts or sites counts.
enum class LinkWeights : uint8_t {
  kOnce,   // 1
  kLinks,  // as many links of pages as there are between the two
  kPages,  // as many pages of the one as link to the other
};

struct RankRequest {
  std::vector<std::string> by = {};  // names as in rank_kinds()
  uint64_t top = 10;                 // the best pages, at most; never one with score 0
  uint64_t skip = 0;                 // of the best, to leave out before these
  bool all = false;                  // every page instead, zeros too
  bool save = false;                 // keep the scores as columns of the store
  // Which pages are listed; scores are those of all pages.
  OnlyPages only = OnlyPages::kAuto;
  DeadPages dead = DeadPages::kAuto;
  std::vector<SeedPage> pages = {};  // for personalized-pagerank
  double epsilon = 0.15;             // how often the surfer jumps instead of following a link
  double tolerance = 1e-9;           // L1 change of an iteration, as a share of the L1 norm
  uint64_t max_iterations = 1000;
  bool reversed = false;                     // ranks of the graph with all links turned round
  LinkWeights weights = LinkWeights::kOnce;  // of graphs of hosts or sites
  uint64_t memory_bytes = 0;  // links are unpacked if they fit in here; 0: half of the machine's
  unsigned threads = 0;       // 0: all
  bool from_columns = false;  // a column that the store has is the answer, however it was made
  uint64_t max_links = 0;     // kUnsupported instead of computing for more links; 0: any number

  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; old columns stay
};

// Why the computation of a rank ended.
enum class RankEnded : uint8_t {
  kExact,           // a count or closed form: nothing was iterated
  kConverged,       // the change became smaller than the tolerance
  kIterationLimit,  // it did not within max_iterations: the scores are not final
  kPrecision,       // doubles do not get closer; the tolerance is below what they can tell
};

struct RankRun {
  RankEnded ended = RankEnded::kExact;
  uint64_t iterations = 0;
  double residual = 0;       // L1 change of the last iteration, as a share of the L1 norm
  double seconds = 0;        // without opening the store and without printing
  bool is_streamed = false;  // links were read from a file in each iteration, to save memory
};

struct RankItem : PageRef {
  uint64_t rank = 0;  // from 1
  double score = 0;
  std::vector<std::string> mirrors = {};  // the same page on mirrored hosts
  std::string gone = {};                  // since when it is not there any more; empty: not known
};

struct RankAnswer {
  std::string name;  // as asked
  RankRun run;
  std::string column;      // what it was saved as, or read from; empty: neither
  std::string about = {};  // how that was made, in words
  std::vector<RankItem> items;
  bool has_more = false;  // pages behind these, with scores above 0
  std::string next = {};  // cursor of the next part of the list; empty: this is the last
};

// How much two ranks agree: 1 is the same order, -1 the opposite one. NaN: one of them has all
// pages tied.
struct RankPair {
  std::string a;
  std::string b;
  double kendall = 0;   // tau-b
  double spearman = 0;  // rho
};

// A page that the ranks do not agree on.
struct RankDifference : PageRef {
  std::vector<uint64_t> places =
      {};  // in each rank, from 1; tied pages share the best of their places
};

struct RankComparison {
  std::vector<std::string> names;
  std::vector<RankRun> runs;
  std::vector<RankPair> pairs;        // each with each
  std::vector<RankDifference> pages;  // the largest place / the smallest place falling
};

}  // namespace cocite

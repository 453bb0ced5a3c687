// How are two pages connected? Shortest link paths from one to the other.
//
//   COCITE_TRY(const PathAnswer answer, find_paths(engine, {.page = "a.example", .to = "b.example"}));
//   answer.paths[0].steps[1].anchor      // the text of the link that leads there
//
// Answers are values: each thread its own. The function: any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/page_ref.h>
#include <cocite/result.h>

namespace cocite {

struct PathRequest {
  std::string page = {};  // from here
  std::string to = {};
  bool undirected = false;              // links count both ways
  std::vector<std::string> avoid = {};  // "menus": links that most pages of a host have; "hubs"
  uint64_t top = 10;                    // paths; 0: all shortest ones, at most kMostPaths
  uint64_t max_length = 0;              // links, at most; 0: any number
  uint64_t budget_ms = 0;               // then what is known so far; 0: as long as it takes
  const std::atomic<bool>* stop = nullptr;
};

inline constexpr uint64_t kMostPaths = 100'000;

struct PathAnswer {
  struct Step : PageRef {
    std::string anchor = {};  // of the link from the step before; empty: not known
    uint64_t place = 0;    // of that link on its page; 0: the order is not known, or the first step
    bool is_back = false;  // undirected: the link leads from this page to the one before
    uint64_t links = 0;    // of the page, both directions
  };
  struct Path {
    double rarity = 0;             // bits: how telling the pages between are
    std::vector<Step> steps = {};  // both ends too
  };
  // How far links lead from one end.
  struct Reach {
    uint64_t pages = 0;   // seen, with the end itself
    uint64_t length = 0;  // links from the end, at most
    bool is_all = false;  // there are no more
  };
  PageRef page = {};
  PageRef to = {};
  uint64_t length = 0;  // links of the shortest paths; 0: there is none, or the pages are the same
  uint64_t total = 0;   // shortest paths that there are
  std::vector<Path> paths = {};  // the most telling first
  Reach from_reach = {};
  Reach to_reach = {};
  uint64_t hub_links = 0;   // with avoid hubs: pages with at least this many links
  bool is_complete = true;  // false: the budget ended it
  std::vector<std::string> notes = {};
};

[[nodiscard]] Result<PathAnswer> find_paths(const Engine& engine, const PathRequest& request);

}  // namespace cocite

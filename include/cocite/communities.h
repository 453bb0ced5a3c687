// Groups of pages that link to each other more than to others, with names.
//
//   COCITE_TRY(const CommunitiesAnswer answer, find_communities(engine, {.resolution = 1, .top = 10}));
//   answer.items[0].name                 // of the largest
//
// Ask Engine::on() for hosts or sites. Answers are values: each thread its own. The function: any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/page_ref.h>
#include <cocite/progress.h>
#include <cocite/result.h>

namespace cocite {

struct CommunitiesRequest {
  double resolution = 1;  // more: smaller communities
  // "links"; or pages with common parents ("cocitation") or what blend answers ("related").
  std::string graph = "links";
  uint64_t levels = 1;     // of communities within communities
  uint64_t seed = 0;       // of the order in which pages are looked at
  uint64_t top = 20;       // communities that are described, the largest first; 0: all
  uint64_t pages = 5;      // best pages of each
  bool members = false;    // the community of every page, too
  bool save = false;       // keep them as the column "community"
  uint64_t max_links = 0;  // kUnsupported for more; 0: any number
  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

struct CommunitiesAnswer {
  struct Bridge {
    uint64_t community = 0;
    uint64_t links = 0;  // between the two, both directions
  };
  struct Community {
    uint64_t community = 0;  // from 1, the largest first
    uint64_t level = 1;      // 2: within the one before it of level 1
    std::string path = {};   // "3.1": the first within community 3; empty where there is one level
    uint64_t size = 0;       // pages
    std::string name = {};
    double inside = 0;                 // share of its links that stay within
    std::vector<PageRef> pages = {};   // the best, by rank
    std::vector<Bridge> bridges = {};  // the communities that it has most links with, at most 3
  };
  struct Member {
    std::string key = {};
    uint64_t community = 0;
    std::string path = {};  // of the smallest that it is in; empty where there is one level
  };
  uint64_t pages = 0;  // in all communities
  uint64_t total = 0;  // communities
  double modularity = 0;
  std::string column = {};  // where they were saved; empty: they were not
  std::vector<Community> items = {};
  std::vector<Member> members = {};  // in order of keys, if asked for
};

[[nodiscard]] Result<CommunitiesAnswer> find_communities(const Engine& engine,
                                                         const CommunitiesRequest& request);

}  // namespace cocite

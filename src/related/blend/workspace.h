// Memory for one search of blend, reused from query to query: a query allocates next to nothing.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/blend/search.h"
#include "related/page_map.h"
#include "related/page_numbers.h"
#include "related/sampled_parents.h"

namespace cocite::related::blend {

struct Search::Workspace {
  static constexpr size_t kSmallSites = 256;
  std::vector<PageId> parents;                           // of u: all, rising
  std::vector<PageId> children;                          // of u: all, in page order
  std::vector<Parent> sampled;                           // P(u,B), by site
  PageMap<Child> links;                                  // C(u), without stopped pages
  std::vector<std::pair<uint32_t, PageId>> child_order;  // the first F of them, by in-degree
  PageMap<uint32_t> stopped_parents;                     // stopped pages that link to a page
  PageNumbers numbers;                                   // 1 + the number of the candidate
  std::vector<Candidate> candidates;
  std::vector<Bound> bounds;
  std::vector<Scored> scored;
  std::vector<double> site_weights;  // by n(v), the small ones
  std::vector<PageId> pages;
  std::vector<uint32_t> sites;
  SampledParents sample;
  graph::ListBuffer buffer;
  graph::LongListBuffer long_buffer;

  void clear();
  // Long lists that are not read when it is spent fail with kBusy.
  void use(Budget* budget) {
    buffer.budget = budget;
    long_buffer.decoded.budget = budget;
  }

  // From a pool of two for each core.
  [[nodiscard]] static std::unique_ptr<Workspace> take();
  static void put_back(std::unique_ptr<Workspace> work);
};

}  // namespace cocite::related::blend

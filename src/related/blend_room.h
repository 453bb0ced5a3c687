// Room for one query page of blend, kept from query to query, two for each core at most: a query in
// the steady state allocates next to nothing.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "graph/packed_links.h"
#include "related/blend_page.h"
#include "related/link_arena.h"
#include "related/page_map.h"
#include "related/page_marks.h"
#include "related/page_numbers.h"
#include "related/sampled_parents.h"

namespace cocite::related::blend {

struct QueryPage::Room {
  static constexpr size_t kSmallSites = 256;
  std::vector<PageId> parents;       // of u: all, rising
  std::vector<PageId> children;      // of u: all, in page order
  std::vector<Parent> looked_at;     // P(u,B), by site
  std::vector<PageId> parent_pages;  // the same, only pages
  std::vector<PageId> parent_links;  // their children, one list after the other
  std::vector<size_t> parent_ends;
  PageMap<uint32_t> parent_numbers;   // of these: 1 + which
  LinkArena lists;                    // children of C(u) and of stopped pages
  PageMap<uint32_t> stopped_parents;  // of pages to which stopped ones link: how many do
  std::vector<std::pair<uint32_t, PageId>> child_order;  // C(u), by in-degree
  PageSet read_in;       // neighbours of u whose parents were all gone through
  PageSet tangled;       // pages that one of unread_popular_ links to
  PageMap<Child> links;  // C(u), without stopped pages
  PageMarks neighbours;  // N[u], without stopped pages
  PageNumbers numbers;   // 1 + which candidate
  std::vector<Candidate> candidates;
  std::vector<double> parents_most;  // by candidate: what I is at most; below 0: not known
  std::vector<Bound> bounds;
  std::vector<Bound> hopeless;  // who could not be among the first when bounds were made
  std::vector<Scored> scored;
  std::vector<PageId> links_walked;  // neighbours of pages that are walked to, one after the other
  std::vector<size_t> ends_walked;
  PageMap<double> brought;  // by a walk of two steps
  PageMap<double> walk;     // after three steps, where everything was walked to
  SampledParents sample;
  std::vector<PageId> pages;
  std::vector<PageId> targets;  // that are walked to
  std::vector<PageId> near;
  std::vector<uint32_t> site_room;
  std::array<double, PageFacts::kPopular> popular_reach{};  // of popular children of u, by bit
  uint64_t last_popular = 0;  // some of these, and their reach together
  double last_reach = 0;
  std::vector<double> site_weights;  // by n(v), for the small ones
  // Of all pages of a small graph, for the lean way: V, c, whether it is found, and who has any.
  struct Sum {
    float voices = 0;
    uint32_t sites : 31 = 0;
    uint32_t is_found : 1 = 0;
  };
  std::vector<Sum> sums;
  std::vector<PageId> summed;
  PageMarks child_marks;            // C(u): likewise
  std::vector<PageId> short_pages;  // of few parents
  graph::ListBuffer buffer;
  graph::LongListBuffer parents_buffer;
  graph::ListBuffer other_buffer;

  void clear();

  [[nodiscard]] static std::unique_ptr<Room> take();
  static void give_back(std::unique_ptr<Room> room);
};

}  // namespace cocite::related::blend

// Where a walk of three steps from the query page leads.
#include <algorithm>
#include <cmath>

#include "related/blend/search.h"
#include "related/page_map.h"

namespace cocite::related::blend {
namespace {

constexpr double kGoesOn = 0.85;
constexpr double kLeastShare = 1e-5;

// What a page hands on to each of its neighbours; too little is not handed on.
double share_of(double mass, uint32_t neighbours) {
  if (neighbours == 0) return 0;
  const double share = kGoesOn * mass / neighbours;
  return share < kLeastShare ? 0 : share;
}

// One step. The neighbours of all pages that hand something on are at most 1e5 together, however
// large the graph.
Result<PageMap<double>> step(const Query& query, const PageNotes& notes,
                             const PageMap<double>& mass) {
  std::vector<PageId> pages;
  for (const PageId page : mass.pages()) {
    if (share_of(*mass.find(page), notes.neighbours(page)) > 0) pages.push_back(page);
  }
  PageMap<double> next;
  auto in = query.web->in().batch(pages);
  auto out = query.web->out().batch(pages);
  while (in.next() && out.next()) {
    const auto parents = in.list();
    const double share = share_of(*mass.find(in.page()), notes.neighbours(in.page()));
    for (const PageId parent : parents) next[parent] += share;
    for (const PageId child : out.list()) {
      if (!std::ranges::binary_search(parents, child)) next[child] += share;
    }
    if (query.is_spent_after(16 * (parents.size() + out.list().size()))) break;
  }
  COCITE_CHECK(in.status());
  COCITE_CHECK(out.status());
  return next;
}

}  // namespace

Result<std::vector<Scored>> walk_from(const Query& query, const PageNotes& notes, PageId page) {
  PageMap<double> mass;
  mass[page] = 1;
  for (int steps = 0; steps < 3; ++steps) {
    COCITE_TRY(mass, step(query, notes, mass));
  }
  const double own = static_cast<double>(notes.neighbours(page)) + 1;
  std::vector<Scored> reached;
  mass.for_each([&](PageId other, double share) {
    const double theirs = static_cast<double>(notes.neighbours(other)) + 1;
    reached.push_back({.page = other, .score = share * std::sqrt(own / theirs)});
  });
  return reached;
}

}  // namespace cocite::related::blend

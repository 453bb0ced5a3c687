#include "related/vicinity.h"

#include <algorithm>
#include <utility>

#include "related/room.h"
#include "related/window.h"

namespace cocite::related {

namespace {

bool comes_first(const std::pair<uint32_t, PageId>& a, const std::pair<uint32_t, PageId>& b) {
  return a.first != b.first ? a.first > b.first : a.second < b.second;
}

}  // namespace

Result<void> MostLinked::rank(const Web& web, std::span<const PageId> parents) {
  COCITE_CHECK(web.in_degrees(parents, degrees_));
  ranked_.clear();
  for (size_t i = 0; i < parents.size(); ++i) ranked_.emplace_back(degrees_[i], parents[i]);
  sorted_ = 0;
  return {};
}

void MostLinked::sort_more(uint64_t more) {
  const auto first = ranked_.begin() + static_cast<ptrdiff_t>(sorted_);
  sorted_ = std::min<uint64_t>(ranked_.size(), sorted_ * 2 + more + 2);
  const auto end = ranked_.begin() + static_cast<ptrdiff_t>(sorted_);
  if (end != ranked_.end()) std::nth_element(first, end, ranked_.end(), comes_first);
  std::sort(first, end, comes_first);
}

Result<void> Vicinity::gather(const Query& query, LinkArena& children) {
  Room& room = Room::here();
  const Parameters& parameters = *query.parameters;
  nodes_.clear();
  const auto add = [&](PageId page) {
    if (!query.is_stopped(page)) nodes_[page];
  };
  for (const PageId page : query.pages) nodes_[page];
  for (const PageId page : query.pages) {
    COCITE_TRY(const std::span<const PageId> parents,
               room.sample.of(query, page, parameters.count("B")));
    COCITE_CHECK(children.load(query.web->out(), parents, query.budget));
    for (const PageId parent : parents) add(parent);
    const uint64_t k = parameters.count("BF");
    for (const PageId parent : parents) {
      const Window near = window(children.list(parent), page, k);
      for (const PageId child : near.before) add(child);
      for (const PageId child : near.after) add(child);
    }
    if (query.is_spent()) continue;
    COCITE_CHECK(children.load(query.web->out(), {&page, 1}, query.budget));
    const auto all = children.list(page);
    const auto first = all.first(std::min<uint64_t>(all.size(), parameters.count("F")));
    room.pages.clear();
    for (const PageId child : first) {
      if (!query.is_stopped(child)) room.pages.push_back(child);
    }
    for (const PageId child : room.pages) add(child);
    if (parameters.count("FB") == 0) continue;
    const auto may_be = [&](PageId parent) -> Result<bool> {
      return parent != page && !query.is_stopped(parent);
    };
    COCITE_CHECK(query.web->in_degrees(room.pages, room.degrees));
    few_.clear();
    for (size_t i = 0; i < room.pages.size(); ++i) {
      if (!query.web->parent_samples().has_sample(room.degrees[i])) {
        few_.push_back(room.pages[i]);
        continue;
      }
      COCITE_TRY(const std::span<const PageId> found,
                 most_linked_.of_sample(query, room.pages[i], parameters.count("FB"), may_be));
      for (const PageId parent : found) nodes_[parent];
      if (query.is_spent()) break;
    }
    auto batch = query.web->in().batch(few_);
    while (batch.next()) {
      COCITE_TRY(const std::span<const PageId> found,
                 most_linked_.of(*query.web, batch.list(), parameters.count("FB"), may_be));
      for (const PageId parent : found) nodes_[parent];
      if (query.is_spent_after(batch.list().size() + 1)) break;
    }
    COCITE_CHECK(batch.status());
  }
  return {};
}

}  // namespace cocite::related

#include "related/two_sides.h"

#include <algorithm>

#include "related/window.h"

namespace cocite::related {

Result<void> TwoSides::merge(const Query& query, std::span<const PageId> pages, OneSide& side) {
  groups_.reset(pages.size());
  near_duplicates_.join(pages, children_, groups_, query.budget);
  if (query.hosts_on) {
    HostMap<uint32_t> first_on_host;
    for (uint32_t i = 0; i < pages.size(); ++i) {
      COCITE_TRY(const uint32_t host, query.host(pages[i]));
      uint32_t& first = first_on_host[host_id(host)];
      if (first == 0) first = i + 1;
      groups_.join(first - 1, i);
    }
  }
  side.members.clear();
  group_of_page_.resize(pages.size());
  for (uint32_t i = 0; i < pages.size(); ++i) {
    const uint32_t root = groups_.find(i);  // the first of its group, so it comes first
    if (root == i) {
      group_of_page_[i] = static_cast<uint32_t>(side.members.size());
      side.members.emplace_back();
    } else {
      group_of_page_[i] = group_of_page_[root];
    }
    side.members[group_of_page_[i]].push_back(pages[i]);
  }
  std::vector<uint32_t> degrees;
  for (std::vector<PageId>& members : side.members) {
    if (members.size() < 2) continue;
    COCITE_CHECK(query.web->in_degrees(members, degrees));
    size_t shown = 0;
    for (size_t i = 1; i < members.size(); ++i) {
      if (degrees[i] > degrees[shown] ||
          (degrees[i] == degrees[shown] && members[i] < members[shown])) {
        shown = i;
      }
    }
    std::swap(members[0], members[shown]);
  }
  return {};
}

void TwoSides::connect(std::span<const PageId> pages, const LinkArena& lists, OneSide& side) {
  side.pages.assign(places_.pages().begin(), places_.pages().end());
  for (size_t i = 0; i < pages.size(); ++i) {
    for (const PageId page : lists.list(pages[i])) {
      if (const uint32_t* place = places_.find(page)) {
        side.links.emplace_back(*place, group_of_page_[i]);
      }
    }
  }
  std::ranges::sort(side.links);
  side.links.erase(std::unique(side.links.begin(), side.links.end()), side.links.end());
  side.offsets.assign(side.pages.size() + 1, 0);
  for (const auto& [page, group] : side.links) ++side.offsets[page + 1];
  for (size_t i = 0; i < side.pages.size(); ++i) side.offsets[i + 1] += side.offsets[i];
}

Result<void> TwoSides::gather_back(const Query& query, PageId page) {
  const uint64_t k = query.parameters->count("BF");
  COCITE_TRY(const std::span<const PageId> parents,
             sample_.of(query, page, query.parameters->count("B")));
  COCITE_CHECK(children_.load(query.web->out(), parents, query.budget));
  COCITE_CHECK(merge(query, parents, back_));
  places_.clear();
  const auto add = [&](PageId child) {
    if (query.is_stopped(child) || places_.contains(child)) return;
    const auto place = static_cast<uint32_t>(places_.size());
    places_[child] = place;
  };
  for (const PageId parent : parents) {
    const Window near = window(children_.list(parent), page, k);
    for (const PageId child : near.before) add(child);
    for (const PageId child : near.after) add(child);
  }
  back_.links.clear();
  connect(parents, children_, back_);
  return {};
}

Result<void> TwoSides::gather_forward(const Query& query, PageId page) {
  COCITE_CHECK(children_.load(query.web->out(), {&page, 1}, query.budget));
  const std::vector<PageId> own(children_.list(page).begin(), children_.list(page).end());
  const uint64_t first = std::min<uint64_t>(own.size(), query.parameters->count("F"));
  pages_.clear();
  for (const PageId child : std::span(own).first(first)) {
    if (!query.is_stopped(child)) pages_.push_back(child);
  }
  COCITE_CHECK(children_.load(query.web->out(), pages_, query.budget));
  COCITE_CHECK(merge(query, pages_, forward_));
  COCITE_CHECK(query.web->in_degrees(pages_, degrees_));
  std::vector<PageId> few;
  popular_.clear();
  for (uint32_t i = 0; i < pages_.size(); ++i) {
    if (query.web->parent_samples().has_sample(degrees_[i])) {
      popular_[pages_[i]] = i;
    } else {
      few.push_back(pages_[i]);
    }
  }
  COCITE_CHECK(parents_.load(query.web->in(), few, query.budget));

  COCITE_TRY(const uint32_t own_host, query.host(page));
  PageMap<uint8_t> known;  // 1: may be, 2: may not
  graph::ListBuffer buffer;
  const auto is_like_page = [&](PageId parent) -> Result<bool> {
    if (own.size() <= kFewChildren) return false;
    COCITE_TRY(const uint64_t degree, query.web->out().degree(parent));
    if (std::min<uint64_t>(degree, own.size()) <
        least_shared(std::max<uint64_t>(degree, own.size())))
      return false;
    COCITE_TRY(const std::span<const PageId> list, query.web->out().list(parent, buffer));
    return are_near_duplicates(own, list);
  };
  const auto may_be = [&](PageId parent) -> Result<bool> {
    if (parent == page || query.is_stopped(parent)) return false;
    uint8_t& answer = known[parent];
    if (answer == 0) {
      COCITE_TRY(const uint32_t host, query.host(parent));
      bool is_wanted = host != own_host;
      if (is_wanted) {
        COCITE_TRY(const bool is_like, is_like_page(parent));
        is_wanted = !is_like;
      }
      answer = is_wanted ? 1 : 2;
    }
    return answer == 1;
  };
  places_.clear();
  const uint64_t most = query.parameters->count("FB");
  for (const PageId child : pages_) {
    if (query.is_spent()) break;
    COCITE_TRY(const std::span<const PageId> found,
               popular_.contains(child)
                   ? most_linked_.of_sample(query, child, most, may_be)
                   : most_linked_.of(*query.web, parents_.list(child), most, may_be));
    for (const PageId parent : found) {
      if (places_.contains(parent)) continue;
      const auto place = static_cast<uint32_t>(places_.size());
      places_[parent] = place;
    }
  }
  forward_.links.clear();
  COCITE_CHECK(connect_popular(query));
  connect(pages_, parents_, forward_);
  return {};
}

Result<void> TwoSides::connect_popular(const Query& query) {
  // Reading the children of a page costs about as much as this many parents in a row.
  constexpr uint64_t kListCost = 100;
  uint64_t parents = 0;
  popular_.for_each([&](PageId, uint32_t i) { parents += degrees_[i]; });
  if (parents <= places_.size() * kListCost) {
    return parents_.load(query.web->in(), popular_.pages(), query.budget);
  }
  auto batch = query.web->out().batch(places_.pages());
  for (uint32_t place = 0; batch.next(); ++place) {
    for (const PageId child : batch.list()) {
      if (const uint32_t* i = popular_.find(child)) {
        forward_.links.emplace_back(place, group_of_page_[*i]);
      }
    }
    if (query.is_spent_after(batch.list().size() + 1)) break;
  }
  return batch.status();
}

Result<void> TwoSides::gather(const Query& query, PageId page) {
  children_.clear();
  parents_.clear();
  COCITE_CHECK(gather_back(query, page));
  return gather_forward(query, page);
}

bool TwoSides::is_sufficient() const {
  const auto has_two = [](const OneSide& side) {
    for (size_t i = 0; i < side.pages.size(); ++i) {
      if (side.count(i) >= 2) return true;
    }
    return false;
  };
  return has_two(back_) || has_two(forward_);
}

}  // namespace cocite::related

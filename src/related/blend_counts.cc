// What a page scores, where that follows from what was counted around the query page: no link of it
// is read.
#include <algorithm>
#include <bit>
#include <cmath>

#include "related/blend_page.h"
#include "related/blend_room.h"
#include "related/window.h"

namespace cocite::related::blend {

// Whether the facts say of every page which of the neighbours with unread parents it links to.
void QueryPage::note_unread() {
  Room& room = *room_;
  are_unread_popular_ = facts_ != nullptr && unread_out_ == 0;
  if (!are_unread_popular_ || unread_in_ == 0) return;
  unread_popular_ = 0;
  popular_children_ = 0;
  room.tangled.clear();
  for (const PageId neighbour : room.neighbours.pages()) {
    if (neighbour == page_ || room.read_in.contains(neighbour)) continue;
    const std::optional<unsigned> bit = facts_->bit_of(neighbour);
    if (!bit) {
      are_unread_popular_ = false;
      return;
    }
    unread_popular_ |= uint64_t{1} << *bit;
    const Child* const link = room.links.find(neighbour);
    room.popular_reach[*bit] = link == nullptr ? 0 : link->rareness * link->prominence;
    if (link != nullptr) popular_children_ |= uint64_t{1} << *bit;
    for (const PageId child : kept_list(neighbour)) room.tangled[child];
  }
  room.last_popular = 0;
  room.last_reach = 0;
}

std::optional<double> QueryPage::parents_by_counts(const Candidate& candidate) const {
  if (candidate.common_sites == 0) return 0;
  const SitesOf n = sites_linking_to(candidate.page);
  if (n.least != n.most) return std::nullopt;
  double all = voices(candidate);
  if (is_lone(candidate) && !is_surely_endorsed(candidate)) {
    if (candidate.may_be_endorsed) return std::nullopt;
    all = lone_voice(candidate);
  }
  return by_parents(all, candidate.common_sites, known_weight_of_sites(n.most));
}

std::optional<double> QueryPage::children_by_counts(const Candidate& candidate) const {
  const Room& room = *room_;
  if (room.links.empty() || notes_->mass(candidate.page).most == 0) return 0;
  double shared = candidate.reach;
  if (unseen_children_ > 0) {
    if (!are_unread_popular_) return std::nullopt;
    // Pages of one site share a menu: mostly the sum of the page before.
    uint64_t popular = popular_children_ & facts_->popular(candidate.page);
    if (popular != room_->last_popular) {
      room_->last_popular = popular;
      room_->last_reach = 0;
      for (; popular != 0; popular &= popular - 1) {
        room_->last_reach += room.popular_reach[static_cast<size_t>(std::countr_zero(popular))];
      }
    }
    shared += room.last_reach;
  }
  if (shared == 0) return 0;
  if (facts_ == nullptr) return std::nullopt;
  return rho_squared_ * kChildrenWeight /
         std::sqrt((mass_ + 1) * (facts_->mass(candidate.page) + 1)) * shared;
}

std::optional<double> QueryPage::link_by_counts(const Candidate& candidate) const {
  const Room& room = *room_;
  const auto degree = [](size_t links) { return static_cast<double>(links) + 1; };
  double link = 0;
  if (candidate.is_parent) {
    const auto list = kept_list(candidate.page);
    const size_t place = room.looked_at[*room.parent_numbers.find(candidate.page) - 1].place;
    if (place >= list.size()) return std::nullopt;  // damaged
    link += (has_order_ ? prominence(place) : 1) /
            std::sqrt(degree(list.size()) * degree(room.parents.size()));
  } else if (is_sampled_ && std::ranges::binary_search(room.parents, candidate.page)) {
    return std::nullopt;
  }
  if (candidate.is_child) {
    link += room.links.find(candidate.page)->prominence /
            std::sqrt(degree(room.children.size()) * degree(in_degree(candidate.page)));
  }
  if (link == 0) return 0;
  const Result<uint32_t> host = query_->host(candidate.page);
  return host && *host == host_ ? 0 : rho_squared_ * link_weight_ * link;
}

double QueryPage::by_neighbours(uint64_t shared, double size) const {
  const double sizes = static_cast<double>(room_->neighbours.size()) * size;
  return rho_squared_ * kNeighboursWeight * static_cast<double>(shared) / std::sqrt(sizes);
}

std::optional<double> QueryPage::neighbours_by_counts(const Candidate& candidate) const {
  const PageId page = candidate.page;
  if (unread_out_ > 0) return std::nullopt;
  uint64_t shared = uint64_t{candidate.linked_from} + candidate.links_to;
  if (candidate.is_child || candidate.is_parent) shared += 2;  // the two pages themselves
  double size = static_cast<double>(notes_->neighbours(page)) + 1;
  if (notes_->mass(page).most > 0) {
    if (has_stops()) return std::nullopt;
    if (unread_in_ > 0) {
      if (!are_unread_popular_ || room_->tangled.contains(page)) return std::nullopt;
      shared += static_cast<uint64_t>(std::popcount(unread_popular_ & facts_->popular(page)));
    }
  } else if (has_stops()) {
    size -= stopped_parents(page);
  }
  return by_neighbours(shared, size);
}

std::optional<double> QueryPage::neighbours_by_children(const Candidate& candidate,
                                                        std::span<const PageId> children) const {
  const PageMarks& own = room_->neighbours;
  const PageId page = candidate.page;
  if (unread_out_ > 0) return std::nullopt;
  uint64_t shared = candidate.linked_from;
  if (own.has(page)) shared += 2;
  uint64_t stopped = has_stops() ? stopped_parents(page) : 0;
  const auto links_back = [&](PageId child) {
    const auto list = kept_list(child);
    return place_of(list, page) != list.size();
  };
  for (const PageId child : children) {
    if (child == page_) continue;
    if (own.has(child)) {
      if (!links_back(child)) ++shared;
    } else if (has_stops() && query_->is_stopped(child) && !links_back(child)) {
      ++stopped;
    }
  }
  return by_neighbours(
      shared, static_cast<double>(notes_->neighbours(page)) + 1 - static_cast<double>(stopped));
}

std::optional<double> QueryPage::score_by_counts(const Candidate& candidate) const {
  if (rho_squared_ == 0) return parents_by_counts(candidate);
  const std::optional<double> neighbours = neighbours_by_counts(candidate);
  if (!neighbours) return std::nullopt;
  const std::optional<double> parents = parents_by_counts(candidate);
  if (!parents) return std::nullopt;
  const std::optional<double> children = children_by_counts(candidate);
  if (!children) return std::nullopt;
  const std::optional<double> link = link_by_counts(candidate);
  if (!link) return std::nullopt;
  return *parents + (*children + *link + *neighbours);
}

}  // namespace cocite::related::blend

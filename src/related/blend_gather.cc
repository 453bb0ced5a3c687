// Where the candidates of a query page come from.
#include <algorithm>
#include <cmath>
#include <limits>

#include "related/blend_page.h"
#include "related/blend_room.h"
#include "related/window.h"

namespace cocite::related::blend {

QueryPage::Candidate& QueryPage::met(PageId page) {
  uint32_t& number = room_->numbers[page];
  if (number == 0) {
    room_->candidates.push_back({.page = page});
    number = static_cast<uint32_t>(room_->candidates.size());
  }
  return room_->candidates[number - 1];
}

uint32_t QueryPage::spread(const Parent& parent, std::span<const PageId> list, size_t place) const {
  if (has_order_) {
    return static_cast<uint32_t>(place < parent.place ? parent.place - place
                                                      : place - parent.place);
  }
  return query_->hosts_on ? static_cast<uint32_t>(list.size()) : 0;
}

double QueryPage::spread_weight(uint32_t spread) const {
  constexpr uint32_t kKnown = 4096;
  static const std::vector<double> by_distance = [] {
    std::vector<double> known(kKnown);
    for (uint32_t d = 1; d < kKnown; ++d)
      known[d] = 0.3 + 0.7 / (1 + (static_cast<double>(d) - 1) / 2);
    return known;
  }();
  static const std::vector<double> by_links = [] {
    std::vector<double> known(kKnown);
    for (uint32_t out = 1; out < kKnown; ++out)
      known[out] = std::pow(2 / static_cast<double>(out), 0.3);
    return known;
  }();
  if (has_order_) {
    return spread < kKnown ? by_distance[spread]
                           : 0.3 + 0.7 / (1 + (static_cast<double>(spread) - 1) / 2);
  }
  if (!query_->hosts_on) return 1;
  return spread < kKnown ? by_links[spread] : std::pow(2 / static_cast<double>(spread), 0.3);
}

double QueryPage::voices(const Candidate& candidate) const {
  if (candidate.common_sites == 0) return 0;
  return candidate.voices +
         spread_weight(candidate.nearest) * (2 - 1 / static_cast<double>(candidate.pages));
}

// One more link of a parent of u to it. Those of one site come one after the other.
void QueryPage::count_link(const Parent& parent, std::span<const PageId> list, size_t place,
                           bool is_ranked, Candidate& candidate) const {
  ++candidate.linked_from;
  candidate.parent = static_cast<uint32_t>(&parent - room_->looked_at.data());
  const uint32_t apart = spread(parent, list, place);
  if (candidate.common_sites == 0 || candidate.site != parent.site) {
    candidate.voices = voices(candidate);
    candidate.site = parent.site;
    candidate.pages = 1;
    candidate.nearest = apart;
    ++candidate.common_sites;
    candidate.may_be_endorsed = is_ranked;
  } else {
    ++candidate.pages;
    candidate.nearest = std::min(candidate.nearest, apart);
    candidate.may_be_endorsed = candidate.may_be_endorsed || is_ranked;
  }
}

void QueryPage::meet_list(const Parent& parent, std::span<const PageId> list) {
  const bool is_long = has_order_ && list.size() > most_children_;
  is_cut_ = is_cut_ || is_long;
  const bool is_ranked = notes_->is_ranked(parent.page);
  const uint64_t near = most_children_ / 2;
  constexpr size_t kNumberAhead = 32;
  constexpr size_t kCandidateAhead = 16;
  const Room& room = *room_;
  const bool is_array = room.numbers.is_array();
  for (size_t place = 0; place < list.size(); ++place) {
    // Hosts link to thousands of others all over the place. In two steps: the number of a page that
    // comes soon; and once that is there, what is known of it.
    if (place + kNumberAhead < list.size()) {
      room.numbers.prefetch(list[place + kNumberAhead]);
      const uint32_t number = is_array ? room.numbers.of(list[place + kCandidateAhead]) : 0;
      if (number != 0) __builtin_prefetch(&room.candidates[number - 1], 1);
    }
    if (list[place] == page_) continue;
    Candidate& candidate = met(list[place]);
    count_link(parent, list, place, is_ranked, candidate);
    candidate.is_found = candidate.is_found || !is_long || spread(parent, list, place) <= near;
  }
}

// P(u,B), what its pages link to, and C(u).
void QueryPage::meet_parents() {
  Room& room = *room_;
  size_t begin = 0;
  for (size_t i = 0; i < room.parent_ends.size(); ++i) {
    Parent& parent = room.looked_at[i];
    const auto list = std::span(room.parent_links).subspan(begin, room.parent_ends[i] - begin);
    begin = room.parent_ends[i];
    parent.place = static_cast<uint32_t>(place_of(list, page_));
    room.parent_numbers[parent.page] = static_cast<uint32_t>(i + 1);
    if (parent.place == list.size()) continue;  // damaged: the directions differ
    meet_list(parent, list);
    --unread_out_;
  }
  for (const Parent& parent : room.looked_at) {
    Candidate& candidate = met(parent.page);
    candidate.is_parent = true;
    candidate.is_found = true;
  }
  // All children of u, for bounds; the first F are candidates.
  size_t place = 0;
  for (const PageId child : room.children) {
    const bool is_looked_at = place++ < most_children_;
    if (query_->is_stopped(child)) continue;
    Candidate& candidate = met(child);
    candidate.is_child = true;
    candidate.is_found = candidate.is_found || is_looked_at;
  }
}

std::span<const PageId> QueryPage::kept_list(PageId page) const {
  const Room& room = *room_;
  const uint32_t* const number = room.parent_numbers.find(page);
  if (number == nullptr) return room.lists.list(page);
  const size_t begin = *number == 1 ? 0 : room.parent_ends[*number - 2];
  return std::span(room.parent_links).subspan(begin, room.parent_ends[*number - 1] - begin);
}

// u -> x -> v, where that is not too much to be read for every query.
Result<void> QueryPage::meet_children_of_children() {
  Room& room = *room_;
  has_children_of_children_ = false;
  if (rho_squared_ == 0 || query_->is_spent()) return {};
  const uint64_t most = 20000 + 2 * room.parent_links.size();
  uint64_t links = 0;
  room.pages.clear();
  for (size_t place = 0; place < room.children.size() && place < most_children_; ++place) {
    const PageId child = room.children[place];
    if (query_->is_stopped(child)) continue;
    room.pages.push_back(child);
    links += notes_->neighbours(child) - std::min(notes_->neighbours(child), in_degree(child));
    if (links > most) return {};
  }
  has_children_of_children_ = true;
  std::erase_if(room.pages, [&](PageId child) { return room.parent_numbers.contains(child); });
  COCITE_CHECK(room.lists.load(query_->web->out(), room.pages));
  for (const PageId child : room.links.pages()) {
    const bool is_parent = room.parent_numbers.contains(child);
    if (!is_parent && !room.lists.has(child)) continue;  // beyond F
    const auto list = kept_list(child);
    is_cut_ = is_cut_ || list.size() > most_children_;
    if (is_parent && list.size() <= most_children_) continue;  // all met already
    for (size_t place = 0; place < list.size(); ++place) {
      if (list[place] == page_) continue;
      Candidate& candidate = met(list[place]);
      candidate.is_found = candidate.is_found || place < most_children_;
      if (!is_parent) ++candidate.linked_from;
    }
    if (!is_parent) --unread_out_;
  }
  return {};
}

void QueryPage::count_links_to(PageId neighbour, std::span<const PageId> parents) {
  Room& room = *room_;
  for (const PageId parent : parents) {
    if (parent != page_) ++met(parent).links_to;
  }
  // Who links there and is linked from there is counted already.
  for (const PageId child : kept_list(neighbour)) {
    if (child != page_ && std::ranges::binary_search(parents, child)) --met(child).links_to;
  }
  room.read_in[neighbour];
  --unread_in_;
}

// What links to a neighbour of u: candidates, or those in the sample.
Result<void> QueryPage::add_parents_of(PageId neighbour) {
  Room& room = *room_;
  if (room.read_in.contains(neighbour)) return {};
  const uint32_t parents_there = in_degree(neighbour);
  const bool are_all = parents_there <= most_parents_;
  is_cut_ = is_cut_ || !are_all;
  // All are looked at where that is little more than the sample: then nobody has to ask again.
  const uint64_t many = std::min<uint64_t>(8192, query_->web->pages() / 8);
  const uint64_t most = has_order_ ? most_parents_ : std::max(most_parents_, many);
  if (parents_there > most) {
    COCITE_TRY(const std::span<const PageId> sample,
               room.sample.of(*query_, neighbour, most_parents_));
    for (const PageId parent : sample) {
      if (parent != page_) met(parent).is_found = true;
    }
    return {};
  }
  COCITE_TRY(const std::span<const PageId> parents, query_->web->in().list(neighbour, room.buffer));
  count_links_to(neighbour, parents);
  const Child* const link = room.links.find(neighbour);
  const double reach = link == nullptr ? 0 : link->rareness * link->prominence;
  for (const PageId parent : parents) {
    if (parent == page_) continue;
    Candidate& candidate = met(parent);
    candidate.reach += reach;
    candidate.is_found = candidate.is_found || are_all;
  }
  if (link != nullptr) {
    unseen_reach_ -= reach;
    unseen_mass_ -= reach * link->prominence;
    --unseen_children_;
  }
  if (are_all) return {};
  for (const PageId parent : room.sample.from(*query_, neighbour, parents, most_parents_)) {
    if (parent != page_) met(parent).is_found = true;
  }
  return {};
}

// v -> x <- u. Those children whose parents can add nobody to the answer are left out: the popular
// ones.
Result<void> QueryPage::add_parents_of_children(uint64_t most, double least) {
  Room& room = *room_;
  constexpr uint32_t kFewParents = 64;
  if (room.child_order.empty()) {
    for (size_t place = 0; place < room.children.size() && place < most_children_; ++place) {
      const PageId child = room.children[place];
      if (!query_->is_stopped(child)) room.child_order.emplace_back(in_degree(child), child);
    }
    std::ranges::sort(room.child_order);
  }
  for (; next_child_ < room.child_order.size() && !query_->is_spent(); ++next_child_) {
    const auto& [parents, child] = room.child_order[next_child_];
    if (parents > kFewParents && (parents > most || most_from(Stage::kNear) < least)) break;
    most -= std::min<uint64_t>(most, parents);
    COCITE_CHECK(add_parents_of(child));
  }
  return {};
}

// v -> x -> u.
Result<void> QueryPage::add_parents_of_parents(uint64_t most) {
  Room& room = *room_;
  for (const Parent& parent : room.looked_at) {
    const uint32_t parents = in_degree(parent.page);
    if (parents > most || room.read_in.contains(parent.page)) continue;
    if (query_->is_spent()) return {};
    most -= parents;
    COCITE_CHECK(add_parents_of(parent.page));
  }
  return {};
}

Result<void> QueryPage::add_chains() {
  Room& room = *room_;
  COCITE_CHECK(add_parents_of_parents(std::numeric_limits<uint64_t>::max()));
  if (has_children_of_children_) return {};
  room.pages.clear();
  for (size_t place = 0; place < room.children.size() && place < most_children_; ++place) {
    if (!query_->is_stopped(room.children[place])) room.pages.push_back(room.children[place]);
  }
  auto batch = query_->web->out().batch(room.pages);
  while (batch.next() && !query_->is_spent()) {
    const auto list = batch.list();
    is_cut_ = is_cut_ || list.size() > most_children_;
    for (const PageId page : list.first(std::min<size_t>(list.size(), most_children_))) {
      if (page != page_) met(page).is_found = true;
    }
  }
  return batch.status();
}

Result<void> QueryPage::add_walked() {
  COCITE_CHECK(walk_everywhere());
  for (const PageId page : room_->walk.pages()) {
    if (page != page_) met(page).is_found = true;
  }
  return {};
}

Result<void> QueryPage::add_next(double least) {
  const Stage stage = next_;
  next_ = static_cast<Stage>(static_cast<int>(stage) + 1);
  are_bounds_made_ = false;
  // Where they count nothing they bring nobody, but for pages that stand too far from u on a parent.
  if (rho_squared_ == 0 && stage < Stage::kWalk && !is_cut_) return {};
  const uint64_t few = 4096 + 2 * room_->parent_links.size();
  switch (stage) {
    case Stage::kNear:
      COCITE_CHECK(add_parents_of_children(few, least));
      // With an order, children of candidates are read anyway, and say the same.
      return has_order_ ? Result<void>() : add_parents_of_parents(few);
    case Stage::kChildren:
      return add_parents_of_children(std::numeric_limits<uint64_t>::max(), least);
    case Stage::kChains:
      return add_chains();
    case Stage::kWalk:
      return add_walked();
    case Stage::kEnd:
      break;
  }
  return {};
}

}  // namespace cocite::related::blend

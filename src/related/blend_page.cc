#include "related/blend_page.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "related/blend_room.h"
#include "related/order.h"
#include "related/window.h"

namespace cocite::related::blend {

QueryPage::QueryPage(const Query& query, const PageNotes& notes)
    : query_(&query), notes_(&notes), room_(Room::take()) {}

QueryPage::~QueryPage() {
  Room::give_back(std::move(room_));
}

void QueryPage::Room::clear() {
  parents.clear();
  children.clear();
  looked_at.clear();
  parent_pages.clear();
  parent_links.clear();
  parent_ends.clear();
  parent_numbers.clear();
  links.clear();
  lists.clear();
  stopped_parents.clear();
  read_in.clear();
  tangled.clear();
  child_order.clear();
  candidates.clear();
  parents_most.clear();
  bounds.clear();
  hopeless.clear();
  scored.clear();
  links_walked.clear();
  ends_walked.clear();
  brought.clear();
  walk.clear();
  site_weights.clear();
  for (const PageId page : summed) sums[index(page)] = {};
  summed.clear();
}

namespace {

// Threads come and go: rooms stay.
template <class Room>
struct SpareRooms {
  std::mutex mutex;
  std::vector<std::unique_ptr<Room>> rooms;
  static SpareRooms& get() {
    static SpareRooms all;
    return all;
  }
};

}  // namespace

std::unique_ptr<QueryPage::Room> QueryPage::Room::take() {
  auto& spare = SpareRooms<Room>::get();
  std::unique_ptr<Room> room;
  {
    const std::scoped_lock lock(spare.mutex);
    if (!spare.rooms.empty()) {
      room = std::move(spare.rooms.back());
      spare.rooms.pop_back();
    }
  }
  return room != nullptr ? std::move(room) : std::make_unique<Room>();
}

void QueryPage::Room::give_back(std::unique_ptr<Room> room) {
  constexpr size_t kMostCandidates = size_t{1} << 20;  // a larger one is not worth keeping
  static const size_t most_rooms = 2 * size_t{hardware_threads()};
  if (room->candidates.capacity() > kMostCandidates) return;
  room->clear();
  auto& spare = SpareRooms<Room>::get();
  const std::scoped_lock lock(spare.mutex);
  if (spare.rooms.size() < most_rooms) spare.rooms.push_back(std::move(room));
}

Result<void> QueryPage::look(PageId page) {
  room_->clear();
  room_->numbers.reset(query_->web->pages());
  page_ = page;
  has_order_ = query_->web->store().has_link_order();
  most_parents_ = query_->parameters->count("B");
  most_children_ = query_->parameters->count("F");
  has_two_steps_ = false;
  has_walk_ = false;
  is_cut_ = false;
  unfound_most_ = 0;
  next_ = Stage::kNear;
  next_child_ = 0;
  are_bounds_made_ = false;
  beside_ = nullptr;
  is_beside_met_ = false;
  are_unread_popular_ = false;
  facts_ = has_order_ || has_stops() ? nullptr : notes_->facts(*query_->web, 0);
  link_weight_ = query_->hosts_on ? kLinkWeightHostsOn : kLinkWeightHostsOff;
  COCITE_TRY(host_, query_->host(page));
  COCITE_CHECK(read_links());
  COCITE_CHECK(find_sites());
  bound_walks();
  COCITE_CHECK(read_stopped());
  COCITE_CHECK(read_parents());
  are_children_weighed_ = false;
  is_lean_ = can_be_lean();
  if (!is_lean_) return meet_all();
  place_parents();
  return {};
}

Result<void> QueryPage::meet_all() {
  if (is_lean_) {
    is_lean_ = false;
    room_->candidates.clear();
    room_->parents_most.clear();
    room_->scored.clear();
    room_->numbers.reset(query_->web->pages());
  }
  weigh_children();
  meet_parents();
  return meet_children_of_children();
}

Result<void> QueryPage::read_links() {
  Room& room = *room_;
  const Web& web = *query_->web;
  COCITE_TRY(std::span<const PageId> list,
             web.parents(page_, in_degree(page_), room.parents_buffer));
  room.parents.assign(list.begin(), list.end());
  COCITE_TRY(list, web.out().list(page_, room.buffer));
  room.children.assign(list.begin(), list.end());
  const auto chosen = room.sample.from(*query_, page_, room.parents, most_parents_);
  is_sampled_ = chosen.size() < room.parents.size();
  is_cut_ = is_sampled_ || room.children.size() > most_children_;
  for (const PageId parent : chosen) room.looked_at.push_back({.page = parent});
  return {};
}

// And N[u].
void QueryPage::weigh_children() {
  if (std::exchange(are_children_weighed_, true)) return;
  Room& room = *room_;
  constexpr size_t kAhead = 16;
  room.neighbours.reset(query_->web->pages());
  room.links.reserve(room.children.size());
  room.neighbours.add(page_);
  for (const PageId parent : room.parents) {
    if (!query_->is_stopped(parent)) room.neighbours.add(parent);
  }
  mass_ = 0;
  unseen_reach_ = 0;
  stopped_mass_ = 0;
  for (size_t place = 0; place < room.children.size(); ++place) {
    const PageId child = room.children[place];
    if (place + kAhead < room.children.size()) {
      notes_->prefetch(room.children[place + kAhead]);
    }
    if (query_->is_stopped(child)) continue;
    room.neighbours.add(child);
    const double rare = rareness(notes_->in_degree(child));
    const double top = has_order_ ? prominence(place) : 1;
    room.links[child] = {rare, top};
    mass_ += rare * top * top;
    unseen_reach_ += rare * top;
  }
  unseen_mass_ = mass_;
  unseen_children_ = room.links.size();
  unread_in_ = room.neighbours.size() - 1;
  unread_out_ = unread_in_;
  if (has_stops()) {
    for (const PageId stopped : query_->stoplist->pages()) {
      const uint32_t degree = notes_->in_degree(stopped);
      if (degree > 0) stopped_mass_ += rareness(degree);
    }
  }
}

// The sites of P(u,B), n(u), rho and what follows from it.
Result<void> QueryPage::find_sites() {
  Room& room = *room_;
  const Sites& sites = notes_->sites();
  const auto site_of = [&](PageId page) { return query_->hosts_on ? sites.of(page) : index(page); };
  site_ = site_of(page_);
  for (Parent& parent : room.looked_at) parent.site = site_of(parent.page);
  // Rising pages are mostly of rising sites already.
  if (!std::ranges::is_sorted(room.looked_at, {}, &Parent::site)) {
    std::ranges::stable_sort(room.looked_at, {}, &Parent::site);
  }
  sites_ = 0;
  uint64_t same = 0;
  for (size_t i = 0; i < room.looked_at.size(); ++i) {
    if (i == 0 || room.looked_at[i].site != room.looked_at[i - 1].site) ++sites_;
    if (room.looked_at[i].site == site_) ++same;
  }
  rho_ = 1;
  if (query_->hosts_on) {
    uint64_t all = room.looked_at.size();
    for (const PageId child : room.children) {
      if (query_->is_stopped(child)) continue;
      ++all;
      same += site_of(child) == site_ ? 1 : 0;
    }
    if (all > 0) rho_ = static_cast<double>(same) / static_cast<double>(all);
  }
  delta_ = 1 - rho_;
  beta_ = 0.25 + 0.5 * delta_;
  rho_squared_ = rho_ * rho_;
  sites_power_ = std::pow(sites_, 1 - beta_);
  room.site_weights.assign(room.kSmallSites, 0);
  return {};
}

Result<void> QueryPage::read_stopped() {
  Room& room = *room_;
  if (!has_stops()) return {};
  const auto stopped = query_->stoplist->pages();
  COCITE_CHECK(room.lists.load(query_->web->out(), stopped));
  for (const PageId page : stopped) {
    for (const PageId child : room.lists.list(page)) ++room.stopped_parents[child];
  }
  return {};
}

Result<void> QueryPage::read_parents() {
  Room& room = *room_;
  for (const Parent& parent : room.looked_at) room.parent_pages.push_back(parent.page);
  auto batch = query_->web->out().batch(room.parent_pages);
  while (batch.next()) {
    const auto list = batch.list();
    room.parent_links.insert(room.parent_links.end(), list.begin(), list.end());
    room.parent_ends.push_back(room.parent_links.size());
  }
  return batch.status();
}

Result<std::vector<Scored>> QueryPage::best(uint64_t wanted) {
  Room& room = *room_;
  wanted = std::max<uint64_t>(wanted, 1);
  if (is_lean_) {
    if (beside_ == nullptr && query_->flagged == Flagged::kKeep) {
      COCITE_TRY(auto first, best_lean(wanted));
      if (first) return *std::move(first);
    }
    COCITE_CHECK(meet_all());
  }
  // Children that could bring nobody in may do so when more are wanted.
  if (beside_ == nullptr && next_child_ < room.child_order.size())
    next_ = std::min(next_, Stage::kChildren);
  // What is beside can bring anybody in: all candidates have to be met.
  if (beside_ != nullptr) COCITE_CHECK(meet_beside());
  COCITE_TRY(double least, sure_score(wanted));
  // Where shared children may decide, knowing them makes better bounds.
  if (next_ == Stage::kNear && (is_cut_ || most_from(next_) >= least)) {
    COCITE_CHECK(add_next(least));
  }
  for (;;) {
    make_bounds(least);
    COCITE_CHECK(score_best(wanted, least));
    if (next_ == Stage::kEnd || query_->is_spent() || most_from(next_) < least) break;
    COCITE_CHECK(add_next(least));
  }
  std::vector<Scored> first;
  for (const Scored& one : room.scored) {
    if (one.score + walk_most(one.page) * (1 + kRounding) >= least * (1 - kRounding)) {
      first.push_back(one);
    }
  }
  COCITE_CHECK(walk_to(first));
  static_cast<void>(notes_->facts(*query_->web, std::exchange(pages_read_, 0)));
  if (query_->flagged != Flagged::kKeep) return first;  // which asked for the flags already
  COCITE_CHECK(keep_first(wanted, first));
  for (Scored& one : first) {
    if (query_->is_spent()) break;
    COCITE_TRY(one.is_flagged, is_flagged(one.page));
  }
  return first;
}

Result<void> QueryPage::meet_beside() {
  if (is_beside_met_) return {};
  is_beside_met_ = true;
  while (next_ != Stage::kEnd) COCITE_CHECK(add_next(0));
  room_->pages.clear();
  for (const Candidate& candidate : room_->candidates) room_->pages.push_back(candidate.page);
  return beside_->meet(room_->pages);
}

Result<void> QueryPage::keep_first(uint64_t wanted, std::vector<Scored>& scored) const {
  if (scored.size() <= wanted) return {};
  std::vector<Item> items;
  items.reserve(scored.size());
  for (const Scored& one : scored) items.push_back({.page = one.page, .score = one.score});
  COCITE_TRY(items, related::best(*query_->web, std::move(items), wanted));
  scored.clear();
  for (const Item& item : items) scored.push_back({.page = item.page, .score = item.score});
  return {};
}

Result<std::vector<Scored>> QueryPage::all() {
  if (is_lean_) COCITE_CHECK(meet_all());
  while (next_ != Stage::kEnd) COCITE_CHECK(add_next(0));
  return best(std::numeric_limits<uint64_t>::max());
}

}  // namespace cocite::related::blend

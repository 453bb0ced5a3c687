// The first answers around a page for which only I counts (rho = 0) and of whose parents each is a
// site of its own: sites in a graph of sites above all, where parents link to thousands of others.
//
// Every page that a parent links to would be a candidate, a hundred thousand of them, each with all
// that is known of it. But V is then a plain sum over the parents, so that an array of eight bytes a
// page is enough to know what everybody can score at most; whoever may be among the first is scored
// exactly, as always. Where these are too few, or a short walk alone may decide, all candidates are
// met after all (meet_all). The answers are the same, to the last bit.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>

#include "related/blend_page.h"
#include "related/blend_room.h"
#include "related/window.h"

namespace cocite::related::blend {
namespace {

// Sums of so many floats are off by less than this share: 2^-24 for each of them.
constexpr double kFloats = 1e-3;
constexpr size_t kMostParents = 10'000;
// With fewer links nothing is saved.
constexpr size_t kLeastLinks = 1000;

}  // namespace

bool QueryPage::can_be_lean() const {
  const Room& room = *room_;
  return rho_squared_ == 0 && !has_stops() && room.numbers.is_array() &&
         static_cast<size_t>(sites_) == room.looked_at.size() &&
         room.looked_at.size() <= kMostParents && room.parent_links.size() >= kLeastLinks;
}

std::span<const PageId> QueryPage::list_of_parent(size_t which) const {
  const Room& room = *room_;
  const size_t begin = which == 0 ? 0 : room.parent_ends[which - 1];
  return std::span(room.parent_links).subspan(begin, room.parent_ends[which] - begin);
}

void QueryPage::place_parents() {
  Room& room = *room_;
  room.child_marks.reset(query_->web->pages());
  for (const PageId child : room.children) room.child_marks.add(child);
  for (size_t i = 0; i < room.parent_ends.size(); ++i) {
    Parent& parent = room.looked_at[i];
    parent.place = static_cast<uint32_t>(place_of(list_of_parent(i), page_));
    room.parent_numbers[parent.page] = static_cast<uint32_t>(i + 1);
  }
}

bool QueryPage::is_child(PageId page) const {
  return room_->child_marks.has(page);
}

void QueryPage::sum_voices() {
  Room& room = *room_;
  if (!room.summed.empty()) return;
  room.sums.resize(std::max<size_t>(room.sums.size(), query_->web->pages()));
  const uint64_t near = most_children_ / 2;
  // Farther away a link counts a little less; as a bound it may count as much.
  constexpr uint32_t kPlaces = 4096;
  std::vector<float> weights;
  for (uint32_t apart = 0; has_order_ && apart < kPlaces; ++apart) {
    weights.push_back(static_cast<float>(spread_weight(apart)));
  }
  for (size_t i = 0; i < room.parent_ends.size(); ++i) {
    const Parent& parent = room.looked_at[i];
    const auto list = list_of_parent(i);
    if (parent.place == list.size()) continue;  // damaged: the directions differ
    const bool is_long = has_order_ && list.size() > most_children_;
    if (!has_order_) {
      weights.assign(1, static_cast<float>(spread_weight(spread(parent, list, 0))));
    }
    const auto last = static_cast<uint32_t>(weights.size() - 1);
    for (size_t place = 0; place < list.size(); ++place) {
      constexpr size_t kAhead = 16;
      if (place + kAhead < list.size()) {
        __builtin_prefetch(&room.sums[index(list[place + kAhead])], 1);
      }
      const auto at = static_cast<uint32_t>(place);
      const uint32_t apart = at < parent.place ? parent.place - at : at - parent.place;
      Room::Sum& sum = room.sums[index(list[place])];
      if (sum.sites == 0) room.summed.push_back(list[place]);
      sum.voices += weights[std::min(apart, last)];
      ++sum.sites;
      if (!is_long || apart <= near) sum.is_found = 1;
    }
  }
}

double QueryPage::most_by_sum(PageId page) const {
  const Room::Sum& sum = room_->sums[index(page)];
  return by_parents(sum.voices * (1 + kFloats), sum.sites,
                    known_weight_of_sites(notes_->linking_sites(page)));
}

std::vector<QueryPage::Bound> QueryPage::most_by_sums(size_t count, double& rest) {
  const Room& room = *room_;
  // The same order whatever the count.
  const auto is_more = [](const Bound& a, const Bound& b) {
    return a.most != b.most ? a.most > b.most : a.candidate < b.candidate;
  };
  std::vector<Bound> best;  // a heap, the least first
  rest = 0;
  // At least as many sites link to v as to both: what it weighs at most, by c.
  std::array<double, 256> weights;
  for (size_t c = 0; c < weights.size(); ++c) {
    weights[c] = std::pow((static_cast<double>(c) + delta_ * sites_) / (1 + delta_), -beta_) *
                 (1 + kRounding);
  }
  for (const PageId page : room.summed) {
    if (page == page_) continue;
    const Room::Sum& sum = room.sums[index(page)];
    if (best.size() == count &&
        by_parents(sum.voices * (1 + kFloats), sum.sites,
                   weights[std::min<size_t>(sum.sites, weights.size() - 1)]) < best.front().most) {
      continue;
    }
    const Bound bound{.most = most_by_sum(page), .candidate = index(page)};
    if (best.size() == count) {
      if (!is_more(bound, best.front())) continue;
      std::ranges::pop_heap(best, is_more);
      best.pop_back();
    }
    best.push_back(bound);
    std::ranges::push_heap(best, is_more);
  }
  if (best.size() == count) rest = best.front().most;
  std::ranges::sort(best, is_more);
  return best;
}

const QueryPage::Candidate* QueryPage::candidate_of(PageId page, std::span<const PageId> parents) {
  Room& room = *room_;
  const uint32_t number = room.numbers.of(page);
  if (number != 0) return &room.candidates[number - 1];
  if (!is_lean_ || page == page_) return nullptr;
  Candidate& candidate = met(page);
  const uint64_t near = most_children_ / 2;
  for (size_t i = 0; i < room.parent_ends.size(); ++i) {
    const Parent& parent = room.looked_at[i];
    if (!std::ranges::binary_search(parents, parent.page)) continue;
    const auto list = list_of_parent(i);
    const size_t place = place_of(list, page);
    if (place == list.size() || parent.place == list.size()) continue;
    count_link(parent, list, place, notes_->is_ranked(parent.page), candidate);
    const bool is_long = has_order_ && list.size() > most_children_;
    candidate.is_found = candidate.is_found || !is_long || spread(parent, list, place) <= near;
  }
  candidate.is_parent = room.parent_numbers.contains(page);
  candidate.is_child = is_child(page);
  return &candidate;
}

// Whether it is met in another way than beside u on a parent: a neighbour, chains, walks.
Result<bool> QueryPage::is_found_by_chain(PageId page, std::span<const PageId> parents) {
  Room& room = *room_;
  if (room.parent_numbers.contains(page)) return true;
  const auto is_near_child = [&](PageId child) {
    return is_child(child) && place_of(room.children, child) < most_children_;
  };
  if (is_near_child(page)) return true;
  graph::ListBuffer buffer;
  for (const PageId parent : parents) {  // u -> x -> v
    if (!is_near_child(parent)) continue;
    COCITE_TRY(const auto list, query_->web->out().list(parent, buffer));
    if (place_of(list, page) < std::min<size_t>(list.size(), most_children_)) return true;
  }
  COCITE_TRY(const auto children, query_->web->out().list(page, buffer));
  for (const PageId child : children) {  // v -> x -> u, v -> x <- u
    if (!room.parent_numbers.contains(child) && !is_near_child(child)) continue;
    if (in_degree(child) <= most_parents_) return true;
    COCITE_TRY(const auto sample, room.sample.of(*query_, child, most_parents_));
    if (std::ranges::find(sample, page) != sample.end()) return true;
  }
  Scored walk{.page = page};
  COCITE_CHECK(walk_only_to({&walk, 1}));
  return walk.score > 0;
}

Result<void> QueryPage::score_lean(const Bound& bound) {
  Room& room = *room_;
  const PageId page = page_id(bound.candidate);
  COCITE_TRY(const bool is_taken, takes(page));
  if (!is_taken) return {};
  graph::ListBuffer buffer;
  COCITE_TRY(const auto parents, query_->web->in().list(page, buffer));
  if (room.sums[index(page)].is_found == 0) {
    COCITE_TRY(const bool is_found, is_found_by_chain(page, parents));
    if (!is_found) return {};
  }
  COCITE_TRY(const double score, score_parents(candidate_of(page, parents), page, parents));
  room.scored.push_back({.page = page, .score = score});
  return {};
}

Result<std::optional<std::vector<Scored>>> QueryPage::best_lean(uint64_t wanted) {
  Room& room = *room_;
  sum_voices();
  if (wanted >= room.summed.size()) return std::nullopt;
  room.scored.clear();
  double least = 0;
  size_t done = 0;
  for (size_t count = 4 * wanted + 32;; count *= 4) {
    double rest = 0;
    const std::vector<Bound> bounds = most_by_sums(count, rest);
    std::priority_queue<double, std::vector<double>, std::greater<>> firsts;
    for (const Scored& one : room.scored) firsts.push(one.score);
    const auto is_hopeless = [&](double most) {
      return (most + most_walked_) * (1 + kRounding) < least * (1 - kRounding);
    };
    for (; done < bounds.size() && !is_hopeless(bounds[done].most); ++done) {
      if (query_->is_spent()) return std::nullopt;
      const size_t before = room.scored.size();
      COCITE_CHECK(score_lean(bounds[done]));
      if (room.scored.size() > before) firsts.push(room.scored.back().score);
      while (firsts.size() > wanted) firsts.pop();
      if (firsts.size() == wanted) least = std::max(least, firsts.top());
    }
    if (done < bounds.size() || is_hopeless(rest)) break;
    if (bounds.size() < count) return std::nullopt;  // that was everybody
  }
  // Whoever is walked to and nothing else may have this much.
  if (least * (1 - kRounding) <= most_walked_ * (1 + kRounding)) return std::nullopt;
  std::vector<Scored> first;
  for (const Scored& one : room.scored) {
    if (one.score + walk_most(one.page) * (1 + kRounding) >= least * (1 - kRounding)) {
      first.push_back(one);
    }
  }
  COCITE_CHECK(walk_to(first));
  COCITE_CHECK(keep_first(wanted, first));
  for (Scored& one : first) {
    if (query_->is_spent()) break;
    COCITE_TRY(one.is_flagged, is_flagged(one.page));
  }
  return std::optional(std::move(first));
}

}  // namespace cocite::related::blend

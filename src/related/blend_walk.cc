// s3: where a walk of three steps from the query page leads, on links in either direction.
#include <algorithm>
#include <cmath>
#include <limits>

#include "related/blend_page.h"
#include "related/blend_room.h"

namespace cocite::related::blend {
namespace {

constexpr double kGoesOn = 0.85;
constexpr double kLeastShare = 1e-5;

// What a page with so much hands on to each of its neighbours; too little is not handed on.
double share_of(double mass, uint32_t neighbours) {
  if (neighbours == 0) return 0;
  const double share = kGoesOn * mass / neighbours;
  return share < kLeastShare ? 0 : share;
}

}  // namespace

template <class Use>
Result<void> QueryPage::for_neighbours(std::span<const PageId> pages, const Use& use) {
  std::vector<PageId>& near = room_->near;
  auto in = query_->web->in().batch(pages);
  auto out = query_->web->out().batch(pages);
  while (in.next() && out.next()) {
    const auto parents = in.list();
    near.assign(parents.begin(), parents.end());
    for (const PageId child : out.list()) {
      if (!std::ranges::binary_search(parents, child)) near.push_back(child);
    }
    use(in.page(), std::span<const PageId>(near));
  }
  COCITE_CHECK(in.status());
  return out.status();
}

// The neighbours of u that hand on something, and how much has come to each of them.
std::span<const PageId> QueryPage::pages_walked_over(double& share) {
  Room& room = *room_;
  room.pages.clear();
  share = share_of(1, notes_->neighbours(page_));
  if (share == 0) return room.pages;
  const auto add = [&](PageId page) {
    if (share_of(share, notes_->neighbours(page)) > 0) room.pages.push_back(page);
  };
  for (const PageId parent : room.parents) add(parent);
  for (const PageId child : room.children) {
    if (!std::ranges::binary_search(room.parents, child)) add(child);
  }
  return room.pages;
}

double QueryPage::walked(PageId other, double mass) const {
  return kWalkWeight * mass *
         std::sqrt((static_cast<double>(notes_->neighbours(page_)) + 1) /
                   (static_cast<double>(notes_->neighbours(other)) + 1));
}

// w3(v) is 0.85^3 of what a walk that never stops would bring, at most. That walk goes back as it
// came: from u to v with p, from v to u with p deg(u) / deg(v), and there the last step is from
// some neighbour of u, which chooses among its own.
void QueryPage::bound_walks() {
  const Room& room = *room_;
  constexpr size_t kFew = 4096;
  walk_back_ = 1;
  const double own = notes_->neighbours(page_);
  if (room.parents.size() + room.children.size() <= kFew) {
    uint32_t fewest = std::numeric_limits<uint32_t>::max();
    for (size_t i = 0; i < room.parents.size(); ++i) {
      constexpr size_t kAhead = 16;
      if (i + kAhead < room.parents.size()) notes_->prefetch(room.parents[i + kAhead]);
      fewest = std::min(fewest, notes_->neighbours(room.parents[i]));
    }
    for (const PageId child : room.children) fewest = std::min(fewest, notes_->neighbours(child));
    walk_back_ = 1 / std::max(1.0, static_cast<double>(fewest));
  }
  most_walked_ = kWalkMost * std::min(1.0, std::sqrt((own + 1) / (own / walk_back_ + 1)));
}

double QueryPage::walk_most(PageId page) const {
  if (has_walk_) {
    const double* const mass = room_->walk.find(page);
    return mass == nullptr ? 0 : walked(page, *mass);
  }
  const double own = notes_->neighbours(page_);
  const double theirs = notes_->neighbours(page);
  if (own == 0) return 0;
  return kWalkMost * std::min(1.0, walk_back_ * theirs / own) * std::sqrt((own + 1) / (theirs + 1));
}

double QueryPage::known_score(const Scored& one) const {
  return has_walk_ ? one.score + walk_most(one.page) : one.score;
}

Result<void> QueryPage::walk_to(std::span<Scored> pages) {
  if (!has_walk_) {
    // From the pages back, or from u on: where popular pages are walked to, that is shorter.
    uint64_t back = 0;
    for (const Scored& one : pages) back += notes_->neighbours(one.page);
    uint64_t on = 0;
    double share = 0;
    for (const PageId page : pages_walked_over(share)) on += notes_->neighbours(page);
    return back > 2 * on + 1000 ? walk_on_to(pages) : walk_only_to(pages);
  }
  for (Scored& one : pages) {
    if (const double* mass = room_->walk.find(one.page)) one.score += walked(one.page, *mass);
  }
  return {};
}

// What comes to all pages in two steps.
Result<void> QueryPage::walk_two_steps() {
  Room& room = *room_;
  if (has_two_steps_) return {};
  room.brought.clear();
  double first = 0;
  COCITE_CHECK(
      for_neighbours(pages_walked_over(first), [&](PageId from, std::span<const PageId> near) {
        const double share = share_of(first, notes_->neighbours(from));
        for (const PageId page : near) room.brought[page] += share;
      }));
  has_two_steps_ = true;
  return {};
}

// The neighbour of a page that has only one, where that is known without reading: a common parent.
const PageId* QueryPage::only_neighbour(PageId page) const {
  const Room& room = *room_;
  if (notes_->neighbours(page) != 1) return nullptr;
  const uint32_t number = room.numbers.of(page);
  if (number == 0 || room.candidates[number - 1].common_sites == 0) return nullptr;
  return &room.looked_at[room.candidates[number - 1].parent].page;
}

// Unless all is known, what comes to the neighbours of these pages is found out, and nothing else.
Result<void> QueryPage::walk_only_to(std::span<Scored> pages) {
  Room& room = *room_;
  if (!has_two_steps_) room.brought.clear();
  room.links_walked.clear();
  room.ends_walked.clear();
  std::vector<PageId>& targets = room.targets;
  targets.clear();
  for (const Scored& one : pages) {
    const PageId* const only = only_neighbour(one.page);
    if (only == nullptr) targets.push_back(one.page);
    if (only != nullptr && !has_two_steps_) room.brought[*only];
  }
  COCITE_CHECK(for_neighbours(targets, [&](PageId, std::span<const PageId> near) {
    for (size_t i = 0; !has_two_steps_ && i < near.size(); ++i) room.brought[near[i]];
    room.links_walked.insert(room.links_walked.end(), near.begin(), near.end());
    room.ends_walked.push_back(room.links_walked.size());
  }));
  if (!has_two_steps_) {
    double first = 0;
    COCITE_CHECK(
        for_neighbours(pages_walked_over(first), [&](PageId from, std::span<const PageId> near) {
          const double share = share_of(first, notes_->neighbours(from));
          for (const PageId page : near) {
            if (double* const brought = room.brought.find(page)) *brought += share;
          }
        }));
  }
  const auto handed_on = [&](PageId page) {
    const double* const brought = room.brought.find(page);
    return brought == nullptr ? 0 : share_of(*brought, notes_->neighbours(page));
  };
  size_t begin = 0;
  size_t read = 0;
  for (Scored& one : pages) {
    double mass = 0;
    if (const PageId* const only = only_neighbour(one.page)) {
      mass = handed_on(*only);
    } else {
      if (read == room.ends_walked.size()) break;
      for (; begin < room.ends_walked[read]; ++begin) mass += handed_on(room.links_walked[begin]);
      ++read;
    }
    one.score += walked(one.page, mass);
  }
  return {};
}

// The pages that hand on something after two steps. All their neighbours are at most 0.85^3 / 1e-5
// together, however large the graph.
Result<std::span<const PageId>> QueryPage::pages_walked_over_twice() {
  Room& room = *room_;
  COCITE_CHECK(walk_two_steps());
  room.targets.clear();
  const auto pages = room.brought.pages();
  for (size_t i = 0; i < pages.size(); ++i) {
    constexpr size_t kAhead = 16;
    if (i + kAhead < pages.size()) notes_->prefetch(pages[i + kAhead]);
    if (share_of(*room.brought.find(pages[i]), notes_->neighbours(pages[i])) > 0) {
      room.targets.push_back(pages[i]);
    }
  }
  return room.targets;
}

// Three steps on from u, of which only those to these pages are kept.
Result<void> QueryPage::walk_on_to(std::span<Scored> pages) {
  Room& room = *room_;
  COCITE_TRY(const std::span<const PageId> second, pages_walked_over_twice());
  room.walk.clear();
  for (const Scored& one : pages) room.walk[one.page];
  COCITE_CHECK(for_neighbours(second, [&](PageId from, std::span<const PageId> near) {
    const double share = share_of(*room.brought.find(from), notes_->neighbours(from));
    for (const PageId page : near) {
      if (double* const mass = room.walk.find(page)) *mass += share;
    }
  }));
  for (Scored& one : pages) one.score += walked(one.page, *room.walk.find(one.page));
  return {};
}

Result<void> QueryPage::walk_everywhere() {
  Room& room = *room_;
  if (has_walk_) return {};
  COCITE_TRY(const std::span<const PageId> second, pages_walked_over_twice());
  room.walk.clear();
  COCITE_CHECK(for_neighbours(second, [&](PageId from, std::span<const PageId> near) {
    const double share = share_of(*room.brought.find(from), notes_->neighbours(from));
    for (const PageId page : near) room.walk[page] += share;
  }));
  has_walk_ = true;
  return {};
}

}  // namespace cocite::related::blend

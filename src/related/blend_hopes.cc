// What a candidate of blend may score at most. Each term is bounded by what is known already: no
// factor of a parent on the side of v is above 1, nor above n(v)^-beta; no prominence is above 1;
// no neighbour is shared that u does not have; strangers say no more than if v were on u's host,
// and whoever may be endorsed for v is taken for both, a stranger and somebody who is none. Where
// pages are stopped, each may have been one of those that were counted beforehand.
#include <algorithm>
#include <cmath>

#include "related/blend_scores.h"

namespace cocite::related::blend {

// k^-beta of a group of at least so many, some of which may be stopped.
double Around::factor(double group) const {
  const double left = group - static_cast<double>(stopped_pages());
  return left > 1 ? std::pow(left, -kBeta) : 1;
}

Result<void> Around::weigh_stopped() {
  factor_small_ = factor(double{PageBounds::kSmall});
  if (query_->stoplist == nullptr) return {};
  COCITE_CHECK(query_->web->in_degrees(query_->stoplist->pages(), degrees_));
  for (const uint32_t degree : degrees_) {
    if (degree > 0) stopped_mass_ += rareness(degree);
  }
  return {};
}

double Around::most_by_parents(uint32_t candidate, PageId other) const {
  const auto met = meetings_of(candidate);
  if (met.empty()) return 0;
  const PageBounds::Page& known = beforehand_->bounds.of(other);
  size_t strangers = 0;   // who at most together say what the nearest of them says,
  double nearest = 0;     // this,
  size_t silent = 0;      // and those of them whom nobody endorses nothing else
  double loose = 0;       // the parts of parents that nobody endorses,
  double in_largest = 0;  // of those in the largest group,
  double elsewhere = 0;   // and of the others
  double most_elsewhere = 0;
  for (const Meeting& meeting : met) {
    const Speaker& speaker = speakers_[meeting.parent];
    if (speaker.is_stranger) {
      ++strangers;
      nearest = std::max(nearest, meeting.nearness);
      if (speaker.is_loose) {
        ++silent;
        continue;
      }
    }
    const double part = speaker.pull * meeting.nearness;
    if (speaker.is_loose) {
      loose += part;
    } else if (speaker.host == known.largest_host) {
      in_largest += part;
    } else {
      elsewhere += part;
      most_elsewhere = std::max(most_elsewhere, part);
    }
  }
  const double factor_loose = std::sqrt(kLooseWeight) * factor(known.loose.least());
  // Of the others, those with the largest parts are in small groups, at worst.
  const double small = std::min(elsewhere, known.in_small.most() * most_elsewhere);
  const double grouped = small + (elsewhere - small) * std::max(factor_small_, factor_loose) +
                         in_largest * std::max(factor(known.largest.least()), factor_loose) +
                         loose * factor_loose;
  const double voice =
      kLooseWeight * nearest *
      std::min(1.0, std::pow(static_cast<double>(strangers), kBeta) * factor(known.loose.least()));
  const auto common = static_cast<double>(met.size() - silent + (silent > 0 ? 1 : 0));
  const double most = common / (common + 1) / std::pow(votes_, 1 - kBeta);
  // Pages that everybody links to share many parents with everybody, and have many votes. One with
  // none has loose parents only.
  const double votes = known.votes.least() - static_cast<double>(stopped_pages());
  if (votes >= 1) return most * (grouped + voice) / std::pow(votes, kBeta);
  const double all_loose =
      ((loose + in_largest + elsewhere) * factor_loose + voice) / std::pow(kLooseWeight, kBeta);
  return most * std::max(grouped + voice, all_loose);
}

double Around::most_by_neighbours(uint32_t candidate, PageId other, uint32_t parents,
                                  std::span<const PageId> children) const {
  // Shared neighbours: itself; among its parents u, what is known of P(u), and C(u); its children.
  const size_t known = meetings_of(candidate).size() + (neighbours_.size() - sampled_.size());
  uint64_t shared = std::min<uint64_t>(parents, 1 + known);
  if (neighbours_.contains(other)) ++shared;
  uint64_t free_children = 0;
  for (const PageId child : children) {
    if (query_->is_stopped(child)) continue;
    ++free_children;
    if (neighbours_.contains(child)) ++shared;
  }
  const uint64_t stops = stopped_pages();
  const uint64_t size = 1 + std::max(parents - std::min<uint64_t>(parents, stops), free_children);
  const double sizes = static_cast<double>(neighbours_.size()) * static_cast<double>(size);
  return kNeighbours * std::min(1.0, static_cast<double>(shared) / std::sqrt(sizes));
}

double Around::most_unread(uint32_t candidate, PageId other) const {
  const PageBounds::Page& known = beforehand_->bounds.of(other);
  const Found& found = found_[candidate];
  const Short in = known.in_degree;
  const Short out = known.out_degree;
  const double parents = static_cast<double>(parents_.size());
  const double children = static_cast<double>(children_.size());

  const double mass = std::max(0.0, known.mass.least() - stopped_mass_);
  const double coupling = (found.reach + unseen_reach_) / std::sqrt((mass_ + 1) * (mass + 1));

  const bool is_neighbour = neighbours_.contains(other);
  double direct = 0;
  if (is_neighbour) {
    if (const auto* own = links_.find(other)) {
      direct += own->second / std::sqrt((children + 1) * (in.least() + 1));
    }
    if (std::binary_search(parents_.begin(), parents_.end(), other)) {
      direct += 1 / std::sqrt((out.least() + 1) * (parents + 1));
    }
  }

  // Both pages themselves; parents of v that are parents or children of u; children likewise.
  const auto met = static_cast<double>(meetings_of(candidate).size());
  const double unsampled = parents - static_cast<double>(sampled_.size());
  const double shared =
      (is_neighbour ? 2 : 0) + std::min(met + unsampled + children, in.most()) +
      std::min(parents + found.shared + static_cast<double>(unseen_shared_), out.most());
  const double size =
      1 + std::max(0.0, std::max(in.least(), out.least()) - static_cast<double>(stopped_pages()));
  const double alike = shared / std::sqrt(static_cast<double>(neighbours_.size()) * size);

  return most_by_parents(candidate, other) + kCoupling * coupling + kDirect * direct +
         kNeighbours * std::min(1.0, alike);
}

std::vector<Hope> Around::hopes_unread() const {
  constexpr double kRounding = 1 + 1e-9;
  constexpr size_t kAhead = 16;
  const auto pages = candidates_.pages();
  std::vector<Hope> hopes(pages.size());
  for (size_t i = 0; i < pages.size(); ++i) {
    if (i + kAhead < pages.size()) beforehand_->bounds.prefetch(pages[i + kAhead]);
    const auto candidate = static_cast<uint32_t>(i);
    hopes[i] = {.most = kRounding * most_unread(candidate, pages[i]), .candidate = candidate};
  }
  return hopes;
}

}  // namespace cocite::related::blend

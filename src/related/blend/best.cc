// The best candidates: the most promising are scored exactly until no other can be among the first.
#include <algorithm>
#include <functional>
#include <limits>

#include "related/blend/search.h"
#include "related/blend/workspace.h"
#include "related/order.h"

namespace cocite::related::blend {
namespace {

// Nearly as good is as good: order.h decides ties.
bool is_less(double most, double least) {
  return most < least * (1 - kRounding);
}

}  // namespace

void Search::Firsts::add(double score) {
  scores_.push(score);
  if (scores_.size() > wanted_) scores_.pop();
  if (scores_.size() == wanted_) least_ = std::max(least_, scores_.top());
}

Result<bool> Search::takes(PageId page) const {
  if (page == page_ || query_->is_stopped(page) || query_->is_asked_for(page)) return false;
  if (query_->takes == nullptr) return true;
  return (*query_->takes)(page);
}

// What the last of the first `wanted` answers scores at least, by I alone; 0: not known.
Result<double> Search::sure_score(uint64_t wanted) {
  const Workspace& work = *work_;
  if (query_->flagged != Flagged::kKeep || wanted >= work.candidates.size()) return 0.0;
  std::vector<std::pair<double, uint32_t>> most_votes;
  for (uint32_t i = 0; i < work.candidates.size(); ++i) {
    const Candidate& candidate = work.candidates[i];
    if (candidate.is_found && candidate.sites > 0) most_votes.emplace_back(votes(candidate), i);
  }
  const size_t some = std::min<size_t>(most_votes.size(), 4 * wanted + 32);
  std::ranges::nth_element(most_votes, most_votes.begin() + static_cast<ptrdiff_t>(some),
                           std::greater<>());
  std::vector<double> sure;
  for (size_t i = 0; i < some; ++i) {
    const Candidate& candidate = work.candidates[most_votes[i].second];
    COCITE_TRY(const bool is_taken, takes(candidate.page));
    if (!is_taken) continue;
    COCITE_TRY(const double score, parents_score(candidate));
    sure.push_back(score);
  }
  if (sure.size() < wanted) return 0.0;
  const auto last = sure.begin() + static_cast<ptrdiff_t>(wanted - 1);
  std::ranges::nth_element(sure, last, std::greater<>());
  return *last * (1 - kRounding);
}

// Extra scores can make any candidate the first: all have to be known.
Result<void> Search::meet_extra() {
  if (extra_ == nullptr || is_extra_met_) return {};
  is_extra_met_ = true;
  COCITE_CHECK(read_parents_of_children(std::numeric_limits<uint64_t>::max(), 0));
  work_->pages.clear();
  for (const Candidate& candidate : work_->candidates) work_->pages.push_back(candidate.page);
  return extra_->meet(work_->pages);
}

// Of all candidates that are not scored and may have `least`.
Result<void> Search::make_bounds(double least) {
  Workspace& work = *work_;
  work.bounds.clear();
  constexpr size_t kAhead = 16;
  constexpr uint64_t kStepsABound = 8;
  for (uint32_t i = 0; i < work.candidates.size(); ++i) {
    if (i + kAhead < work.candidates.size()) notes_->prefetch(work.candidates[i + kAhead].page);
    const Candidate& candidate = work.candidates[i];
    if (query_->is_spent_after(kStepsABound)) break;
    if (candidate.is_scored || (!candidate.is_found && !has_unread_children())) continue;
    const double extra = extra_ == nullptr ? 0 : extra_->most(i);
    if (is_less(quick_most(candidate) + extra, least)) continue;
    COCITE_TRY(const double parents, parents_score(candidate));
    COCITE_TRY(const double link, link_score(candidate));
    const double most = (parents + link + children_most(candidate)) * (1 + kRounding);
    if (most + extra == 0 || is_less(most + extra, least)) continue;
    work.bounds.push_back(
        {.most = most, .parents = parents, .link = link, .extra = extra, .candidate = i});
  }
  std::ranges::make_heap(work.bounds, {}, &Bound::sum);
  return {};
}

Result<void> Search::know_extra(std::span<Bound> some) {
  if (some.empty()) return {};
  std::vector<uint32_t> numbers;
  numbers.reserve(some.size());
  for (const Bound& bound : some) numbers.push_back(bound.candidate);
  COCITE_CHECK(extra_->know(numbers));
  for (Bound& bound : some) {
    bound.extra = extra_->most(bound.candidate);
    work_->bounds.push_back(bound);
    std::ranges::push_heap(work_->bounds, {}, &Bound::sum);
  }
  return {};
}

// Reads the children of those that may share some with u.
Result<void> Search::score_some(std::span<const Bound> some) {
  Workspace& work = *work_;
  const auto needs_children = [&](const Bound& bound) {
    const Candidate& candidate = work.candidates[bound.candidate];
    return !candidate.is_found || children_most(candidate) > 0;
  };
  work.pages.clear();
  for (const Bound& bound : some) {
    if (needs_children(bound)) work.pages.push_back(work.candidates[bound.candidate].page);
  }
  auto batch = query_->web->out().batch(work.pages);
  for (const Bound& bound : some) {
    Candidate& candidate = work.candidates[bound.candidate];
    double children = 0;
    bool is_found = true;
    if (needs_children(bound)) {
      if (!batch.next()) break;
      children = children_score(batch.list());
      if (!candidate.is_found) {
        COCITE_TRY(is_found, is_found_by_children(candidate.page, batch.list()));
      }
    }
    candidate.is_scored = true;
    // Words add to what links found: a title alone makes no answer.
    const double links = bound.parents + (children + bound.link);
    if (!is_found || links <= 0) continue;
    Scored scored{.page = candidate.page, .score = links + bound.extra};
    if (query_->flagged != Flagged::kKeep) {
      COCITE_TRY(scored.is_flagged, is_flagged(candidate.page));
    }
    work.scored.push_back(scored);
  }
  return batch.status();
}

Result<void> Search::score_bounds(size_t together, Firsts& firsts) {
  Workspace& work = *work_;
  std::vector<Bound>& bounds = work.bounds;
  std::vector<Bound> some;
  std::vector<Bound> unknown;  // their extra scores
  size_t unknown_together = 32;
  const auto has_next = [&] {
    return !bounds.empty() && !is_less(bounds.front().sum(), firsts.least());
  };
  while (has_next() && !query_->is_spent()) {
    some.clear();
    unknown.clear();
    while (has_next() && some.size() < together && unknown.size() < unknown_together) {
      std::ranges::pop_heap(bounds, {}, &Bound::sum);
      const Bound bound = bounds.back();
      bounds.pop_back();
      Candidate& candidate = work.candidates[bound.candidate];
      COCITE_TRY(const bool is_taken, takes(candidate.page));
      if (!is_taken) {
        candidate.is_scored = true;
      } else if (extra_ != nullptr && !extra_->is_known(bound.candidate)) {
        unknown.push_back(bound);
      } else {
        some.push_back(bound);
      }
    }
    const size_t before = work.scored.size();
    COCITE_CHECK(score_some(some));
    for (size_t i = before; i < work.scored.size(); ++i) {
      const Scored& one = work.scored[i];
      if (query_->flagged == Flagged::kKeep || !one.is_flagged) firsts.add(one.score);
    }
    if (unknown.size() == unknown_together) unknown_together *= 2;
    COCITE_CHECK(know_extra(unknown));
  }
  return {};
}

Result<std::vector<Scored>> Search::best(uint64_t wanted) {
  const Workspace& work = *work_;
  wanted = std::max<uint64_t>(wanted, 1);
  COCITE_CHECK(meet_extra());
  COCITE_TRY(const double sure, sure_score(wanted));
  Firsts firsts(wanted, sure);
  for (const Scored& one : work.scored) {
    if (query_->flagged == Flagged::kKeep || !one.is_flagged) firsts.add(one.score);
  }
  // Where shared children may decide, knowing them makes better bounds.
  COCITE_CHECK(read_parents_of_children(4096 + 2 * links_read_, sure));
  for (;;) {
    // Some at a time, for reading one by one takes longer; more where all are read anyway.
    const size_t together = wanted >= work.candidates.size() ? 64 : 8;
    COCITE_CHECK(make_bounds(firsts.least()));
    COCITE_CHECK(score_bounds(together, firsts));
    const double most = unseen_children_most();
    if (!has_unread_children() || query_->is_spent() || most == 0 || most < firsts.least()) break;
    COCITE_CHECK(read_parents_of_children(std::numeric_limits<uint64_t>::max(), firsts.least()));
  }
  std::vector<Scored> first = work.scored;
  std::erase_if(first, [&](const Scored& one) { return is_less(one.score, firsts.least()); });
  if (query_->flagged != Flagged::kKeep) return first;  // which asked for the flags already
  COCITE_CHECK(keep_first(wanted, first));
  for (Scored& one : first) {
    if (query_->is_spent()) break;
    COCITE_TRY(one.is_flagged, is_flagged(one.page));
  }
  return first;
}

Result<void> Search::keep_first(uint64_t wanted, std::vector<Scored>& scored) const {
  if (scored.size() <= wanted) return {};
  std::vector<Item> items;
  items.reserve(scored.size());
  for (const Scored& one : scored) items.push_back({.page = one.page, .score = one.score});
  COCITE_TRY(items, related::best(*query_->web, query_->hosts_on, std::move(items), wanted));
  scored.clear();
  for (const Item& item : items) scored.push_back({.page = item.page, .score = item.score});
  return {};
}

Result<std::vector<Terms>> Search::terms(std::span<const PageId> others) {
  Workspace& work = *work_;
  std::vector<Terms> all;
  auto batch = query_->web->out().batch(others);
  for (const PageId other : others) {
    Terms& terms = all.emplace_back();
    if (query_->is_spent() || !batch.next()) continue;
    const uint32_t number = work.numbers.of(other);
    const Candidate candidate =
        number == 0 ? Candidate{.page = other} : work.candidates[number - 1];
    COCITE_TRY(terms.parents, parents_score(candidate));
    terms.children = children_score(batch.list());
    COCITE_TRY(terms.link, link_score(candidate));
  }
  COCITE_CHECK(batch.status());
  return all;
}

Result<bool> Search::is_candidate(PageId page) {
  const Workspace& work = *work_;
  if (page == page_ || query_->is_stopped(page)) return false;
  const uint32_t number = work.numbers.of(page);
  if (number != 0 && work.candidates[number - 1].is_found) return true;
  graph::ListBuffer buffer;
  COCITE_TRY(const auto children, query_->web->out().list(page, buffer));
  return is_found_by_children(page, children);
}

Result<bool> Search::is_endorsed(PageId x, PageId v, std::span<const PageId> parents_of_v) {
  if (!notes_->is_ranked(x)) return false;
  // x is one of P(v), and not its own parent.
  if (notes_->in_degree(x) > parents_of_v.size()) return true;
  COCITE_TRY(const std::span<const PageId> list, query_->web->in().list(x, work_->buffer));
  // Both rise.
  const PageId* at = parents_of_v.data();
  const PageId* const end = at + parents_of_v.size();
  constexpr size_t kFew = 16;  // of these the place is looked up
  const bool is_short = list.size() * kFew < parents_of_v.size();
  for (const PageId page : list) {
    if (is_short) {
      at = std::lower_bound(at, end, page);
    } else {
      while (at != end && *at < page) ++at;
    }
    if ((at == end || *at != page) && page != v) return true;
  }
  return false;
}

Result<bool> Search::is_flagged(PageId other) {
  Workspace& work = *work_;
  const uint32_t number = work.numbers.of(other);
  if (number == 0 || work.candidates[number - 1].sites < kManySites) return false;
  COCITE_TRY(const std::span<const PageId> parents,
             query_->web->parents(other, notes_->in_degree(other), work.long_buffer));
  for (const PageId parent : parents) {
    if (query_->is_stopped(parent)) continue;
    if (query_->is_spent_after(1 + parents.size())) return false;
    COCITE_TRY(const bool is_one, is_endorsed(parent, other, parents));
    if (is_one) return false;
  }
  return true;
}

}  // namespace cocite::related::blend

#include "related/blend_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

#include "related/power_table.h"
#include "related/sampled_parents.h"
#include "related/window.h"

namespace cocite::related::blend {
namespace {

constexpr size_t kLongList = 2000;
constexpr size_t kNearPlaces = 1000;

double nearness(uint64_t distance) {
  return 0.3 + 0.7 / (1 + (static_cast<double>(distance) - 1) / 2);
}

double to_minus_beta(uint64_t group_size) {
  static const PowerTable table(-kBeta);
  return table(group_size);
}

}  // namespace

Result<void> Around::gather_candidates() {
  const Web& web = *query_->web;
  COCITE_CHECK(lists_.load(web.out(), sampled_));
  for (const PageId parent : sampled_) {
    add_candidate(parent);
    const auto list = lists_.list(parent);
    if (list.size() <= kLongList) {
      for (const PageId child : list) add_candidate(child);
      continue;
    }
    const size_t own = place_of(list, page_);
    const size_t first = own - std::min(own, kNearPlaces);
    const size_t last = std::min(list.size(), own + kNearPlaces + 1);
    for (size_t i = first; i < last; ++i) add_candidate(list[i]);
  }
  return gather_by_children();
}

Result<void> Around::gather_by_children() {
  const Web& web = *query_->web;
  std::vector<PageId> first(
      children_.begin(),
      children_.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(
                              children_.size(), query_->parameters->count("F"))));
  std::erase_if(first, [&](PageId child) { return query_->is_stopped(child); });
  for (const PageId child : first) add_candidate(child);
  uint64_t left = query_->parameters->count("T");
  SampledParents sample;
  const uint64_t most = query_->parameters->count("B");
  COCITE_CHECK(web.in_degrees(first, degrees_));
  std::vector<PageId> few;  // whose parents are no crowd
  for (size_t i = 0; i < first.size(); ++i) {
    if (!web.crowds().is_crowd(degrees_[i])) few.push_back(first[i]);
  }
  auto batch = web.in().batch(few);
  for (size_t i = 0; i < first.size() && left > 0 && !query_->is_spent(); ++i) {
    std::span<const PageId> parents;
    if (web.crowds().is_crowd(degrees_[i])) {
      COCITE_TRY(parents, sample.of(*query_, first[i], most));
    } else {
      if (!batch.next()) break;
      parents = sample.from(*query_, first[i], batch.list(), most);
    }
    const bool are_all = degrees_[i] <= most && parents.size() <= left;
    const auto* const link = links_.find(first[i]);
    const double weight = link->first * link->second;
    for (const PageId parent : parents.first(std::min<uint64_t>(left, parents.size()))) {
      const uint32_t candidate = add_candidate(parent);
      if (!are_all || candidate == kNone) continue;
      found_[candidate].reach += weight;
      ++found_[candidate].shared;
    }
    if (are_all) {
      unseen_reach_ -= weight;
      --unseen_shared_;
    }
    left -= std::min<uint64_t>(left, parents.size());
  }
  return batch.status();
}

// Where u and each candidate stand together.
void Around::meet() {
  std::vector<Meeting> all;
  for (uint32_t i = 0; i < sampled_.size(); ++i) {
    const auto list = lists_.list(sampled_[i]);
    const size_t own = place_of(list, page_);
    for (size_t place = 0; place < list.size(); ++place) {
      const uint32_t* candidate = candidates_.find(list[place]);
      if (candidate == nullptr) continue;
      const uint64_t distance = place < own ? own - place : place - own;
      all.push_back({*candidate, i, has_order_ ? nearness(distance) : 1});
    }
  }
  offsets_.assign(candidates_.size() + 1, 0);
  for (const Meeting& meeting : all) ++offsets_[meeting.candidate + 1];
  for (size_t i = 0; i < candidates_.size(); ++i) offsets_[i + 1] += offsets_[i];
  std::vector<uint32_t> next(offsets_.begin(), offsets_.end() - 1);
  meetings_.resize(all.size());
  for (const Meeting& meeting : all) meetings_[next[meeting.candidate]++] = meeting;
}

// Who of its parents speaks for u, and how loud. Where pages have no hosts, all are at home.
Result<void> Around::listen(std::span<const PageId> speakers) {
  sampled_.assign(speakers.begin(), speakers.end());
  Votes votes;
  COCITE_CHECK(votes.count(*query_, beforehand_->endorsements, page_, parents_));
  votes_ = votes.sum();
  uint64_t at_home = 0;  // of those that are not endorsed
  for (size_t i = 0; i < parents_.size(); ++i) {
    if (!votes.is_loose(i)) continue;
    loose_[parents_[i]];
    COCITE_TRY(const uint32_t host, query_->host(parents_[i]));
    if (!has_hosts() || host == host_) ++at_home;
  }
  size_t at = 0;
  for (const PageId parent : sampled_) {
    while (parents_[at] != parent) ++at;  // both rise
    COCITE_TRY(const uint32_t host, query_->host(parent));
    const bool is_stranger = votes.is_loose(at) && has_hosts() && host != host_;
    const uint64_t group = !votes.is_loose(at) ? votes.group_size(at)
                           : is_stranger       ? loose_.size() - at_home
                                               : at_home;
    speakers_.push_back(
        {.pull = std::sqrt(votes.weight(at)) * std::pow(static_cast<double>(group), -(1 - kBeta)),
         .host = host,
         .is_loose = beforehand_->endorsements.is_never_endorsed(parent),
         .is_stranger = is_stranger});
  }
  return {};
}

Result<void> Around::look(PageId page) {
  const Web& web = *query_->web;
  page_ = page;
  has_order_ = web.store().has_link_order();
  graph::ListBuffer buffer;
  COCITE_TRY(std::span<const PageId> list, web.in().list(page, buffer));
  parents_.assign(list.begin(), list.end());
  COCITE_TRY(list, web.out().list(page, buffer));
  children_.assign(list.begin(), list.end());
  COCITE_TRY(host_, query_->host(page));

  SampledParents sample;
  COCITE_CHECK(listen(sample.from(*query_, page, parents_, query_->parameters->count("B"))));
  neighbours_[page];
  for (const PageId parent : parents_) {
    if (!query_->is_stopped(parent)) neighbours_[parent];
  }
  COCITE_CHECK(web.in_degrees(children_, degrees_));
  for (size_t i = 0; i < children_.size(); ++i) {
    if (query_->is_stopped(children_[i])) continue;
    neighbours_[children_[i]];
    const double rare = rareness(degrees_[i]);
    const double top = has_order_ ? prominence(i) : 1;
    links_[children_[i]] = {rare, top};
    mass_ += rare * top * top;
    unseen_reach_ += rare * top;
  }
  unseen_shared_ = links_.size();
  COCITE_CHECK(weigh_stopped());
  COCITE_CHECK(gather_candidates());
  scores_.assign(candidates_.size(), 0);
  meet();
  return {};
}

Result<void> Around::score_parents(uint32_t candidate, PageId other,
                                   std::span<const PageId> parents) {
  const auto met = meetings_of(candidate);
  if (met.empty()) return {};
  COCITE_CHECK(their_votes_.count(*query_, beforehand_->endorsements, other, parents));
  // What each says; strangers to both pages together what the nearest of them says.
  said_.clear();
  size_t strangers = 0;
  double nearest = 0;
  PageId who{};
  size_t at = 0;
  for (const Meeting& meeting : met) {  // by rising parent, as `parents` are
    const PageId parent = sampled_[meeting.parent];
    while (at < parents.size() && parents[at] < parent) ++at;
    if (at == parents.size() || parents[at] != parent) continue;  // damaged: directions differ
    if (speakers_[meeting.parent].is_stranger && their_votes_.is_loose(at)) {
      ++strangers;
      if (meeting.nearness <= nearest) continue;
      nearest = meeting.nearness;
      who = parent;
      continue;
    }
    said_.emplace_back(parent, speakers_[meeting.parent].pull * meeting.nearness *
                                   std::sqrt(their_votes_.weight(at)) *
                                   to_minus_beta(their_votes_.group_size(at)));
  }
  if (strangers > 0) {
    COCITE_TRY(const uint32_t host, query_->host(other));
    const double part = static_cast<double>(strangers) / their_votes_.loose();
    said_.emplace_back(
        who, kLooseWeight * nearest * std::pow(part, kBeta) * (host == host_ ? 1 : kAbroad));
  }
  const auto common = static_cast<double>(said_.size());
  const double share =
      common / (common + 1) / (std::pow(votes_, 1 - kBeta) * std::pow(their_votes_.sum(), kBeta));
  for (const auto& [parent, amount] : said_) add(candidate, amount * share, parent, "parent");
  return {};
}

Result<void> Around::score_children(uint32_t candidate, std::span<const PageId> children) {
  const auto is_shared = [&](PageId child) { return links_.contains(child); };
  if (std::ranges::none_of(children, is_shared)) return {};
  COCITE_CHECK(query_->web->in_degrees(children, degrees_));
  double mass = 0;
  for (size_t k = 0; k < children.size(); ++k) {
    if (query_->is_stopped(children[k])) continue;
    const double top = has_order_ ? prominence(k) : 1;
    mass += rareness(degrees_[k]) * top * top;
  }
  const double share = kCoupling / std::sqrt((mass_ + 1) * (mass + 1));
  for (size_t k = 0; k < children.size(); ++k) {
    const auto* own = links_.find(children[k]);
    if (own == nullptr) continue;
    const double top = has_order_ ? prominence(k) : 1;
    add(candidate, own->first * own->second * top * share, children[k], "child");
  }
  return {};
}

Result<void> Around::score_direct(uint32_t candidate, PageId other, size_t parents,
                                  std::span<const PageId> children) {
  COCITE_TRY(const uint32_t host, query_->host(other));
  if (host == host_) return {};
  const auto degree = [](size_t links) { return static_cast<double>(links) + 1; };
  double direct = 0;
  if (const auto* own = links_.find(other)) {
    direct += own->second / std::sqrt(degree(children_.size()) * degree(parents));
  }
  if (const size_t place = place_of(children, page_); place != children.size()) {
    direct += (has_order_ ? prominence(place) : 1) /
              std::sqrt(degree(children.size()) * degree(parents_.size()));
  }
  if (direct > 0) add(candidate, kDirect * direct, other, "link");
  return {};
}

// Where there are hosts, nobody is made a neighbour by parents that are endorsed for neither.
Result<bool> Around::is_shared(PageId parent, PageId other, std::span<const PageId> parents) {
  if (!neighbours_.contains(parent)) return false;
  if (!has_hosts() || !loose_.contains(parent)) return true;
  return beforehand_->endorsements.is_endorsed(*query_->web, parent, other, parents, buffer_);
}

Result<void> Around::score_neighbours(uint32_t candidate, PageId other,
                                      std::span<const PageId> parents,
                                      std::span<const PageId> children) {
  uint64_t size = 1;
  uint64_t shared = neighbours_.contains(other) ? 1 : 0;
  for (const PageId parent : parents) {
    if (query_->is_stopped(parent)) continue;
    ++size;
    COCITE_TRY(const bool is_one, is_shared(parent, other, parents));
    if (is_one) ++shared;
  }
  for (const PageId child : children) {
    // A neighbour in both directions is one neighbour.
    if (query_->is_stopped(child) || std::binary_search(parents.begin(), parents.end(), child)) {
      continue;
    }
    ++size;
    if (neighbours_.contains(child)) ++shared;
  }
  if (shared == 0) return {};
  const double sizes = static_cast<double>(neighbours_.size()) * static_cast<double>(size);
  add(candidate, kNeighbours * static_cast<double>(shared) / std::sqrt(sizes), other, "neighbours");
  return {};
}

Result<void> Around::score_by_children(std::span<Hope> some) {
  std::vector<PageId> pages;
  for (const Hope& hope : some) pages.push_back(candidates_.pages()[hope.candidate]);
  std::vector<uint32_t> in_degrees;
  COCITE_CHECK(query_->web->in_degrees(pages, in_degrees));
  auto out = query_->web->out().batch(pages);
  for (size_t k = 0; out.next(); ++k) {
    const uint32_t i = some[k].candidate;
    COCITE_CHECK(score_children(i, out.list()));
    COCITE_CHECK(score_direct(i, pages[k], in_degrees[k], out.list()));
    constexpr double kRounding = 1 + 1e-9;
    some[k].most = kRounding * (scores_[i] + most_by_parents(i, pages[k]) +
                                most_by_neighbours(i, pages[k], in_degrees[k], out.list()));
    some[k].read = Hope::Read::kChildren;
  }
  return out.status();
}

Result<void> Around::score_by_parents(std::span<const Hope> some) {
  std::vector<PageId> pages;
  for (const Hope& hope : some) pages.push_back(candidates_.pages()[hope.candidate]);
  auto in = query_->web->in().batch(pages);
  auto out = query_->web->out().batch(pages);
  for (size_t k = 0; in.next() && out.next(); ++k) {
    COCITE_CHECK(score_parents(some[k].candidate, pages[k], in.list()));
    COCITE_CHECK(score_neighbours(some[k].candidate, pages[k], in.list(), out.list()));
  }
  COCITE_CHECK(in.status());
  return out.status();
}

Result<void> Around::score_all(uint64_t wanted) {
  std::vector<Hope> hopes = hopes_unread();
  std::ranges::make_heap(hopes, {}, &Hope::most);
  std::priority_queue<double, std::vector<double>, std::greater<>> firsts;  // the best so far
  // Nearly as good is as good: ties are for others to decide.
  const auto is_hopeless = [&](const Hope& hope) {
    return firsts.size() >= wanted && hope.most < firsts.top() * (1 - 1e-9);
  };
  // Some at a time, for reading one by one takes longer; more where all are read anyway.
  const size_t together = wanted >= candidates_.size() ? 64 : 8;
  std::vector<Hope> unread;
  std::vector<Hope> half_read;
  while (!hopes.empty() && !is_hopeless(hopes.front()) && !query_->is_spent()) {
    unread.clear();
    half_read.clear();
    while (!hopes.empty() && !is_hopeless(hopes.front()) && unread.size() < together &&
           half_read.size() < together) {
      std::ranges::pop_heap(hopes, {}, &Hope::most);
      auto& some = hopes.back().read == Hope::Read::kNothing ? unread : half_read;
      some.push_back(hopes.back());
      hopes.pop_back();
    }
    COCITE_CHECK(score_by_children(unread));
    for (const Hope& hope : unread) {
      hopes.push_back(hope);
      std::ranges::push_heap(hopes, {}, &Hope::most);
    }
    COCITE_CHECK(score_by_parents(half_read));
    for (const Hope& hope : half_read) {
      firsts.push(scores_[hope.candidate]);
      if (firsts.size() > wanted) firsts.pop();
    }
  }
  if (query_->is_spent()) return {};  // what is known of the others is better than nothing
  for (const Hope& hope : hopes) scores_[hope.candidate] = 0;
  return {};
}

Result<void> Around::explain(PageId answer, Explanation& explanation) {
  const uint32_t* const candidate = candidates_.find(answer);
  if (candidate == nullptr) return {};
  scores_[*candidate] = 0;
  told_ = &explanation.reasons;
  Hope hope{.candidate = *candidate};
  COCITE_CHECK(score_by_children({&hope, 1}));
  COCITE_CHECK(score_by_parents({&hope, 1}));
  told_ = nullptr;
  explanation.score += scores_[*candidate];
  return {};
}

}  // namespace cocite::related::blend

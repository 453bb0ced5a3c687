#include "related/blend_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

#include "related/sampled_parents.h"
#include "related/window.h"

namespace cocite::related::blend {
namespace {

constexpr double kBeta = 0.25;
constexpr double kCoupling = 0.8;
constexpr double kDirect = 2;
constexpr double kNeighbours = 0.1;
constexpr double kRareness = -0.3;
constexpr size_t kLongList = 2000;
constexpr size_t kNearPlaces = 1000;

double nearness(uint64_t distance) {
  return 0.3 + 0.7 / (1 + (static_cast<double>(distance) - 1) / 2);
}

double prominence(uint64_t place) {
  return 1 / (1 + static_cast<double>(place) / 10);
}

// x to a fixed power, for the small whole numbers that degrees and groups mostly are.
class PowerTable {
 public:
  explicit PowerTable(double power) : power_(power), known_(kKnown) {
    for (size_t i = 0; i < kKnown; ++i) known_[i] = std::pow(static_cast<double>(i), power);
  }
  double operator()(uint64_t x) const {
    return x < kKnown ? known_[x] : std::pow(static_cast<double>(x), power_);
  }

 private:
  static constexpr size_t kKnown = 1 << 14;
  double power_;
  std::vector<double> known_;
};

double rareness(uint64_t in_degree) {
  static const PowerTable table(kRareness);
  return table(in_degree);
}

double to_minus_beta(uint64_t group_size) {
  static const PowerTable table(-kBeta);
  return table(group_size);
}

}  // namespace

Result<void> Around::gather_candidates() {
  const Web& web = *query_->web;
  const Parameters& parameters = *query_->parameters;
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
  std::vector<PageId> first;
  for (const PageId child : children_) {
    if (first.size() == parameters.count("F")) break;
    first.push_back(child);
  }
  std::erase_if(first, [&](PageId child) { return query_->is_stopped(child); });
  for (const PageId child : first) add_candidate(child);
  uint64_t left = parameters.count("T");
  SampledParents sample;
  const uint64_t most = parameters.count("B");
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
    for (const PageId parent : parents.first(std::min<uint64_t>(left, parents.size()))) {
      add_candidate(parent);
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

Result<void> Around::look(PageId page, const Endorsements& endorsements) {
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
  const auto chosen = sample.from(*query_, page, parents_, query_->parameters->count("B"));
  sampled_.assign(chosen.begin(), chosen.end());
  Votes votes;
  COCITE_CHECK(votes.count(*query_, endorsements, page, parents_));
  votes_ = votes.sum();
  size_t at = 0;
  for (const PageId parent : sampled_) {
    while (parents_[at] != parent) ++at;  // both rise
    pull_.push_back(std::sqrt(votes.weight(at)) * std::pow(votes.group_size(at), -(1 - kBeta)));
  }

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
  }
  COCITE_CHECK(gather_candidates());
  scores_.assign(candidates_.size(), 0);
  meet();
  return {};
}

Result<void> Around::score_parents(uint32_t candidate, PageId other,
                                   std::span<const PageId> parents,
                                   const Endorsements& endorsements) {
  const auto met = meetings_of(candidate);
  if (met.empty()) return {};
  COCITE_CHECK(their_votes_.count(*query_, endorsements, other, parents));
  if (query_->hosts_on) endorsements.learn_votes(other, their_votes_.sum());
  const auto common = static_cast<double>(met.size());
  const double share =
      common / (common + 1) / (std::pow(votes_, 1 - kBeta) * std::pow(their_votes_.sum(), kBeta));
  size_t at = 0;
  for (const Meeting& meeting : met) {  // by rising parent, as `parents` are
    const PageId parent = sampled_[meeting.parent];
    while (at < parents.size() && parents[at] < parent) ++at;
    if (at == parents.size() || parents[at] != parent) continue;  // damaged: directions differ
    const double amount = pull_[meeting.parent] * meeting.nearness *
                          std::sqrt(their_votes_.weight(at)) *
                          to_minus_beta(their_votes_.group_size(at)) * share;
    add(candidate, amount, parent, "parent");
  }
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

void Around::score_neighbours(uint32_t candidate, PageId other, std::span<const PageId> parents,
                              std::span<const PageId> children) {
  uint64_t size = 1;
  uint64_t shared = neighbours_.contains(other) ? 1 : 0;
  for (const PageId parent : parents) {
    if (query_->is_stopped(parent)) continue;
    ++size;
    if (neighbours_.contains(parent)) ++shared;
  }
  for (const PageId child : children) {
    // A neighbour in both directions is one neighbour.
    if (query_->is_stopped(child) || std::binary_search(parents.begin(), parents.end(), child)) {
      continue;
    }
    ++size;
    if (neighbours_.contains(child)) ++shared;
  }
  if (shared == 0) return;
  const double sizes = static_cast<double>(neighbours_.size()) * static_cast<double>(size);
  add(candidate, kNeighbours * static_cast<double>(shared) / std::sqrt(sizes), other, "neighbours");
}

double Around::most_by_parents(uint32_t candidate, PageId other,
                               const Endorsements& endorsements) const {
  const auto met = meetings_of(candidate);
  if (met.empty()) return 0;
  double sum = 0;
  for (const Meeting& meeting : met) sum += pull_[meeting.parent] * meeting.nearness;
  const auto common = static_cast<double>(met.size());
  const double most = sum * common / (common + 1) / std::pow(votes_, 1 - kBeta);
  // Pages that everybody links to share many parents with everybody, and have many votes.
  const size_t stopped = query_->stoplist == nullptr ? 0 : query_->stoplist->size();
  const double votes = endorsements.least_votes(other, stopped);
  return votes > 1 ? most / std::pow(votes, kBeta) : most;
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
  const uint64_t stops = query_->stoplist == nullptr ? 0 : query_->stoplist->size();
  const uint64_t size = 1 + std::max(parents - std::min<uint64_t>(parents, stops), free_children);
  const double sizes = static_cast<double>(neighbours_.size()) * static_cast<double>(size);
  return kNeighbours * std::min(1.0, static_cast<double>(shared) / std::sqrt(sizes));
}

Result<std::vector<Around::Hope>> Around::score_by_children(const Endorsements& endorsements,
                                                            std::span<const uint32_t> candidates) {
  std::vector<PageId> pages;
  for (const uint32_t candidate : candidates) pages.push_back(candidates_.pages()[candidate]);
  std::vector<uint32_t> in_degrees;
  COCITE_CHECK(query_->web->in_degrees(pages, in_degrees));
  std::vector<Hope> hopes;
  hopes.reserve(pages.size());
  auto out = query_->web->out().batch(pages);
  for (size_t k = 0; out.next(); ++k) {
    const uint32_t i = candidates[k];
    COCITE_CHECK(score_children(i, out.list()));
    COCITE_CHECK(score_direct(i, pages[k], in_degrees[k], out.list()));
    constexpr double kRounding = 1 + 1e-9;
    const double most = scores_[i] + most_by_parents(i, pages[k], endorsements) +
                        most_by_neighbours(i, pages[k], in_degrees[k], out.list());
    hopes.emplace_back(most * kRounding, i);
    if (k % 64 == 63 && query_->is_spent()) break;
  }
  COCITE_CHECK(out.status());
  return hopes;
}

Result<void> Around::score_by_parents(const Endorsements& endorsements,
                                      std::span<const Hope> some) {
  std::vector<PageId> pages;
  for (const Hope& hope : some) pages.push_back(candidates_.pages()[hope.second]);
  auto in = query_->web->in().batch(pages);
  auto out = query_->web->out().batch(pages);
  for (size_t k = 0; in.next() && out.next(); ++k) {
    COCITE_CHECK(score_parents(some[k].second, pages[k], in.list(), endorsements));
    score_neighbours(some[k].second, pages[k], in.list(), out.list());
  }
  COCITE_CHECK(in.status());
  return out.status();
}

Result<void> Around::score_all(const Endorsements& endorsements, uint64_t wanted) {
  std::vector<uint32_t> all(candidates_.size());
  std::iota(all.begin(), all.end(), 0U);
  COCITE_TRY(std::vector<Hope> hopes, score_by_children(endorsements, all));
  std::ranges::make_heap(hopes);
  std::priority_queue<double, std::vector<double>, std::greater<>> firsts;  // the best so far
  constexpr size_t kTogether = 32;
  std::vector<Hope> some;
  while (!hopes.empty() && !query_->is_spent()) {
    // Nearly as good is as good: ties are for others to decide.
    if (firsts.size() >= wanted && hopes.front().first < firsts.top() * (1 - 1e-9)) break;
    some.clear();
    while (!hopes.empty() && some.size() < kTogether) {
      std::ranges::pop_heap(hopes);
      some.push_back(hopes.back());
      hopes.pop_back();
    }
    COCITE_CHECK(score_by_parents(endorsements, some));
    for (const Hope& hope : some) {
      firsts.push(scores_[hope.second]);
      if (firsts.size() > wanted) firsts.pop();
    }
  }
  if (query_->is_spent()) return {};  // what is known of the others is better than nothing
  for (const Hope& hope : hopes) scores_[hope.second] = 0;
  return {};
}

Result<void> Around::explain(const Endorsements& endorsements, PageId answer,
                             Explanation& explanation) {
  const uint32_t* const candidate = candidates_.find(answer);
  if (candidate == nullptr) return {};
  scores_[*candidate] = 0;
  told_ = &explanation.reasons;
  COCITE_TRY(const std::vector<Hope> hope, score_by_children(endorsements, {candidate, 1}));
  COCITE_CHECK(score_by_parents(endorsements, hope));
  told_ = nullptr;
  explanation.score += scores_[*candidate];
  return {};
}

}  // namespace cocite::related::blend
